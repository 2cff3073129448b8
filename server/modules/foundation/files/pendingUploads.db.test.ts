import { afterAll, beforeAll, expect, it } from 'vitest'
import { eq } from 'drizzle-orm'
import { openTestApp, type TestApp } from '#tests/testApp.ts'
import * as tables from '#db/schema/index.ts'
import { asSystem } from '#kernel/data/transaction.ts'
import { cleanUp } from '../../operation/retention/index.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await openTestApp()
})
afterAll(() => testApp.close())

it('the sweep removes an upload that nothing used for a day, bytes included, and no other', async () => {
  const token = await testApp.signIn('staff')
  const upload = async (name: string) =>
    (await testApp.upload(token, '/api/files', name, 'hello', 'text/plain')).body as { id: number }
  const [unkept, kept] = [await upload('unkept.txt'), await upload('kept.txt')]
  await asSystem(testApp.pool, (db) =>
    db
      .update(tables.file)
      .set({ keptAt: testApp.clock.now() })
      .where(eq(tables.file.id, kept.id as never)),
  )
  const keys = Object.fromEntries(
    (await asSystem(testApp.pool, (db) => db.select().from(tables.file))).map(
      ({ id, storageKey }) => [id, storageKey],
    ),
  )
  const bytes = async (id: number) => {
    const parts: Buffer[] = []
    for await (const part of await testApp.app.kernel.files.get(keys[id] ?? ''))
      parts.push(part as Buffer)
    return Buffer.concat(parts).toString()
  }
  testApp.clock.advance(23 * 3_600_000)
  await cleanUp(testApp.app.kernel)
  expect(await bytes(unkept.id)).toBe('hello')
  testApp.clock.advance(2 * 3_600_000)
  await cleanUp(testApp.app.kernel)
  expect(
    (await asSystem(testApp.pool, (db) => db.select({ id: tables.file.id }).from(tables.file))).map(
      ({ id }) => id,
    ),
  ).toEqual([kept.id])
  expect(await bytes(kept.id)).toBe('hello')
  await expect(bytes(unkept.id)).rejects.toThrow('ENOENT')
})

it('POST /api/files refuses a user with too many unused uploads, and no other user', async () => {
  const [staff, other] = [await testApp.signIn('staff'), await testApp.signIn('technician')]
  const upload = async (token: string) =>
    (await testApp.upload(token, '/api/files', 'a.txt', 'hello', 'text/plain')).status
  expect(await upload(staff)).toBe(200)
  await asSystem(testApp.pool, (db) =>
    db
      .update(tables.file)
      .set({ size: 300 * 1024 ** 2 })
      .where(eq(tables.file.uploadedBy, testApp.here.users.staff as never)),
  )
  expect(await upload(staff)).toBe(429)
  expect(await upload(other)).toBe(200)
  testApp.clock.advance(25 * 3_600_000)
  await cleanUp(testApp.app.kernel)
  expect(await upload(await testApp.signIn('staff'))).toBe(200)
})
