import { sql } from 'drizzle-orm'
import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import {
  actionKinds,
  type ActionKind,
  type AutomationAction,
} from '#contract/automation/actions.ts'
import { filledAction } from '#contract/automation/filledAction.ts'
import { contract } from '#contract/index.ts'
import type { Fixtures } from '#tests/fixtures.ts'
import { openTestAppWithFixtures } from '#tests/fixturesTemplate.ts'
import type { TestApp } from '#tests/testApp.ts'
import { startOutbox } from '#kernel/events/outbox.ts'
import * as tables from '#db/schema/index.ts'
import { asSystem } from '#kernel/data/transaction.ts'
import { reactions } from '../../../modules.ts'
import { deliverHooks } from '../../foundation/hooks/index.ts'
import { openPool } from '#db/pool.ts'

const hasSessions = inject('database').kind === 'postgres'
let testApp: TestApp
let own: Fixtures
let admin: string
let procedure: { id: number; version: number }
let elsewhere: pg.Pool
let effects: number
const keys: { key: string; log: number }[] = []
const { referenceData, equipment, referenceLists, procedureLogs, procedures } = contract

beforeAll(async () => {
  ;({
    testApp,
    token: admin,
    fixtures: own,
  } = await openTestAppWithFixtures({
    hooks: {
      call: ({ headers, body }) => {
        keys.push({
          key: headers['idempotency-key'] ?? '',
          log: (JSON.parse(body ?? '{}') as { log: { id: number } }).log.id,
        })
        return Promise.resolve({ status: 200, body: '' })
      },
    },
  }))
  elsewhere = openPool(testApp.database.pool)
  const home = (
    await testApp.call(admin, procedures.createProcedure, {
      body: { name: 'Round', typeId: own.procedureType ?? 0, target: 'equipment', questions: [] },
    })
  ).body
  const status = (
    await testApp.call(admin, referenceLists.createEquipmentStatus, {
      body: { name: 'Taken out', colour: 'red', isUsable: false },
    })
  ).body
  const field = (
    await testApp.call(admin, referenceData.createMetadataField, {
      body: { name: 'Next check', dataType: 'date', choices: [], unit: null, equipmentTypeIds: [] },
    })
  ).body
  const hook = (
    await testApp.call(admin, referenceData.createApiHook, {
      body: { name: 'Told', url: 'https://hooks.sample.test/in', method: 'POST', isActive: true },
    })
  ).body
  const recipients = {
    userIds: [testApp.here.users.technician],
    roleIds: [],
    available: false,
    followers: false,
    opener: false,
    assignee: false,
  }
  /**
   * Actions of kinds that need more than their references filled in. Null if another action here
   * writes the same table.
   */
  const filled: Partial<Record<ActionKind, object | null>> = {
    openTicket: {
      ticketTypeId: own.ticketType,
      title: null,
      assign: { by: 'user', userId: testApp.here.users.technician },
    },
    changeStatus: { statusId: status.id },
    sendAlert: {
      channels: ['email'],
      level: 'info',
      text: null,
      recipients,
      onlyWhoSeeEquipment: true,
      onlyWhoSeeLocation: true,
    },
    scheduleProcedure: { procedureId: home.id, times: 2, within: { by: 'days', days: 4 } },
    updateMetadata: {
      fieldId: field.id,
      change: { do: 'fromInterval', amount: 6, unit: 'months' },
    },
    invokeHook: { hookId: hook.id },
    assignTicket: null,
    changeTicketState: null,
    closeTickets: null,
    setAvailability: null,
    removeScheduled: null,
  }
  const others = actionKinds.filter((kind) => !(kind in filled))
  const actions = [
    ...Object.entries(filled).flatMap(([kind, action]) =>
      action === null ? [] : [{ kind, ...action }],
    ),
    ...others.map((kind) => {
      const action = filledAction(kind, (its) => own[its])
      if (action === null) throw new Error(`\`filled\` lacks an action of the kind ${kind}`)
      return action
    }),
  ] as unknown as AutomationAction[]
  effects = actions.length
  procedure = (
    await testApp.call(admin, procedures.updateProcedure, {
      params: { id: home.id },
      body: {
        version: home.version,
        triggeredEvents: [
          {
            id: null,
            name: 'Everything',
            event: { kind: 'procedureDone' },
            filters: [],
            actions,
            isActive: true,
            validFrom: null,
            validTo: null,
          },
        ],
      },
    })
  ).body
  await testApp.app.outbox.drain()
})
afterAll(async () => {
  await elsewhere.end()
  await testApp.close()
})

async function perform() {
  admin = await testApp.signIn('administrator')
  const thing = (
    await testApp.call(admin, equipment.createEquipment, {
      body: { name: `Pump ${crypto.randomUUID().slice(0, 13)}`, typeId: own.equipmentType ?? 0 },
    })
  ).body
  const log = await testApp.call(admin, procedureLogs.submitProcedureLog, {
    body: {
      clientKey: crypto.randomUUID(),
      procedureId: procedure.id,
      procedureVersion: procedure.version,
      equipmentId: thing.id,
      locationId: null,
      startedAt: '2026-11-20T08:55:00Z',
      answers: [],
    },
  })
  expect(log.status).toBe(200)
  return { logId: log.body.id, thing }
}

