/**
 * The hospital's rules of every kind, and what they did in the last weeks: looked at by the same
 * matcher that runs them.
 */
import { randomUUID } from 'node:crypto'
import { and, eq, gte, inArray, sql } from 'drizzle-orm'
import type { AutomationAction } from '#contract/automation/actions'
import type { AutomationFilter } from '#contract/automation/filters'
import { match } from '#contract/automation/match'
import { referencesOf } from '#contract/automation/references'
import type { Id } from '#contract/ids'
import { systemActor } from '../kernel/actor.ts'
import { makeScope } from '../kernel/scope.ts'
import { recipientsOf } from '../modules/alerts/index.ts'
import { procedureLogsOf, type PerformedLog } from '../modules/automations/facts.ts'
import { payloadOf } from '../modules/hooks/index.ts'
import {
  alert,
  alertRecipient,
  apiHook,
  assignRule,
  automation,
  automationEffect,
  automationRun,
  equipmentFollower,
  equipmentStatus,
  hookAttempt,
  hookDelivery,
  metadataField,
  outboxEvent,
  procedureLog,
  reference,
} from '../db/schema/index.ts'
import type { Checklist } from './procedures.ts'
import { insertAll, insertMany, type Seed } from './rows.ts'
import type { TicketKind } from './year.ts'

const DAY = 86_400_000
const DAYS_BEHIND = 30

interface Words {
  lists: readonly Checklist[]
  kinds: { repair: TicketKind; safety: TicketKind; cleaning: TicketKind }
  roleIds: { manager: Id<'role'>; technician: Id<'role'>; administrator: Id<'role'> }
}
interface Planned {
  procedure: string
  name: string
  filters: AutomationFilter[]
  actions: AutomationAction[]
  isActive?: boolean
  missing?: (typeof automation.$inferSelect)['missing']
}
type Rule = typeof automation.$inferSelect
type Effect = typeof automationEffect.$inferInsert

export async function seedAutomations(seed: Seed, words: Words): Promise<void> {
  const plans = await plansOf(seed, words)
  const rules: Rule[] = []
  for (const plan of plans) rules.push(await seedRule(seed, words, plan))
  await seedFollowers(seed)
  await seedRuns(seed, rules)
}

