import { afterAll, beforeAll, expect, it } from 'vitest'
import { eq } from 'drizzle-orm'
import { openHouse, type House } from '../../../tests/house.ts'
import { file } from '../../db/schema/index.ts'
import { asSystem } from '../../kernel/transaction.ts'
import { tidyUp } from '../auth/index.ts'

let house: House
beforeAll(async () => {
  house = await openHouse()
})
afterAll(() => house.close())

it('removes an upload that nothing kept for a day, bytes and all, and no other', async () => {
  const token = await house.signIn('staff')
  const upload = async (name: string) =>
    (await house.upload(token, '/api/files', name, 'hello', 'text/plain')).body as { id: number }
  const [unkept, kept] = [await upload('unkept.txt'), await upload('kept.txt')]
  await asSystem(house.pool, (db) =>
    db
      .update(file)
      .set({ keptAt: house.clock.now() })
      .where(eq(file.id, kept.id as never)),
  )
  const keys = Object.fromEntries(
    (await asSystem(house.pool, (db) => db.select().from(file))).map(({ id, storageKey }) => [
      id,
      storageKey,
    ]),
  )
  const bytes = async (id: number) => {
    const parts: Buffer[] = []
    for await (const part of await house.app.kernel.files.get(keys[id] ?? ''))
      parts.push(part as Buffer)
    return Buffer.concat(parts).toString()
  }
  house.clock.advance(23 * 3_600_000)
  await tidyUp(house.app.kernel)
  expect(await bytes(unkept.id)).toBe('hello')
  house.clock.advance(2 * 3_600_000)
  await tidyUp(house.app.kernel)
  expect(
    (await asSystem(house.pool, (db) => db.select({ id: file.id }).from(file))).map(({ id }) => id),
  ).toEqual([kept.id])
  expect(await bytes(kept.id)).toBe('hello')
  await expect(bytes(unkept.id)).rejects.toThrow('ENOENT')
})
