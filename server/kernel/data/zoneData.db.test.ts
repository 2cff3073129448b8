import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { sql } from 'drizzle-orm'
import { replaceZone } from '#contract/timeZones/pinnedOffsets.ts'
import { openTestApp, type TestApp } from '#tests/testApp.ts'
import { asSystem } from './transaction.ts'
import { logZoneDifference, zoneDifferences } from './zoneData.ts'

let testApp: TestApp
let restore = () => {}
const now = new Date('2026-11-20T09:00:00Z')
const HOUR = 3_600_000
beforeAll(async () => {
  testApp = await openTestApp()
})
afterEach(() => restore())
afterAll(() => testApp.close())
const use = (zone: string) =>
  asSystem(testApp.pool, (db) =>
    db.execute(sql`update company set timezone = ${zone} where id = ${testApp.here.id}`),
  )
const zonesFound = async () => (await zoneDifferences(testApp.pool, now)).map(({ zone }) => zone)

it('the check of time zones accepts a zone on which runtime, database and pinned release agree', async () => {
  await use('Asia/Kathmandu')
  expect(await zonesFound()).toEqual([])
})

it('the check of time zones names the zone, the day and the offsets of runtime and database', async () => {
  await use('Asia/Kathmandu')
  restore = replaceZone('Asia/Kathmandu', {
    changes: [Date.parse('2027-03-14T00:00:00Z')],
    offsets: [5.75 * HOUR, 6.75 * HOUR],
  })
  const found = await zoneDifferences(testApp.pool, now)
  const differs = { from: new Date('2027-03-14T09:00:00Z'), pinned: 405, found: 345 }
  expect(found).toEqual([
    { zone: 'Asia/Kathmandu', isKnown: true, runtime: differs, database: differs },
  ])
  expect(found.map(logZoneDifference).join('')).toMatch(
    /Asia\/Kathmandu is UTC\+05:45 in Node\.js from 2027-03-14 on \(UTC\+06:45 by \d{4}[a-z]\) and UTC\+05:45 in the database from 2027-03-14/,
  )
})

it('the check of time zones names a zone that the pinned release does not have', async () => {
  await use('Asia/Nowhere')
  const found = await zoneDifferences(testApp.pool, now)
  expect(found).toMatchObject([{ zone: 'Asia/Nowhere', isKnown: false }])
  expect(found.map(logZoneDifference).join('')).toMatch(/Asia\/Nowhere is not in the tz database/)
})
