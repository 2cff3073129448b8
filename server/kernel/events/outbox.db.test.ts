import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it, vi } from 'vitest'
import { contract } from '#contract/index.ts'
import type { Id } from '#contract/ids.ts'
import { failedPerformance } from '#tests/failedPerformance.ts'
import type { Fixtures } from '#tests/fixtures.ts'
import { openTestAppWithFixtures } from '#tests/fixturesTemplate.ts'
import type { TestApp } from '#tests/testApp.ts'
import { reactions } from '../../modules.ts'
import type { Reactions } from './eventSet.ts'
import { startOutbox } from './outbox.ts'
import { asSystem, inCompany } from '#kernel/data/transaction.ts'

let testApp: TestApp
let own: Fixtures
let token: string

beforeAll(async () => {
  ;({ testApp, token, fixtures: own } = await openTestAppWithFixtures())
  await testApp.app.outbox.drain()
})
afterAll(() => testApp.close())

let logId: Id<'procedureLog'>
beforeEach(async () => {
  token = await testApp.signIn('administrator')
  logId = await perform()
})

const putEvents = (companyId: number, count: number) =>
  asSystem(testApp.pool, (db) =>
    db.execute(sql`insert into outbox_event (company_id, payload, available_at)
      select ${companyId}::int, ${JSON.stringify({ type: 'procedure.performed', procedureLogId: logId })}::jsonb,
        ${testApp.clock.now()}::timestamptz from generate_series(1, ${count}::int)`),
  )

const ticketsOf = async (procedureLogId = logId) =>
  (await testApp.call(token, contract.tickets.listTickets, { body: { procedureLogId } })).body.count
const waiting = () =>
  inCompany(
    testApp.pool,
    testApp.here.id,
    async (db) =>
      (
        await db.execute(
          sql`select attempts, failed_at is not null as failed, handled_at is not null as handled
            from outbox_event where payload->>'procedureLogId' = ${String(logId)}`,
        )
      ).rows[0],
  )

const failingAfter = (fail: () => void): Reactions => ({
  ...reactions,
  'procedure.performed': [
    ...reactions['procedure.performed'],
    () => {
      fail()
      return Promise.resolve()
    },
  ],
})

const perform = async () => {
  const answer = await testApp.call(token, contract.procedureLogs.submitProcedureLog, {
    body: failedPerformance(own),
  })
  if (answer.status !== 200) throw new Error(`The performance was refused with ${answer.status}`)
  return answer.body.id
}

