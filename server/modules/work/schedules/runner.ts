/**
 * The schedule runner creates occurrences, sends reminders, marks them late and closes them. It
 * depends only on stored data and the current time, never on its last run. So restarts, pauses and
 * second servers are harmless.
 */
import { and, asc, eq, inArray, isNull, notInArray, sql } from 'drizzle-orm'
import type { Id } from '#contract/ids.ts'
import { nextRolling } from '#contract/recurrence/rolling.ts'
import { applyCommands, settle, type Made } from '#contract/recurrence/settle.ts'
import { zoneRelease } from '#contract/timeZones/pinnedOffsets.ts'
import * as tables from '#db/schema/index.ts'
import { ofCompany } from '#kernel/data/ofCompany.ts'
import { systemActor } from '#kernel/access/actor.ts'
import { isDue } from '#kernel/events/dueTimes.ts'
import type { Kernel } from '#kernel/kernel.ts'
import { makeScope, type Scope } from '#kernel/access/scope.ts'
import { asSystem, inCompany } from '#kernel/data/transaction.ts'
import { nextVersion } from '#kernel/data/updateVersioned.ts'
import type { Tag } from '#contract/endpoint.ts'
import { groupBy } from '#contract/rules/groupBy.ts'
import { allObjects } from './objects.ts'
import { carryOut, nextChangeOf, toMadeOccurrence } from './carryOut.ts'
import { settleByUse } from './settleByUse.ts'
import { timeOf, type CompanyTime } from '../../foundation/company/index.ts'
import { draftOf } from './readRules.ts'
import { planOf, settledSchedule } from './schedule.ts'
import { storedReleaseIfOther } from './zoneUpgrade.ts'

type Rule = typeof tables.rrule.$inferSelect
type Thing = typeof tables.rruleObject.$inferSelect
type Kept = typeof tables.occurrence.$inferSelect

const OPEN = ['planned', 'due', 'late'] as const
/** Longest pause between evaluations of a schedule, because equipment and settings change. */
const LONGEST_WAIT = 15 * 60_000

export async function runSchedules(kernel: Kernel): Promise<number> {
  const waiting = await asSystem(kernel.pool, (db) =>
    db
      .select({
        id: tables.rrule.id,
        companyId: tables.rrule.companyId,
        timezone: tables.company.timezone,
        language: tables.company.language,
      })
      .from(tables.rrule)
      .innerJoin(tables.company, eq(tables.company.id, tables.rrule.companyId))
      .where(
        and(
          isNull(tables.rrule.deletedAt),
          eq(tables.rrule.isActive, true),
          isDue(tables.rrule.nextEvaluationAt, kernel.clock.now(), LONGEST_WAIT),
        ),
      )
      .orderBy(asc(tables.rrule.nextEvaluationAt))
      .limit(1_000),
  )
  if (waiting.length === 0) return 0
  const other = await asSystem(kernel.pool, storedReleaseIfOther)
  if (other !== null) {
    kernel.log.error(
      { zoneData: zoneRelease, occurrences: other },
      'no occurrences are written: they follow another release of the tz database',
    )
    return 0
  }
  for (const { id, companyId, timezone, language } of waiting) {
    const tags: Tag[] = []
    const actor = systemActor(companyId, timezone, language, {
      kind: 'system',
      id: null,
      name: 'Plantroom',
    })
    await inCompany(kernel.pool, companyId, (db) =>
      evaluateRule(
        makeScope({
          actor,
          clock: kernel.clock,
          db,
          tags,
          open: () => {
            throw new Error('The runner is already inside its transaction')
          },
        }),
        id,
      ),
    ).catch((error: unknown) =>
      kernel.log.error({ err: error, rruleId: id }, 'a schedule rule could not be run'),
    )
    if (tags.length > 0) kernel.live.publish(companyId, tags)
  }
  return waiting.length
}

