/**
 * The machine's clock is a day ahead and is corrected, or is set back an hour: nothing stops and
 * nothing happens twice.
 */
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { contract } from '#contract/index.ts'
import { failedPerformance } from '#tests/failedPerformance.ts'
import type { Fixtures } from '#tests/fixtures.ts'
import { openTestAppWithFixtures } from '#tests/fixturesTemplate.ts'
import type { TestApp } from '#tests/testApp.ts'
import { asSystem } from '#kernel/data/transaction.ts'
import { runSchedules } from './modules/work/schedules/runner.ts'

const HOUR = 3_600_000
let testApp: TestApp
let own: Fixtures
let token: string
beforeAll(async () => {
  ;({ testApp, token, fixtures: own } = await openTestAppWithFixtures())
  await testApp.app.outbox.drain()
})
afterAll(() => testApp.close())

const perform = async () =>
  (
    await testApp.call(token, contract.procedureLogs.submitProcedureLog, {
      body: failedPerformance(own),
    })
  ).body.id
const ticketsOf = async (procedureLogId: Awaited<ReturnType<typeof perform>>) =>
  (await testApp.call(token, contract.tickets.listTickets, { body: { procedureLogId } })).body.count
const ask = () => testApp.call(token, contract.auth.getSession, {})
const occurrences = async () =>
  (
    await asSystem(testApp.pool, (db) =>
      db.execute(sql`select rrule_id, equipment_id, location_id, planned_at from occurrence
        order by 1, 2, 3, 4`),
    )
  ).rows

it('a corrected clock lets events written while it was ahead run once, at once', async () => {
  testApp.clock.advance(24 * HOUR)
  token = await testApp.signIn('administrator')
  const ahead = await perform()
  testApp.clock.advance(-24 * HOUR)
  expect((await ask()).status).toBe(200)
  await testApp.app.outbox.drain()
  expect(await ticketsOf(ahead)).toBe(1)
  testApp.clock.advance(24 * HOUR)
  await testApp.app.outbox.drain()
  token = await testApp.signIn('administrator')
  expect(await ticketsOf(ahead)).toBe(1)
  testApp.clock.advance(-24 * HOUR)
})

it('a corrected clock keeps sessions after an hour back, and lets users in again after a day ahead', async () => {
  token = await testApp.signIn('administrator')
  testApp.clock.advance(-HOUR)
  expect((await ask()).status).toBe(200)
  expect(await ticketsOf(await perform())).toBe(0)
  testApp.clock.advance(HOUR + 25 * HOUR)
  expect((await ask()).status).toBe(401)
  token = await testApp.signIn('administrator')
  expect((await ask()).status).toBe(200)
  testApp.clock.advance(-25 * HOUR)
})

it('a corrected clock makes nothing due twice, and schedules are looked at again', async () => {
  const { kernel } = testApp.app
  await runSchedules(kernel)
  const before = await occurrences()
  testApp.clock.advance(24 * HOUR)
  await runSchedules(kernel)
  const ahead = await occurrences()
  testApp.clock.advance(-24 * HOUR)
  // evaluated now and not in a day, although the stored time is a day ahead
  expect(await runSchedules(kernel)).toBeGreaterThan(0)
  testApp.clock.advance(24 * HOUR)
  await runSchedules(kernel)
  expect(await occurrences()).toEqual(ahead)
  expect(ahead.length).toBeGreaterThanOrEqual(before.length)
  testApp.clock.advance(-24 * HOUR)
})
