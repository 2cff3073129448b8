/** Servers that are killed while rules wait for their time. Needs PostgreSQL, which outlives them. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { contract } from '#contract/index.ts'
import type { Id } from '#contract/ids.ts'
import { asSystem } from '#kernel/data/transaction.ts'
import { addressOf } from '#tests/database.ts'
import { root } from '#tests/root.ts'
import { startFromSource } from '#tests/sourceServer.ts'
import { openTestApp, type TestApp } from '#tests/testApp.ts'
import { stateDraft } from '#tests/ticketDesk.ts'
import { watchedRules } from '#tests/watchedRules.ts'

const { tickets } = contract
const TICKETS = 16
const LIVES = [900, 1_700, 600, 1_300]
const DATA_KEY = Buffer.from('0123456789abcdef'.repeat(4), 'hex')

let testApp: TestApp
let dataDir: string
beforeAll(async () => {
  if (inject('database').kind !== 'postgres') return
  testApp = await openTestApp({ sharedDatabase: true, dataKeys: [DATA_KEY] })
  testApp.clock.advance(Date.now() - testApp.clock.now().getTime())
  dataDir = mkdtempSync(join(tmpdir(), 'plantroom-killed-'))
})
afterAll(async () => {
  await testApp?.close()
  if (dataDir) rmSync(dataDir, { recursive: true, force: true })
})

const start = () =>
  startFromSource({
    dataDir,
    bundle: relative(root, inject('bundle')),
    env: {
      DATABASE_URL: addressOf(testApp.database),
      DATA_KEY: DATA_KEY.toString('hex'),
      DEMO: '0',
    },
  })

/** Tickets whose deadlines come one after the other, some while no server runs. */
async function ticketsDue(first: number, each: number): Promise<Id<'ticket'>[]> {
  const admin = await testApp.signIn('administrator')
  const { body: type } = await testApp.call(admin, tickets.createTicketType, {
    body: {
      name: 'Promised',
      colour: 'red',
      states: [stateDraft('New', 'open', null), stateDraft('Done', 'closed', null)],
    },
  })
  const ids: Id<'ticket'>[] = []
  for (let index = 0; index < TICKETS; index += 1) {
    const { body } = await testApp.call(admin, tickets.openTicket, {
      body: { title: `Promise ${index}`, ticketTypeId: type.id },
    })
    ids.push(body.id)
  }
  await asSystem(testApp.pool, (db) =>
    db.execute(sql`update ticket set due_by = clock_timestamp()
      + (${first} + ${each} * (id - ${ids[0] ?? 0})) * interval '1 millisecond'
      where id = any(${`{${ids.join(',')}}`}::int[])`),
  )
  return ids
}

describe.runIf(inject('database').kind === 'postgres')('a server killed while rules wait', () => {
  it('acts once for each subject, and not before its time', async () => {
    const admin = await testApp.signIn('administrator')
    const rules = await watchedRules(testApp, () => admin)
    const rule = await rules.save(
      { kind: 'ticketOverdue', ticketTypeIds: [], whenOver: 'nothing' },
      'Overdue',
    )
    const ids = await ticketsDue(1_000, 600)
    for (const life of LIVES) {
      const server = await start()
      await wait(life)
      server.child.kill('SIGKILL')
      await server.stop()
    }
    const last = await start()
    const acted = () =>
      asSystem(testApp.pool, (db) =>
        db.execute<{ ticketId: number; runs: number; opened: number; isEarly: boolean }>(sql`
          select ticket.id as "ticketId", count(distinct run.id)::int as runs,
            count(effect.ticket_id)::int as opened, bool_or(run.at < ticket.due_by) as "isEarly"
          from ticket
          join automation_wait wait on wait.subject_id = ticket.id
            and wait.automation_id = ${rule.id}
          join automation_run run on run.wait_id = wait.id
          left join automation_effect effect on effect.run_id = run.id
          where ticket.id = any(${`{${ids.join(',')}}`}::int[]) group by ticket.id order by ticket.id`),
      )
    try {
      await expect
        .poll(async () => (await acted()).rows.length, { timeout: 40_000, interval: 200 })
        .toBe(TICKETS)
      await wait(500)
      expect((await acted()).rows).toEqual(
        ids.map((ticketId) => ({ ticketId, runs: 1, opened: 1, isEarly: false })),
      )
    } finally {
      await last.stop()
    }
  }, 120_000)
})
