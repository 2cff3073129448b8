/** The embedded database has zone data of its own, older or newer than the runtime's. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { sql } from 'drizzle-orm'
import { openTestApp, type TestApp } from '#tests/testApp.ts'
import { asSystem } from './transaction.ts'
import { zoneDifferences } from './zoneData.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await openTestApp()
})
afterAll(() => testApp.close())

it('the check of time zones compares the embedded database with the pinned release, zone by zone', async () => {
  const now = new Date('2026-11-20T09:00:00Z')
  await asSystem(testApp.pool, (db) =>
    db.execute(sql`update company set timezone = 'Asia/Kathmandu'`),
  )
  expect(await zoneDifferences(testApp.pool, now)).toEqual([])
  await asSystem(testApp.pool, (db) =>
    db.execute(sql`update company set timezone = 'Asia/Nowhere'`),
  )
  expect(await zoneDifferences(testApp.pool, now)).toMatchObject([
    { zone: 'Asia/Nowhere', isKnown: false },
  ])
})