export async function evaluateRule(scope: Scope, id: Id<'rrule'>): Promise<void> {
  const {
    db,
    actor: { companyId },
    clock,
  } = scope
  // The row lock ensures one runner per schedule; another server skips it.
  const [rule] = await db
    .select()
    .from(tables.rrule)
    .where(
      ofCompany(
        tables.rrule,
        companyId,
        eq(tables.rrule.id, id),
        isNull(tables.rrule.deletedAt),
        eq(tables.rrule.isActive, true),
      ),
    )
    .for('update', { skipLocked: true })
  if (!rule) return
  const [procedure] = await db
    .select({ name: tables.procedure.name })
    .from(tables.procedure)
    .where(
      ofCompany(
        tables.procedure,
        companyId,
        eq(tables.procedure.id, rule.procedureId),
        isNull(tables.procedure.deletedAt),
        eq(tables.procedure.isActive, true),
      ),
    )
  if (!procedure)
    return void (await db
      .update(tables.rrule)
      .set({ nextEvaluationAt: new Date(clock.now().getTime() + LONGEST_WAIT) })
      .where(ofCompany(tables.rrule, companyId, eq(tables.rrule.id, id))))
  const time = await timeOf(scope)
  await matchTargets(scope, rule)
  if (rule.kind === 'byUse') {
    const nextAt = await settleByUse(scope, rule, { time, procedureName: procedure.name })
    await setNextEvaluation(scope, id, nextAt)
    return
  }
  const things = await targetsOf(scope, rule)
  const now = clock.now().toISOString()
  const kept = await keptOf(scope, rule)
  const schedule = settledSchedule(draftOf(rule))
  const alike = groupBy(things, (thing) =>
    JSON.stringify([thing.since, (kept.get(keyOf(thing)) ?? []).map(toMadeOccurrence)]),
  )
  let next = Number.POSITIVE_INFINITY
  // Expanding the rule is most of an evaluation, and every group has the same plan.
  let planned: { at: string | null } | undefined
  const nextPlanned = () => (planned ??= { at: nextPlannedOf(rule, time, now) }).at
  for (const group of alike.values()) {
    const [first] = group
    if (!first) continue
    const made = (kept.get(keyOf(first)) ?? []).map(toMadeOccurrence)
    const commands = settle({
      schedule,
      calendar: time.calendar,
      zone: time.zone,
      weekStart: time.weekStart,
      activeFrom: first.since.toISOString(),
      made,
      now,
    })
    await carryOut(scope, rule, procedure.name, group, commands)
    const after = applyCommands(made, commands)
    const own = rule.kind === 'specific' ? nextPlanned() : nextAfter(rule, time, after)
    next = Math.min(next, nextChangeOf(after, now), own === null ? Infinity : Date.parse(own))
  }
  await setNextEvaluation(scope, id, next)
}

async function setNextEvaluation(
  { db, actor, clock }: Scope,
  id: Id<'rrule'>,
  next: number,
): Promise<void> {
  const nextEvaluationAt = new Date(Math.min(next, clock.now().getTime() + LONGEST_WAIT))
  await db
    .update(tables.rrule)
    .set({ nextEvaluationAt })
    .where(ofCompany(tables.rrule, actor.companyId, eq(tables.rrule.id, id)))
}

const keyOf = ({
  equipmentId,
  locationId,
}: {
  equipmentId: number | null
  locationId: number | null
}) => `${equipmentId ?? ''}/${locationId ?? ''}`

