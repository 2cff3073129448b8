/**
 * The hospital's rules of every kind, and what they did in the last weeks: looked at by the same
 * matcher that runs them.
 */
import { randomUUID } from 'node:crypto'
import { and, eq, gte, inArray, sql } from 'drizzle-orm'
import type { AutomationAction } from '#contract/automation/actions.ts'
import { match } from '#contract/automation/match.ts'
import { referencesOf } from '#contract/automation/references.ts'
import type { Id } from '#contract/ids.ts'
import { systemActor } from '#kernel/access/actor.ts'
import { makeScope } from '#kernel/access/scope.ts'
import { recipientsOf } from '../modules/alerts/index.ts'
import { procedureLogsOf, type PerformedLog } from '../modules/automations/facts.ts'
import { payloadOf } from '../modules/hooks/index.ts'
import {
  alert,
  alertRecipient,
  automation,
  automationEffect,
  automationRun,
  equipmentFollower,
  hookAttempt,
  hookDelivery,
  outboxEvent,
  procedureLog,
  reference,
} from '#db/schema/index.ts'
import { plansOf, type Ground, type Planned } from './automationPlans.ts'
import { checklist } from './procedures.ts'
import { insertAll, insertMany, type Seed } from './rows.ts'

const DAY = 86_400_000
const DAYS_BEHIND = 30

type Rule = typeof automation.$inferSelect
type Effect = typeof automationEffect.$inferInsert

export async function seedAutomations(seed: Seed, ground: Ground): Promise<void> {
  const rules: Rule[] = []
  for (const plan of plansOf(seed.words, ground)) rules.push(await seedRule(seed, ground, plan))
  await seedFollowers(seed)
  await seedRuns(seed, rules)
}

async function seedRule(
  { db, companyId, now }: Seed,
  { lists }: Ground,
  { procedure, name, filters, actions, isActive = true, missing = [] }: Planned,
): Promise<Rule> {
  const madeAt = new Date(now.getTime() - 90 * DAY)
  const [rule] = await db
    .insert(automation)
    .values({
      companyId,
      procedureId: checklist(lists, procedure).id,
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
    and (equipment_id like 'MF-%' or equipment_id like 'IP-10_')
    and deleted_at is null) as thing
    cross join (select id from app_user where ${inArray(
      sql`id`,
      people.map(({ userId }) => userId),
    )}) as person`)
}

async function seedRuns(seed: Seed, rules: readonly Rule[]): Promise<void> {
  const { db, companyId, now } = seed
  const scope = makeScope({
    actor: systemActor(companyId, 'Europe/Prague', seed.language, {
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
        details: { hook: seed.words.systems.purchasing },
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
          field: seed.words.fields.nextInspection,
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
