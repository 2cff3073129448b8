import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest'
import { rtls } from '#contract/rtls/rtls.ts'
import * as tables from '#db/schema/index.ts'
import { inCompany } from '#kernel/data/transaction.ts'
import { nextVersion } from '#kernel/data/updateVersioned.ts'
import { openTestApp, type TestApp } from '#tests/testApp.ts'

let testApp: TestApp
let token: string
beforeAll(async () => {
  testApp = await openTestApp()
  token = await testApp.signIn('administrator')
})
afterAll(() => testApp.close())

const write = (version: number, historyDays: number) =>
  testApp.call(token, rtls.updateTrackingSettings, {
    body: { version, historyDays, exponent: 2.6 },
  })

describe('PUT /api/rtls/settings', () => {
  it('writes the first settings and their next version, and refuses a stale version', async () => {
    expect((await write(1, 30)).body).toEqual({ version: 2, historyDays: 30, exponent: 2.6 })
    expect((await write(2, 31)).body).toMatchObject({ version: 3, historyDays: 31 })
    expect(await write(2, 32)).toMatchObject({
      status: 409,
      body: { current: { version: 3, historyDays: 31 } },
    })
  })

  // The embedded database has one session, so no other transaction comes between.
  it.runIf(inject('database').kind === 'postgres')(
    'refuses a version that another transaction takes between the read and the write',
    async () => {
      const { version } = await testApp.ok(token, rtls.getTrackingSettings, {})
      const table = tables.trackingSettings
      const isWaiting = async () => {
        const { rows } = await testApp.pool.query(
          `select from pg_stat_activity where datname = current_database()
          and wait_event_type = 'Lock'`,
        )
        return rows.length > 0
      }
      const answer = await inCompany(testApp.pool, testApp.here.id, async (db) => {
        await db.update(table).set({ historyDays: 60, ...nextVersion(table) })
        const late = write(version, 61)
        await vi.waitUntil(isWaiting, { timeout: 5_000, interval: 5 })
        return { late }
      })
      expect(await answer.late).toMatchObject({ status: 409 })
      expect(await testApp.ok(token, rtls.getTrackingSettings, {})).toMatchObject({
        historyDays: 60,
      })
    },
    20_000,
  )
})
