/**
 * The hospital's rules and their runs of the last weeks, evaluated by the product's own matcher.
 */
import { and, eq, gte, inArray, isNull, sql } from 'drizzle-orm'
import { match } from '#contract/automation/match.ts'
import { referencesOf } from '#contract/automation/references.ts'
import { systemActor, type Cause } from '#kernel/access/actor.ts'
import { makeScope, type Scope } from '#kernel/access/scope.ts'
import { ofCompany } from '#kernel/data/ofCompany.ts'
import { procedureLogsOf } from '../modules/work/automations/facts.ts'
import * as tables from '#db/schema/index.ts'
import { effectOf } from './automationEffects.ts'
import { plansOf, type Ground, type Planned } from './automationPlans.ts'
import { checklist } from './procedures.ts'
import { insertAll, insertMany, type Seed } from './rows.ts'

const DAY = 86_400_000
const DAYS_BEHIND = 30

type Rule = typeof tables.automation.$inferSelect
type Effect = typeof tables.automationEffect.$inferInsert

export async function seedAutomations(seed: Seed, ground: Ground): Promise<void> {
  const rules: Rule[] = []
  for (const plan of plansOf(seed, ground)) rules.push(await seedRule(seed, ground, plan))
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
    .insert(tables.automation)
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
    await db.insert(tables.reference).values(
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

async function seedFollowers({ db, companyId, users }: Seed): Promise<void> {
  const people = users.filter(({ role }) => role === 'administrator' || role === 'technician')
  await db.execute(sql`insert into ${tables.equipmentFollower} (company_id, equipment_id,
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
  const scopeAt = (at: Date, cause: Cause): Scope =>
    makeScope({
      actor: systemActor(companyId, 'Europe/Prague', seed.language, cause),
      clock: { now: () => at },
      db,
      tags: [],
      open: () => {
        throw new Error('The seed is one transaction')
      },
    })
  const scope = scopeAt(now, { kind: 'system', id: null, name: 'Plantroom' })
  for (const rule of rules) {
    if (rule.procedureId === null) continue
    const performedLog = (
      await procedureLogsOf(
        scope,
        and(
          eq(tables.procedureLog.procedureId, rule.procedureId),
          gte(tables.procedureLog.doneAt, new Date(now.getTime() - DAYS_BEHIND * DAY)),
        ),
        400,
      )
    ).toReversed()
    if (performedLog.length === 0) continue
    const events = await insertMany(
      db,
      tables.outboxEvent,
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
      tables.automationRun,
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
          ...(await effectOf(
            {
              seed,
              scope: scopeAt(one.log.doneAt, {
                kind: 'automation',
                id: rule.id,
                name: rule.name ?? '',
              }),
              rule,
              performedLog: one,
              runId,
            },
            action,
          )),
        })
      }
    }
    await insertAll(db, tables.automationEffect, effects)
  }
  await db
    .update(tables.outboxEvent)
    .set({ handledAt: now })
    .where(ofCompany(tables.outboxEvent, companyId, isNull(tables.outboxEvent.handledAt)))
}

function found<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('The demo lacks something its rules speak of')
  return value
}