async function traces({ logId, thing }: Awaited<ReturnType<typeof perform>>) {
  await deliverHooks(testApp.app.kernel)
  const { rows } = await asSystem(testApp.pool, (db) =>
    db.execute(sql`with run as (select id from automation_run
      where procedure_log_id = ${logId}) select
    (select count(*)::int from run) as runs,
    (select count(*)::int from ticket where procedure_log_id = ${logId}) as tickets,
    (select count(*)::int from journal_entry
    where entity = 'equipment' and entity_id = ${thing.id} and by_kind = 'automation'
    and changes::text like '%"status"%') as statuses,
    (select count(*)::int from journal_entry
    where entity = 'equipment' and entity_id = ${thing.id} and by_kind = 'automation'
    and changes::text like '%"metadata"%') as metadata,
    (select count(*)::int from alert where procedure_log_id = ${logId}) as alerts,
    (select count(*)::int from rrule where made_by_run_id in (select id from run)) as schedules,
    (select count(*)::int from hook_delivery where procedure_log_id = ${logId}) as deliveries,
    (select count(*)::int from automation_effect
    where run_id in (select id from run) and outcome = 'done') as effects`),
  )
  // Messages are encrypted, so they must be decrypted to be filtered.
  const messages = await asSystem(testApp.pool, (db) => db.select().from(tables.message))
  const sent = messages.filter(({ subject, text }) => `${subject}${text}`.includes(thing.name))
  return {
    ...rows[0],
    messages: sent.length,
    keys: new Set(keys.filter(({ log }) => log === logId).map(({ key }) => key)).size,
  }
}
const NOTHING = {
  runs: 0,
  tickets: 0,
  statuses: 0,
  metadata: 0,
  alerts: 0,
  messages: 0,
  schedules: 0,
  deliveries: 0,
  effects: 0,
  keys: 0,
}
const ONCE = {
  runs: 1,
  tickets: 1,
  statuses: 1,
  metadata: 1,
  alerts: 1,
  messages: 1,
  schedules: 1,
  deliveries: 1,
  keys: 1,
}

async function standing(holder: pg.PoolClient, table: string): Promise<number> {
  for (let tries = 0; tries < 2_000; tries += 1) {
    const { rows } = await holder.query<{ pid: number }>(
      'select pid from pg_locks where relation = $1::regclass and not granted',
      [table],
    )
    if (rows[0]) return rows[0].pid
    await new Promise((done) => {
      setTimeout(done, 10)
    })
  }
  throw new Error(`No run came to ${table}`)
}

/**
 * In the order in which a run writes them: before its first write, between actions, within one,
 * before the last.
 */
const places = [
  'automation_run',
  'ticket',
  'ticket_assignment',
  'automation_effect',
  'equipment',
  'alert',
  'letter',
  'rrule',
  'rrule_object',
  'hook_delivery',
]

describe.runIf(hasSessions)('a run that loses its connection', () => {
  it.each(places)(
    'before it writes %s leaves nothing behind, and another server does all of it once',
    async (table) => {
      const performedLog = await perform()
      const holder = await elsewhere.connect()
      try {
        await holder.query(`begin; lock table ${table} in share mode`)
        const first = testApp.app.outbox.drain()
        await holder.query('select pg_terminate_backend($1)', [await standing(holder, table)])
        await holder.query('rollback')
        await first
      } finally {
        holder.release()
      }
      expect(await traces(performedLog)).toEqual(NOTHING)
      testApp.clock.advance(10_000) // retries are delayed
      const other = startOutbox({ ...testApp.app.kernel, pool: elsewhere }, reactions)
      await Promise.all([other.drain(), testApp.app.outbox.drain()])
      expect(await traces(performedLog)).toEqual({ ...ONCE, effects })
    },
  )
})

describe.runIf(hasSessions)('a set of runs that loses its connection', () => {
  it.each(places)('before it writes %s leaves none undone and does none twice', async (table) => {
    const performedLogs = [await perform(), await perform(), await perform()]
    const holder = await elsewhere.connect()
    try {
      await holder.query(`begin; lock table ${table} in share mode`)
      const first = testApp.app.outbox.drain()
      await holder.query('select pg_terminate_backend($1)', [await standing(holder, table)])
      await holder.query('rollback')
      await first // from here on, one at a time
    } finally {
      holder.release()
    }
    for (const each of performedLogs) expect(await traces(each)).toEqual({ ...ONCE, effects })
  })
})

describe.runIf(hasSessions)('two servers on one database', () => {
  it('process what was submitted through both once, hooks under one key', async () => {
    const performedLog = []
    for (let turn = 0; turn < 12; turn += 1) performedLog.push(await perform())
    const other = { ...testApp.app.kernel, pool: elsewhere }
    const outbox = startOutbox(other, reactions)
    await Promise.all([outbox.drain(), testApp.app.outbox.drain(), outbox.drain()])
    await Promise.all([deliverHooks(other), deliverHooks(testApp.app.kernel)])
    for (const each of performedLog) expect(await traces(each)).toEqual({ ...ONCE, effects })
  })
})
