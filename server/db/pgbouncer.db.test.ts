/**
 * Behind PgBouncer in transaction mode, clients share sessions. No state of one client may leak to
 * the next, and setup that a direct PostgreSQL needs once happens once.
 */
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { contract } from '#contract/index.ts'
import { failedPerformance } from '#tests/failedPerformance.ts'
import type { Fixtures } from '#tests/fixtures.ts'
import { openTestAppWithFixtures } from '#tests/fixturesTemplate.ts'
import { hasPgBouncer, startPgBouncer } from '#tests/pgbouncer.ts'
import type { TestApp } from '#tests/testApp.ts'
import { asSystem, inCompany } from '#kernel/data/transaction.ts'
import { startOutbox } from '#kernel/events/outbox.ts'
import { reactions } from '../modules.ts'
import { lentPool } from './pool.ts'

const isRun = inject('database').kind === 'postgres' && hasPgBouncer

describe.runIf(isRun)('the server behind PgBouncer in transaction mode', () => {
  let testApp: TestApp
  let bouncer: Awaited<ReturnType<typeof startPgBouncer>>
  let lent: pg.Pool
  let own: Fixtures
  let token: string

  beforeAll(async () => {
    ;({ testApp, token, fixtures: own } = await openTestAppWithFixtures())
    const { host, database } = testApp.database.pool
    bouncer = await startPgBouncer(host ?? '', database ?? '')
    lent = lentPool(bouncer.url)
    await testApp.app.outbox.drain()
  })
  afterAll(async () => {
    await lent.end()
    await bouncer.stop()
    await testApp.close()
  })

  it('ends company and role with their transaction, whichever session comes next', async () => {
    const seen = await Promise.all(
      Array.from({ length: 60 }, (_, turn) => {
        const companyId = turn % 2 === 0 ? testApp.here.id : testApp.there.id
        return inCompany(lent, companyId, async (db) => {
          const { rows } = await db.execute<{ id: number }>(
            'select distinct company_id as id from app_user',
          )
          return rows.every(({ id }) => id === companyId) && rows.length === 1
        })
      }),
    )
    expect(seen).not.toContain(false)
    const { rows } = await lent.query<{ who: string; company: string | null }>(
      `select current_user as who, nullif(current_setting('app.company_id', true), '') as company`,
    )
    expect(rows).toEqual([{ who: 'plantroom_owner', company: null }])
  })

  it('gives each transaction its time limits', async () => {
    const limits = await asSystem(lent, async (db) => {
      const { rows } = await db.execute<{ statement: string; idle: string }>(
        `select current_setting('statement_timeout') as statement,
          current_setting('idle_in_transaction_session_timeout') as idle`,
      )
      return rows[0]
    })
    expect(limits).toEqual({ statement: '1min', idle: '1min' })
  })

  it('records submissions once, with two workers at a time', async () => {
    for (let turn = 0; turn < 20; turn += 1)
      await testApp.call(token, contract.procedureLogs.submitProcedureLog, {
        body: failedPerformance(own),
      })
    const count = async () =>
      (await testApp.call(token, contract.tickets.listTickets, { body: { limit: 1 } })).body.count
    const before = await count()
    const kernel = { ...testApp.app.kernel, pool: lent }
    const workers = [startOutbox(kernel, reactions), startOutbox(kernel, reactions)]
    await Promise.all(workers.map((worker) => worker.drain()))
    expect((await count()) - before).toBe(20)
  })
})
