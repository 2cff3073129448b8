/** Zones whose offsets differ between this runtime and the database. */
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { sql } from 'drizzle-orm'
import { openTestApp, type TestApp } from '#tests/testApp.ts'
import { asSystem } from './transaction.ts'
import { logZoneDifference, zoneDifferences } from './zoneData.ts'

let testApp: TestApp
const now = new Date('2026-11-20T09:00:00Z')
beforeAll(async () => {
  testApp = await openTestApp()
})
afterAll(() => testApp.close())
const use = (zone: string) =>
  asSystem(testApp.pool, (db) =>
    db.execute(sql`update company set timezone = ${zone} where id = ${testApp.here.id}`),
  )
const zonesFound = async () => (await zoneDifferences(testApp.pool, now)).map(({ zone }) => zone)

it('the check of time zones accepts a zone on which runtime and database agree', async () => {
  await use('Asia/Kathmandu')
  expect(await zonesFound()).toEqual([])
})

it('the check of time zones names a zone whose offset differs in the next two years, with both offsets', async () => {
  await use('Asia/Kathmandu')
  const { formatToParts } = Intl.DateTimeFormat.prototype
  const later = vi
    .spyOn(Intl.DateTimeFormat.prototype, 'formatToParts')
    .mockImplementation(function (this: Intl.DateTimeFormat, at) {
      const moved = Number(at) > Date.parse('2027-03-01') ? Number(at) + 3_600_000 : Number(at)
      const isMoved = this.resolvedOptions().timeZone.includes('mandu')
      return formatToParts.call(this, isMoved ? moved : at)
    })
  const found = await zoneDifferences(testApp.pool, now)
  later.mockRestore()
  expect(found).toHaveLength(1)
  expect(found[0]).toMatchObject({ zone: 'Asia/Kathmandu', runtime: 405, database: 345 })
  const [difference] = found
  if (difference !== undefined)
    expect(logZoneDifference(difference)).toMatch(
      /Asia\/Kathmandu is UTC\+06:45 in Node\.js and UTC\+05:45 in the database from 2027-03/,
    )
})

it('the check of time zones names a zone that neither side knows', async () => {
  await use('Asia/Nowhere')
  expect(await zonesFound()).toEqual(['Asia/Nowhere'])
})
