import { sql } from 'drizzle-orm'
import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { contract } from '#contract/index.ts'
import type { Id } from '#contract/ids.ts'
import { openPool } from '#db/pool.ts'
import { asSystem } from '#kernel/data/transaction.ts'
import { startOutbox } from '#kernel/events/outbox.ts'
import { cutBefore } from '#tests/cutConnection.ts'
import { openRuleApp, type RuleApp } from '#tests/ruleApp.ts'
import { reactions } from '../../../modules.ts'
import { makeLook } from './index.ts'

const hasSessions = inject('database').kind === 'postgres'
const { automations, tickets } = contract
let app: RuleApp
let elsewhere: pg.Pool
beforeAll(async () => {
  app = await openRuleApp()
  elsewhere = openPool(app.testApp.database.pool)
  const ticketTypeId = (app.own.ticketType ?? 0) as Id<'ticketType'>
  app.testApp.clock.advance(1_000)
  const saved = await app.testApp.call(app.admin, automations.createAutomation, {
    body: {
      name: 'Answers',
      event: { kind: 'ticketOpened', ticketTypeIds: [] },
      filters: [],
      actions: [{ kind: 'openTicket', ticketTypeId, title: 'Answer', assign: null }],
      isActive: true,
      validFrom: null,
      validTo: null,
    },
  })
  if (saved.status !== 200) throw new Error('The rule was not saved')
  await app.testApp.app.outbox.drain()
})
afterAll(async () => {
  await elsewhere.end()
  await app.testApp.close()
})

const cut = (table: string, work: () => Promise<unknown>) => cutBefore(elsewhere, table, work)

const opened = async (title: string) => {
  app.testApp.clock.advance(1_000)
  const { body } = await app.testApp.call(app.admin, tickets.openTicket, {
    body: { title, ticketTypeId: (app.own.ticketType ?? 0) as Id<'ticketType'> },
  })
  return body.id
}

const runsAbout = async (ticketId: number) => {
  const { rows } = await asSystem(app.testApp.pool, (db) =>
    db.execute<{ runs: number; tickets: number }>(sql`with run as (select id from automation_run
      where subject->>'kind' = 'ticket' and (subject->>'id')::int = ${ticketId} and outcome = 'done')
      select (select count(*)::int from run) as runs,
        (select count(*)::int from ticket where automation_run_id in (select id from run)) as tickets`),
  )
  return rows[0]
}

const ONCE = { runs: 1, tickets: 1 }

describe.runIf(hasSessions)('a server that is killed', () => {
  it.each(['automation_wait', 'outbox_event'])(
    'in a look, before it writes %s, leaves nothing behind, and another server acts once',
    async (table) => {
      const ticketId = await opened(`Cut before ${table}`)
      await cut(table, makeLook(app.testApp.app.kernel))
      await app.testApp.app.outbox.drain()
      expect(await runsAbout(ticketId)).toEqual({ runs: 0, tickets: 0 })
      const other = { ...app.testApp.app.kernel, pool: elsewhere }
      const looks = [makeLook(other), makeLook(app.testApp.app.kernel)]
      await Promise.all(looks.map((look) => look()))
      for (const look of looks) await look()
      const outbox = startOutbox(other, reactions)
      await Promise.all([outbox.drain(), app.testApp.app.outbox.drain()])
      expect(await runsAbout(ticketId)).toEqual(ONCE)
    },
  )

  it.each(['automation_run', 'ticket', 'automation_effect'])(
    'in a run, before it writes %s, acts once when the event comes again',
    async (table) => {
      const ticketId = await opened(`Cut in a run before ${table}`)
      await makeLook(app.testApp.app.kernel)()
      await cut(table, () => app.testApp.app.outbox.drain())
      app.testApp.clock.advance(10_000) // retries are delayed
      const outbox = startOutbox({ ...app.testApp.app.kernel, pool: elsewhere }, reactions)
      await Promise.all([outbox.drain(), app.testApp.app.outbox.drain()])
      expect(await runsAbout(ticketId)).toEqual(ONCE)
    },
  )
})
