/**
 * Effects of the demo's rules in the last weeks. Alerts and calls are created as by a real run;
 * other effects are only recorded.
 */
import { randomUUID } from 'node:crypto'
import type { ActionByKind, ActionKind, AutomationAction } from '#contract/automation/actions.ts'
import type { Id } from '#contract/ids.ts'
import type { Scope } from '#kernel/access/scope.ts'
import * as tables from '#db/schema/index.ts'
import { recipientsOf } from '../modules/foundation/alerts/index.ts'
import { openTicket } from '../modules/work/automations/actions/openTicket.ts'
import type { PerformedLog } from '../modules/work/automations/facts.ts'
import { payloadOf } from '../modules/foundation/hooks/index.ts'
import { insertAll, type Seed } from './rows.ts'

const DAY = 86_400_000

type Rule = typeof tables.automation.$inferSelect
type Effect = Partial<typeof tables.automationEffect.$inferInsert>

export interface PastRun {
  seed: Seed
  scope: Scope
  rule: Rule
  performedLog: PerformedLog
  runId: Id<'automationRun'>
}

const effects: {
  [K in ActionKind]?: (run: PastRun, action: ActionByKind<K>) => Effect | Promise<Effect>
} = {
  sendAlert,
  async invokeHook(run, { hookId }) {
    return {
      outcome: 'done',
      deliveryId: await delivered(run, hookId),
      details: { hook: run.seed.words.systems.purchasing },
    }
  },
  changeStatus: ({ performedLog: { equipment } }, { statusId }) =>
    equipment === null
      ? { outcome: 'skipped', code: 'noEquipment' }
      : equipment.statusId === statusId
        ? { outcome: 'skipped', code: 'alreadySo', details: {} }
        : { outcome: 'done', details: {} },
  scheduleProcedure: (_run, { times }) => ({ outcome: 'done', details: { times } }),
  setAvailability: ({ performedLog }) => ({
    outcome: 'done',
    details: { person: performedLog.performer.name },
  }),
  updateMetadata: ({ seed, performedLog }) => ({
    outcome: 'done',
    details: {
      field: seed.words.fields.nextInspection,
      value: new Date(performedLog.log.doneAt.getTime() + 365 * DAY).toISOString().slice(0, 10),
    },
  }),
  removeScheduled: () => ({ outcome: 'skipped', code: 'nothingScheduled' }),
  openTicket: (run, action) => (action.perFault === true ? openTickets(run, action) : noTickets()),
  assignTicket: noTickets,
  changeTicketState: noTickets,
  closeTickets: noTickets,
}

async function openTickets(
  { scope, rule, performedLog, runId }: PastRun,
  action: ActionByKind<'openTicket'>,
): Promise<Effect> {
  const run = { id: runId, automationId: rule.id, name: rule.name }
  const acting = { scope, performedLog, run, ticketIds: [] }
  const [effect] = (await openTicket.executeSet?.([{ acting, action }])) ?? []
  if (effect === undefined) throw new Error('The action had no effect')
  const { madeTicketId, ...others } = effect
  return { ...others, ...(madeTicketId !== undefined && { ticketId: madeTicketId }) }
}

export async function effectOf(run: PastRun, action: AutomationAction): Promise<Effect> {
  // The compiler cannot see that the kind pairs effect and action.
  const effect = effects[action.kind] as
    | ((run: PastRun, action: AutomationAction) => Effect | Promise<Effect>)
    | undefined
  return (await effect?.(run, action)) ?? { outcome: 'done', details: {} }
}

function noTickets(): Effect {
  return { outcome: 'skipped', code: 'noTickets' }
}

async function sendAlert(
  { seed, scope, rule, performedLog: { log, location }, runId }: PastRun,
  action: ActionByKind<'sendAlert'>,
): Promise<Effect> {
  const about = { equipmentId: log.equipmentId, locationId: location?.id ?? null }
  const people = await recipientsOf(scope, action, { ...about, ticketIds: [] })
  if (people.length === 0) return { outcome: 'skipped', code: 'nobodyTold' }
  const [made] = await seed.db
    .insert(tables.alert)
    .values({
      companyId: seed.companyId,
      at: log.doneAt,
      createdAt: log.doneAt,
      kind: 'automation',
      level: action.level,
      text: action.text,
      runId,
      automationName: rule.name,
      procedureLogId: log.id,
      ...about,
    })
    .returning({ id: tables.alert.id })
  const seenAt =
    seed.now.getTime() - log.doneAt.getTime() > 7 * DAY
      ? new Date(log.doneAt.getTime() + 3_600_000)
      : null
  await seed.db.insert(tables.alertRecipient).values(
    people.map(({ id }) => ({
      companyId: seed.companyId,
      alertId: found(made).id,
      userId: id,
      seenAt,
    })),
  )
  return {
    outcome: 'done',
    alertId: found(made).id,
    details: {
      count: people.length,
      names: people
        .slice(0, 10)
        .map(({ name }) => name)
        .join(', '),
    },
  }
}

async function delivered(
  {
    seed: { db, companyId },
    rule,
    performedLog: { log, procedureName, performer, equipment },
    runId,
  }: PastRun,
  hookId: Id<'apiHook'>,
): Promise<Id<'hookDelivery'>> {
  const payload = payloadOf(
    {
      automation: { id: rule.id, name: rule.name },
      procedure: { id: log.procedureId, name: procedureName },
      log,
      performer,
      equipment: equipment && {
        id: equipment.id,
        name: equipment.name,
        equipmentId: equipment.equipmentId,
      },
      location: null,
    },
    false,
  )
  const key = randomUUID()
  // The receiver was down now and then, and accepted the second attempt.
  const isSlow = log.id % 4 === 0
  const [made] = await db
    .insert(tables.hookDelivery)
    .values({
      companyId,
      hookId,
      runId,
      automationId: rule.id,
      automationName: rule.name,
      procedureLogId: log.id,
      key,
      payload,
      isTest: false,
      state: 'delivered',
      attempts: isSlow ? 2 : 1,
      deliveredAt: log.doneAt,
      status: 202,
      createdAt: log.doneAt,
    })
    .returning({ id: tables.hookDelivery.id })
  const { id: deliveryId } = found(made)
  const facts = {
    companyId,
    deliveryId,
    method: 'POST',
    url: 'https://erp.stbrigid.example/hooks/plantroom',
    headers: {
      'user-agent': 'Plantroom',
      'idempotency-key': key,
      'content-type': 'application/json',
    },
  }
  await insertAll(db, tables.hookAttempt, [
    ...(isSlow
      ? [
          {
            ...facts,
            at: log.doneAt,
            milliseconds: 10_004,
            error: 'The operation was aborted due to timeout',
          },
        ]
      : []),
    {
      ...facts,
      at: new Date(log.doneAt.getTime() + (isSlow ? 5_000 : 0)),
      milliseconds: 180 + (log.id % 70),
      status: 202,
      body: '{"accepted":true}',
    },
  ])
  return deliveryId
}

function found<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('The demo lacks something its rules speak of')
  return value
}