async function plansOf(
  { db, companyId }: Seed,
  { lists, kinds: { repair, safety, cleaning }, roleIds }: Words,
): Promise<Planned[]> {
  const statuses = await db
    .select()
    .from(equipmentStatus)
    .where(eq(equipmentStatus.companyId, companyId))
  const [hook] = await db.select().from(apiHook).where(eq(apiHook.companyId, companyId))
  const [agent] = await db.select().from(assignRule).where(eq(assignRule.companyId, companyId))
  const fields = await db.select().from(metadataField).where(eq(metadataField.companyId, companyId))
  const status = (name: string) => found(statuses.find((one) => one.name === name)).id
  const list = (name: string) => found(lists.find(({ spec }) => spec.name === name))
  const question = (procedure: string, title: string) =>
    found(list(procedure).questions.find((one) => one.title === title))
  const below = (value: number): AutomationFilter => ({
    kind: 'score',
    operator: 'lessThan',
    value,
  })
  const above = (value: number): AutomationFilter => ({
    kind: 'score',
    operator: 'greaterThan',
    value,
  })
  const tell = (
    change: Partial<Extract<AutomationAction, { kind: 'sendAlert' }>>,
    recipients: Partial<Extract<AutomationAction, { kind: 'sendAlert' }>['recipients']>,
  ): AutomationAction => ({
    kind: 'sendAlert',
    channels: [],
    level: 'warning',
    text: null,
    onlyWhoSeeEquipment: true,
    onlyWhoSeeLocation: true,
    ...change,
    recipients: {
      userIds: [],
      roleIds: [],
      available: false,
      followers: false,
      opener: false,
      assignee: false,
      ...recipients,
    },
  })
  const pump = list('Infusion pump check')
  const pads = question('Defibrillator daily check', 'Pads in date and sealed?')
  return [
    {
      procedure: 'Medicine fridge temperature',
      name: 'Fridge out of range',
      filters: [below(60)],
      actions: [
        tell(
          {
            level: 'error',
            channels: ['email', 'sms'],
            text: 'The cold chain may be broken. Move the medicines.',
          },
          { roleIds: [roleIds.manager, roleIds.administrator], followers: true },
        ),
        { kind: 'changeStatus', statusId: status('Calibration due') },
      ],
    },
    {
      procedure: 'Infusion pump check',
      name: 'Pump passed: back in use',
      filters: [above(95)],
      actions: [
        { kind: 'changeStatus', statusId: status('Available') },
        { kind: 'closeTickets', ticketTypeIds: [repair.id] },
        { kind: 'removeScheduled', procedureId: pump.id },
      ],
    },
    {
      procedure: 'Infusion pump check',
      name: 'Look twice more after a poor check',
      filters: [below(70)],
      actions: [
        {
          kind: 'scheduleProcedure',
          procedureId: pump.id,
          times: 2,
          within: { by: 'days', days: 7 },
        },
      ],
    },
    {
      procedure: 'Infusion pump check',
      name: 'Repair goes on',
      filters: [{ kind: 'score', operator: 'range', value: 60, to: 90 }],
      actions: [
        { kind: 'changeTicketState', ticketTypeId: repair.id, stateId: found(repair.states[1]).id },
      ],
    },
    {
      procedure: 'Defibrillator daily check',
      name: 'Order new pads',
      filters: [
        {
          kind: 'answer',
          questionId: pads.id as Id<'surveyQuestion'>,
          operator: 'isAnyOf',
          answerIds: [found(pads.answers[1]).id as Id<'surveyAnswer'>],
          value: null,
          to: null,
        },
      ],
      actions: [
        { kind: 'invokeHook', hookId: found(hook).id },
        tell({ level: 'info' }, { roleIds: [roleIds.manager] }),
      ],
    },
    {
      procedure: 'Defibrillator daily check',
      name: 'On duty after the morning check',
      filters: [{ kind: 'time', days: [1, 2, 3, 4, 5], from: '06:00', to: '10:00' }],
      actions: [
        {
          kind: 'setAvailability',
          who: { by: 'performer' },
          availability: { kind: 'hours', hours: 8 },
        },
      ],
    },
    {
      procedure: 'Ward round',
      name: 'Safety tickets find somebody',
      filters: [below(50), { kind: 'time', days: [1, 2, 3, 4, 5], from: null, to: null }],
      actions: [
        {
          kind: 'assignTicket',
          ticketTypeId: safety.id,
          assign: { by: 'rule', ruleId: found(agent).id },
        },
      ],
    },
    {
      procedure: 'Hand hygiene tracer',
      name: 'Hygiene below the goal',
      filters: [below(90)],
      actions: [tell({}, { roleIds: [roleIds.administrator, roleIds.manager] })],
    },
    {
      procedure: 'Fire extinguisher inspection',
      name: 'Write down the next inspection',
      filters: [],
      actions: [
        {
          kind: 'updateMetadata',
          fieldId: found(fields.find(({ name }) => name === 'Next inspection')).id,
          change: { do: 'fromInterval', amount: 12, unit: 'months' },
        },
      ],
    },
    {
      procedure: 'Room cleaning',
      name: 'Cleaning left undone',
      filters: [below(50)],
      actions: [
        {
          kind: 'openTicket',
          ticketTypeId: cleaning.id,
          title: null,
          assign: { by: 'rule', ruleId: found(agent).id },
        },
      ],
      isActive: false,
    },
    // Somebody removed the role it told; it waits for a person's look.
    {
      procedure: 'Ward round',
      name: 'Night rounds',
      filters: [{ kind: 'time', days: [], from: '20:00', to: '06:00' }, below(80)],
      actions: [
        tell({ channels: ['sms'] }, { roleIds: [2_000_000_001 as Id<'role'>], available: true }),
      ],
      isActive: false,
      missing: [{ kind: 'role', id: 2_000_000_001, name: 'Night shift lead' }],
    },
  ]
}

async function seedRule(
  { db, companyId, now }: Seed,
  { lists }: Words,
  { procedure, name, filters, actions, isActive = true, missing = [] }: Planned,
): Promise<Rule> {
  const madeAt = new Date(now.getTime() - 90 * DAY)
  const [rule] = await db
    .insert(automation)
    .values({
      companyId,
      procedureId: found(lists.find(({ spec }) => spec.name === procedure)).id,
      name,
      filters,
      actions,
      isActive,
      needsReview: missing.length > 0,
      missing,
      createdAt: madeAt,
      updatedAt: madeAt,
    })
    .returning()
  const made = found(rule)
  const named = [
    ...new Map(referencesOf(made).map((one) => [`${one.kind}:${one.id}`, one])).values(),
  ]
  if (named.length > 0)
    await db.insert(reference).values(
      named.map(({ kind, id }) => ({
        companyId,
        fromKind: 'automation' as const,
        fromId: made.id,
        toKind: kind,
        toId: id,
      })),
    )
  return made
}

/** Two of those who sign in follow a few fridges and pumps. */
async function seedFollowers({ db, companyId, users }: Seed): Promise<void> {
  const people = users.filter(({ role }) => role === 'administrator' || role === 'technician')
  await db.execute(sql`insert into ${equipmentFollower} (company_id, equipment_id,
    user_id) select ${companyId}, thing.id, person.id
    from (select id from equipment
    where company_id = ${companyId}
    and (name like 'Medicine fridge%' or name like 'Infusion pump 10_')
    and deleted_at is null) as thing
    cross join (select id from app_user where ${inArray(
      sql`id`,
      people.map(({ userId }) => userId),
    )}) as person`)
}

