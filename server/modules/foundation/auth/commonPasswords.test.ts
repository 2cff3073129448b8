import { setImmediate as breathe } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { isCommon, readCommonPasswords } from './commonPasswords.ts'

it('the list of common passwords yields between five hundred checks, and is less than a megabyte', async () => {
  let turns = 0
  let isRead = false
  const others = async () => {
    while (!isRead) {
      turns += 1
      await breathe()
    }
  }
  const waiting = others()
  const known = await readCommonPasswords()
  isRead = true
  await waiting
  expect(turns).toBeGreaterThan(150)
  expect(known.byteLength).toBeLessThan(1_000_000)
})

it('the list of common passwords recognises a hundred thousand of them, in any case, and no others', async () => {
  expect((await readCommonPasswords()).length).toBe(100_000)
  for (const common of ['Password1', 'QWERTY123', 'Letmein123', 'Football1', 'Iloveyou1'])
    expect(await isCommon(common), common).toBe(true)
  for (const rare of ['Sample1x', 'Passw0rd!', 'Stairs-under-4-lamps'])
    expect(await isCommon(rare), rare).toBe(false)
})