describe('the outbox worker', () => {
  it('opens one ticket for one low score', async () => {
    expect(await ticketsOf()).toBe(0)
    await testApp.app.outbox.drain()
    expect(await ticketsOf()).toBe(1)
  })

  it('leaves nothing half done when a reaction fails after opening a ticket, and opens exactly one at the retry', async () => {
    let broken = true
    const outbox = startOutbox(
      testApp.app.kernel,
      failingAfter(() => {
        if (broken) throw new Error('the disk is full')
      }),
    )
    await outbox.drain()
    expect(await ticketsOf()).toBe(0)
    expect(await waiting()).toMatchObject({ attempts: 1, failed: false, handled: false })
    broken = false
    await outbox.drain()
    expect(await ticketsOf()).toBe(0)
    testApp.clock.advance(10_000)
    await outbox.drain()
    expect(await ticketsOf()).toBe(1)
  })

  it('gives up after the last attempt and keeps the error', async () => {
    const outbox = startOutbox(
      testApp.app.kernel,
      failingAfter(() => {
        throw new Error('never works')
      }),
    )
    for (let attempt = 0; attempt < 9; attempt += 1) {
      await outbox.drain()
      testApp.clock.advance(10 * 60_000)
    }
    expect(await waiting()).toMatchObject({ attempts: 8, failed: true, handled: false })
    token = await testApp.signIn('administrator')
    expect(await ticketsOf()).toBe(0)
  })

  it('looks for events rarely while nothing changes, and soon again after one failed', async () => {
    const { kernel } = testApp.app
    const noteChange = vi.fn()
    const start = vi.fn(() => ({ wake: () => undefined }))
    const outbox = startOutbox(
      { ...kernel, jobs: { ...kernel.jobs, start, noteChange } },
      failingAfter(() => {
        throw new Error('the disk is full')
      }),
      { poll: true },
    )
    expect(start).toHaveBeenCalledWith(
      expect.objectContaining({ name: 'events', every: 5_000, everyIdle: 30_000 }),
    )
    await outbox.drain()
    expect(noteChange).toHaveBeenCalled()
  })

  it('makes no second effect when the same event is processed again', async () => {
    await testApp.app.outbox.drain()
    await inCompany(testApp.pool, testApp.here.id, (db) =>
      db.execute(
        sql`update outbox_event set handled_at = null
          where payload->>'procedureLogId' = ${String(logId)}`,
      ),
    )
    await testApp.app.outbox.drain()
    expect(await ticketsOf()).toBe(1)
  })

  it('processes the other events of a set when one fails, each once', async () => {
    const others = [await perform(), await perform(), await perform()]
    const sets: number[] = []
    const outbox = startOutbox(testApp.app.kernel, {
      ...reactions,
      'procedure.performed': [
        ...reactions['procedure.performed'],
        (events) => {
          sets.push(events.length)
          if (events.some(({ payload }) => payload.procedureLogId === logId))
            throw new Error('poison')
          return Promise.resolve()
        },
      ],
    })
    await outbox.drain()
    expect(sets).toEqual([4, 1, 1, 1, 1])
    expect(await ticketsOf()).toBe(0)
    expect(await waiting()).toMatchObject({ attempts: 1, handled: false })
    for (const id of others) expect(await ticketsOf(id)).toBe(1)
    await testApp.app.outbox.drain()
  })

  it('sets aside an event that it cannot parse, and continues', async () => {
    await inCompany(testApp.pool, testApp.here.id, (db) =>
      db.execute(
        sql`update outbox_event set payload = payload || '{"type": "pump.sang"}'
          where payload->>'procedureLogId' = ${String(logId)}`,
      ),
    )
    const other = await perform()
    await testApp.app.outbox.drain()
    expect(await ticketsOf(other)).toBe(1)
    expect(await waiting()).toMatchObject({ attempts: 1, handled: false })
  })

  it('leaves postponed events for the next set, in their order', async () => {
    const ids = [logId, await perform(), await perform()]
    const sets: number[][] = []
    const outbox = startOutbox(testApp.app.kernel, {
      ...reactions,
      'procedure.performed': [
        (events) => {
          sets.push(events.map(({ payload }) => payload.procedureLogId))
          return Promise.resolve(events.slice(1).map(({ id }) => id))
        },
      ],
    })
    await outbox.drain()
    expect(sets.map(([first]) => first)).toEqual(ids)
    expect(sets.at(-1)).toEqual(ids.slice(-1))
  })

  it('serves companies in turn, a set each, so that a busy one delays no other', async () => {
    await testApp.app.outbox.drain()
    await putEvents(testApp.here.id, 450)
    await putEvents(testApp.there.id, 1)
    const sets: [number, number][] = []
    const outbox = startOutbox(testApp.app.kernel, {
      ...reactions,
      'procedure.performed': [
        (events) => {
          sets.push([events[0]?.scope.actor.companyId ?? 0, events.length])
          return Promise.resolve()
        },
      ],
    })
    await outbox.drain()
    expect(sets).toEqual([
      [testApp.here.id, 200],
      [testApp.there.id, 1],
      [testApp.here.id, 200],
      [testApp.here.id, 50],
    ])
  })

  it.runIf(inject('database').kind === 'postgres')(
    'continues with other companies while another server processes one, and returns to it',
    async () => {
      await testApp.app.outbox.drain()
      await putEvents(testApp.here.id, 1)
      await putEvents(testApp.there.id, 1)
      const answered: number[] = []
      const outbox = startOutbox(testApp.app.kernel, {
        ...reactions,
        'procedure.performed': [
          (events) => {
            answered.push(events[0]?.scope.actor.companyId ?? 0)
            return Promise.resolve()
          },
        ],
      })
      const other = await testApp.pool.connect()
      await other.query(
        `begin; select pg_advisory_xact_lock(hashtext('outbox'), ${testApp.here.id})`,
      )
      const drained = outbox.drain()
      await vi.waitFor(() => expect(answered).toEqual([testApp.there.id]), { timeout: 10_000 })
      await other.query('commit')
      other.release()
      await drained
      expect(answered).toEqual([testApp.there.id, testApp.here.id])
    },
  )

  it('opens one ticket for each event when two workers drain at once', async () => {
    const other = startOutbox(testApp.app.kernel, reactions)
    await Promise.all([testApp.app.outbox.drain(), other.drain()])
    expect(await ticketsOf()).toBe(1)
  })
})