async function seedRuns(seed: Seed, rules: readonly Rule[]): Promise<void> {
  const { db, companyId, now } = seed
  const scope = makeScope({
    actor: systemActor(companyId, 'Europe/Prague', 'en', {
      kind: 'system',
      id: null,
      name: 'Plantroom',
    }),
    clock: { now: () => now },
    db,
    tags: [],
    open: () => {
      throw new Error('The seed is one transaction')
    },
  })
  for (const rule of rules) {
    const performedLog = (
      await procedureLogsOf(
        scope,
        and(
          eq(procedureLog.procedureId, rule.procedureId),
          gte(procedureLog.doneAt, new Date(now.getTime() - DAYS_BEHIND * DAY)),
        ),
        400,
      )
    ).toReversed()
    if (performedLog.length === 0) continue
    const events = await insertMany(
      db,
      outboxEvent,
      performedLog.map(({ log }) => ({
        companyId,
        payload: { type: 'procedure.performed' as const, procedureLogId: log.id },
        handledAt: log.doneAt,
        availableAt: log.doneAt,
      })),
    )
    const evaluations = performedLog.map((one, index) => ({
      one,
      eventId: events[index] ?? 0,
      ...match(rule.filters, one.facts),
    }))
    const runs = await insertMany(
      db,
      automationRun,
      evaluations.map(({ one, eventId, matched, verdicts }) => ({
        companyId,
        eventId,
        automationId: rule.id,
        automationName: rule.name,
        procedureLogId: one.log.id,
        at: one.log.doneAt,
        outcome: rule.isActive
          ? matched
            ? ('done' as const)
            : ('filtered' as const)
          : ('asleep' as const),
        verdicts,
        rule: { filters: rule.filters, actions: rule.actions },
      })),
    )
    const effects: Effect[] = []
    for (const [index, { one, matched, eventId }] of evaluations.entries()) {
      const runId = runs[index]
      if (!matched || !rule.isActive || runId === undefined) continue
      for (const [actionIndex, action] of rule.actions.entries()) {
        effects.push({
          companyId,
          runId,
          eventId,
          automationId: rule.id,
          actionIndex,
          kind: action.kind,
          createdAt: one.log.doneAt,
          ...(await effectOf(seed, scope, rule, action, one, runId)),
        })
      }
    }
    await insertAll(db, automationEffect, effects)
  }
}

/**
 * What it came to then: told and called for real, the rest as the run would have written it down.
 */
async function effectOf(
  seed: Seed,
  scope: Parameters<typeof recipientsOf>[0],
  rule: Rule,
  action: AutomationAction,
  one: PerformedLog,
  runId: Id<'automationRun'>,
): Promise<Partial<Effect>> {
  const { log, equipment } = one
  switch (action.kind) {
    case 'sendAlert': {
      const about = { equipmentId: log.equipmentId, locationId: one.location?.id ?? null }
      const people = await recipientsOf(scope, action, { ...about, ticketIds: [] })
      if (people.length === 0) return { outcome: 'skipped', code: 'nobodyTold' }
      const [made] = await seed.db
        .insert(alert)
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
        .returning({ id: alert.id })
      const seenAt =
        seed.now.getTime() - log.doneAt.getTime() > 7 * DAY
          ? new Date(log.doneAt.getTime() + 3_600_000)
          : null
      await seed.db.insert(alertRecipient).values(
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
    case 'invokeHook':
      return {
        outcome: 'done',
        deliveryId: await delivered(seed, rule, action.hookId, one, runId),
        details: { hook: 'Purchasing system' },
      }
    case 'changeStatus':
      return equipment === null
        ? { outcome: 'skipped', code: 'noEquipment' }
        : equipment.statusId === action.statusId
          ? { outcome: 'skipped', code: 'alreadySo', details: {} }
          : { outcome: 'done', details: {} }
    case 'scheduleProcedure':
      return { outcome: 'done', details: { times: action.times } }
    case 'setAvailability':
      return { outcome: 'done', details: { person: one.performer.name } }
    case 'updateMetadata':
      return {
        outcome: 'done',
        details: {
          field: 'Next inspection',
          value: new Date(log.doneAt.getTime() + 365 * DAY).toISOString().slice(0, 10),
        },
      }
    case 'removeScheduled':
      return { outcome: 'skipped', code: 'nothingScheduled' }
    case 'openTicket':
    case 'assignTicket':
    case 'changeTicketState':
    case 'closeTickets':
      return { outcome: 'skipped', code: 'noTickets' }
  }
}

async function delivered(
  { db, companyId }: Seed,
  rule: Rule,
  hookId: Id<'apiHook'>,
  { log, procedureName, performer, equipment }: PerformedLog,
  runId: Id<'automationRun'>,
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
  // the other side was away now and then, and took it at the second try
  const isSlow = log.id % 4 === 0
  const [made] = await db
    .insert(hookDelivery)
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
    .returning({ id: hookDelivery.id })
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
  await insertAll(db, hookAttempt, [
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