/** Adds matching targets to the schedule. Removes others and closes their open occurrences. */
async function matchTargets(scope: Scope, rule: Rule): Promise<void> {
  const {
    db,
    actor: { companyId },
    clock,
  } = scope
  const column =
    rule.objects === 'equipment' ? tables.rruleObject.equipmentId : tables.rruleObject.locationId
  const fitting = allObjects(companyId, rule)
  const mine = ofCompany(tables.rruleObject, companyId, eq(tables.rruleObject.rruleId, rule.id))
  const isNew =
    (await db.select({ id: tables.rruleObject.id }).from(tables.rruleObject).where(mine).limit(1))
      .length === 0
  // Targets of a new schedule count from its start, later ones from now.
  const since = isNew ? rule.activeFrom : clock.now()
  await db.execute(
    sql`insert into ${tables.rruleObject} (company_id, rrule_id,
      ${sql.raw(rule.objects === 'equipment' ? 'equipment_id' : 'location_id')},
      since) select ${companyId}, ${rule.id}, fitting.id, ${since}
      from (${fitting}) as fitting on conflict do nothing`,
  )
  const gone = await db
    .delete(tables.rruleObject)
    .where(and(mine, sql`(${column} is null or ${column} not in (${fitting}))`))
    .returning()
  if (gone.length > 0) {
    const ids = gone
      .map((thing) => (rule.objects === 'equipment' ? thing.equipmentId : thing.locationId))
      .filter((thing): thing is NonNullable<typeof thing> => thing !== null)
    const whose =
      rule.objects === 'equipment' ? tables.occurrence.equipmentId : tables.occurrence.locationId
    await db
      .update(tables.occurrence)
      .set({ state: 'closed', ...nextVersion(tables.occurrence, clock.now()) })
      .where(
        ofCompany(
          tables.occurrence,
          companyId,
          eq(tables.occurrence.rruleId, rule.id),
          inArray(sql`${whose}`, ids),
          inArray(tables.occurrence.state, [...OPEN]),
        ),
      )
    scope.changed('Occurrence', 'Rrule')
  }
}

const targetsOf = ({ db, actor }: Scope, { id }: Rule): Promise<Thing[]> =>
  db
    .select()
    .from(tables.rruleObject)
    .where(ofCompany(tables.rruleObject, actor.companyId, eq(tables.rruleObject.rruleId, id)))
    .orderBy(asc(tables.rruleObject.id))

async function keptOf(
  { db, actor: { companyId } }: Scope,
  rule: Rule,
): Promise<Map<string, Kept[]>> {
  const mine = ofCompany(
    tables.occurrence,
    companyId,
    eq(tables.occurrence.rruleId, rule.id),
    sql`${tables.occurrence.at} >= ${rule.activeFrom}`,
  )
  const open = await db
    .select()
    .from(tables.occurrence)
    .where(and(mine, inArray(tables.occurrence.state, [...OPEN])))
  const over = await db
    .select()
    .from(tables.occurrence)
    .where(and(mine, notInArray(tables.occurrence.state, [...OPEN])))
    .orderBy(sql`${tables.occurrence.at} desc`)
    .limit(50_000)
  const newest = new Map<string, Kept[]>()
  // A rolling schedule counts its repeats, so all its occurrences are read. A calendar schedule
  // needs only the newest three.
  for (const row of over) {
    const known = newest.get(keyOf(row)) ?? []
    if (rule.kind !== 'rolling' && known.length >= 3) continue
    known.push(row)
    newest.set(keyOf(row), known)
  }
  for (const [key, rows] of groupBy(open, keyOf))
    newest.set(key, (newest.get(key) ?? []).concat(rows))
  for (const rows of newest.values()) rows.sort((a, b) => a.at.getTime() - b.at.getTime())
  return newest
}

const nextPlannedOf = (rule: Rule, time: CompanyTime, now: string): string | null =>
  planOf(draftOf(rule), time, {
    from: new Date(Date.parse(now) + 1).toISOString(),
    limit: 3,
  }).find(({ outcome }) => outcome !== 'skipped')?.at ?? null

/** The next date of a rolling schedule. Null while an occurrence is open, or after the end. */
export function nextAfter(
  rule: Rule,
  { calendar, zone }: CompanyTime,
  made: readonly Made[],
): string | null {
  const schedule = settledSchedule(draftOf(rule))
  const newest = made.toSorted((a, b) => (a.at < b.at ? -1 : 1)).at(-1)
  if (schedule.kind !== 'rolling' || made.some(({ state }) => state === 'due' || state === 'late'))
    return null
  const last =
    newest === undefined
      ? null
      : newest.state === 'done'
        ? { how: 'done' as const, at: newest.doneAt ?? newest.at }
        : { how: 'missed' as const, at: newest.dueBy ?? newest.at }
  return nextRolling({ schedule, calendar, zone, last, made: made.length })
}
