import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contract } from '#contract/index.ts'
import type { Id } from '#contract/ids.ts'
import { failedPerformance } from '#tests/failedPerformance.ts'
import type { Fixtures } from '#tests/fixtures.ts'
import { openTestAppWithFixtures } from '#tests/fixturesTemplate.ts'
import type { TestApp } from '#tests/testApp.ts'
import { startOutbox } from '#kernel/events/outbox.ts'
import { reactions } from '../../../modules.ts'

let testApp: TestApp
let own: Fixtures
let token: string
const { automations, procedureLogs, tickets } = contract

beforeAll(async () => {
  ;({ testApp, token, fixtures: own } = await openTestAppWithFixtures())
  await testApp.app.outbox.drain()
})
afterAll(() => testApp.close())

async function perform(): Promise<Id<'procedureLog'>> {
  const { status, body } = await testApp.call(token, procedureLogs.submitProcedureLog, {
    body: failedPerformance(own),
  })
  expect(status).toBe(200)
  return body.id
}
const queueOf = async (company: 'here' | 'there' = 'here') =>
  (
    await testApp.call(
      await testApp.signIn('administrator', company),
      automations.getEventQueue,
      {},
    )
  ).body

describe('the waiting events of a company', () => {
  it('are counted, and reported as a delay once the oldest waits for more than seconds', async () => {
    await perform()
    await perform()
    expect(await queueOf()).toMatchObject({ waiting: 2, failedCount: 0, isBehind: false })
    testApp.clock.advance(60_000)
    expect(await queueOf()).toMatchObject({ waiting: 2, isBehind: true })
    expect(await queueOf('there')).toMatchObject({ waiting: 0, oldestAt: null, isBehind: false })
    await testApp.app.outbox.drain()
    expect(await queueOf()).toMatchObject({ waiting: 0, oldestAt: null, isBehind: false })
  })

  it('that were given up are listed with their reason, and processed once when they are retried', async () => {
    const logId = await perform()
    const broken = startOutbox(testApp.app.kernel, {
      ...reactions,
      'procedure.performed': [() => Promise.reject(new Error('the disk is full'))],
    })
    for (let attempt = 0; attempt < 9; attempt += 1) {
      await broken.drain()
      testApp.clock.advance(10 * 60_000)
    }
    token = await testApp.signIn('administrator')
    const queue = await queueOf()
    expect(queue).toMatchObject({
      waiting: 0,
      failedCount: 1,
      failed: [{ procedureLogId: logId, reason: 'the disk is full' }],
    })
    expect(queue.failed[0]?.procedure).toContain('OURS')
    const elsewhere = await testApp.signIn('administrator', 'there')
    expect((await testApp.call(elsewhere, automations.retryEvents, {})).body).toEqual({ queued: 0 })
    expect((await testApp.call(token, automations.retryEvents, {})).body).toEqual({ queued: 1 })
    await testApp.app.outbox.drain()
    expect(await queueOf()).toMatchObject({ waiting: 0, failedCount: 0, failed: [] })
    const { body } = await testApp.call(token, tickets.listTickets, {
      body: { procedureLogId: logId },
    })
    expect(body.count).toBe(1)
  })

  it('that wait for a retry are not a delay, and unreadable ones are removed for good', async () => {
    const logId = await perform()
    const refused = Object.assign(new Error('Failed query: insert into "automation_run" …'), {
      query: 'insert into "automation_run" …',
      cause: new Error('the run cannot be'),
    })
    const broken = startOutbox(testApp.app.kernel, {
      ...reactions,
      'procedure.performed': [() => Promise.reject(refused)],
    })
    for (let attempt = 0; attempt < 9; attempt += 1) {
      await broken.drain()
      if (attempt === 6) {
        testApp.clock.advance(30_000)
        expect(await queueOf()).toMatchObject({ waiting: 1, isBehind: false })
      }
      testApp.clock.advance(10 * 60_000)
    }
    token = await testApp.signIn('administrator')
    const [event] = (await queueOf()).failed
    expect(event).toMatchObject({ procedureLogId: logId, reason: 'the run cannot be' })
    const params = { id: event?.id ?? 0 }
    const elsewhere = await testApp.signIn('administrator', 'there')
    expect((await testApp.call(elsewhere, automations.dismissEvent, { params })).status).toBe(404)
    expect((await testApp.call(elsewhere, automations.retryEvent, { params })).status).toBe(404)
    expect((await testApp.call(token, automations.retryEvent, { params })).body).toEqual({
      queued: 1,
    })
    expect((await testApp.call(token, automations.dismissEvent, { params })).status).toBe(404)
    for (let attempt = 0; attempt < 9; attempt += 1) {
      await broken.drain()
      testApp.clock.advance(10 * 60_000)
    }
    token = await testApp.signIn('administrator')
    expect((await testApp.call(token, automations.dismissEvent, { params })).body).toEqual({
      dismissed: true,
    })
    await testApp.app.outbox.drain()
    expect(await queueOf()).toMatchObject({ waiting: 0, failedCount: 0, failed: [] })
    expect(
      (await testApp.call(token, tickets.listTickets, { body: { procedureLogId: logId } })).body
        .count,
    ).toBe(0)
  })
})
