/**
 * The schedule runner creates occurrences, sends reminders, marks them late and closes them. It
 * depends only on stored data and the current time, never on its last run. So restarts, pauses and
 * second servers are harmless.
 */
import { and, asc, eq, inArray, isNull, notInArray, sql, type SQL } from 'drizzle-orm'
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
import { isAnyId } from '#kernel/data/listQueries.ts'
import { readInParts } from '#kernel/data/readInParts.ts'
import { nextVersion } from '#kernel/data/updateVersioned.ts'
import { makeYielder } from '#kernel/work/yieldToEventLoop.ts'
import type { Tag } from '#contract/endpoint.ts'
import { allObjects } from './objects.ts'
import { carryOut, madeOf, nextChangeOf, type MadeRow, type Target } from './carryOut.ts'
import { settleByUse } from './settleByUse.ts'
import { timeOf, type CompanyTime } from '../../foundation/company/index.ts'
import { draftOf } from './readRules.ts'
import { planOf, settledSchedule } from './schedule.ts'
import { storedReleaseIfOther } from './zoneUpgrade.ts'

type Rule = typeof tables.rrule.$inferSelect

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
  const now = clock.now().toISOString()
  const schedule = settledSchedule(draftOf(rule))
  let next = Number.POSITIVE_INFINITY
  // Expanding the rule is most of an evaluation, and every group has the same plan.
  let planned: { at: string | null } | undefined
  const nextPlanned = () => (planned ??= { at: nextPlannedOf(rule, time, now) }).at
  for (const { since, made, before, targets } of await alikeTargets(scope, rule)) {
    const commands = settle({
      schedule,
      calendar: time.calendar,
      zone: time.zone,
      weekStart: time.weekStart,
      activeFrom: since,
      made,
      before,
      now,
    })
    await carryOut(scope, rule, procedure.name, targets, commands)
    const after = applyCommands(made, commands)
    const own = rule.kind === 'specific' ? nextPlanned() : nextAfter(rule, time, after, before)
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

const keyOf = ({ equipmentId, locationId }: Target) => `${equipmentId ?? ''}/${locationId ?? ''}`

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
  const id = sql.raw(rule.objects === 'equipment' ? 'equipment_id' : 'location_id')
  // `except` compares sets whatever the planner expects, and an insertion that conflicts costs more.
  await db.execute(
    sql`insert into ${tables.rruleObject} (company_id, rrule_id, ${id}, since)
      select ${companyId}, ${rule.id}, fitting.id, ${since} from (${fitting}
        except select ${id} from ${tables.rruleObject} where ${mine}) as fitting
      order by fitting.id on conflict do nothing`,
  )
  const gone = await db
    .delete(tables.rruleObject)
    .where(and(mine, sql`(${column} is null or ${column} not in (${fitting}))`))
    .returning({
      equipmentId: tables.rruleObject.equipmentId,
      locationId: tables.rruleObject.locationId,
    })
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
          isAnyId(whose, ids),
          inArray(tables.occurrence.state, [...OPEN]),
        ),
      )
    scope.changed('Occurrence', 'Rrule')
  }
}

/** A target's newest occurrences, and how many it had before them if repeats are limited. */
interface Kept {
  made: Made[]
  before: number
}

interface Alike extends Kept {
  since: string
  targets: Target[]
}

/** Targets that joined at one time and have the same occurrences are settled once. */
async function alikeTargets(scope: Scope, rule: Rule): Promise<Iterable<Alike>> {
  const { db, actor } = scope
  const { rruleObject } = tables
  const yieldIfDue = makeYielder()
  const kept = await keptOf(scope, rule)
  const alike = new Map<string, Alike>()
  for await (const rows of readInParts<Target & { since: string; [column: string]: unknown }>(
    db,
    'targets',
    sql`select ${rruleObject.equipmentId} as "equipmentId",
        ${rruleObject.locationId} as "locationId", ${rruleObject.since} as since
      from ${rruleObject} where ${rruleObject.companyId} = ${actor.companyId}
      and ${rruleObject.rruleId} = ${rule.id} order by ${rruleObject.id}`,
  )) {
    for (const { equipmentId, locationId, since: joined } of rows) {
      const since = new Date(joined).toISOString()
      const target = { equipmentId, locationId }
      const own = kept.get(keyOf(target)) ?? { made: [], before: 0 }
      const key = JSON.stringify([since, own])
      const group = alike.get(key)
      if (group) group.targets.push(target)
      else alike.set(key, { since, ...own, targets: [target] })
      await yieldIfDue()
    }
  }
  return alike.values()
}

type KeptRow = Target & MadeRow & { before: number } & Record<string, unknown>

/** Former occurrences of a target that are read. The newest decides; a moved one may come between. */
const FORMER = 3

async function keptOf(scope: Scope, rule: Rule): Promise<Map<string, Kept>> {
  const { db, actor } = scope
  const { occurrence } = tables
  const yieldIfDue = makeYielder()
  const kept = new Map<string, Kept>()
  const read = async (name: string, rows: SQL) => {
    for await (const part of readInParts<KeptRow>(db, name, rows))
      for (const row of part) {
        const key = keyOf(row)
        const known = kept.get(key)
        if (known) known.made.push(madeOf(row))
        else kept.set(key, { made: [madeOf(row)], before: row.before })
        await yieldIfDue()
      }
  }
  const columns = sql`planned_at as "plannedAt", at, due_by as "dueBy", remind_at as "remindAt",
    reminded_at as "remindedAt", state, done_at as "doneAt"`
  const own = sql`company_id = ${actor.companyId} and rrule_id = ${rule.id} and at >= ${rule.activeFrom}`
  const before = rule.repeatCount === null ? sql`0` : sql`greatest(0, total - ${FORMER})`
  // One pass over the schedule's occurrences: a lookup for each target depends on statistics, which a
  // table that was just filled lacks.
  await read(
    'over',
    sql`select "equipmentId", "locationId", "plannedAt", at, "dueBy", "remindAt", "remindedAt",
        state, "doneAt", ${before} as before
      from (select equipment_id as "equipmentId", location_id as "locationId", ${columns},
          row_number() over (partition by equipment_id, location_id order by at desc) as place,
          (count(*) over (partition by equipment_id, location_id))::int as total
        from ${occurrence} where ${own} and ${notInArray(sql`state`, [...OPEN])}) as former
      where place <= ${FORMER}`,
  )
  await read(
    'open',
    sql`select equipment_id as "equipmentId", location_id as "locationId", ${columns}, 0 as before
      from ${occurrence} where ${own} and ${inArray(sql`state`, [...OPEN])}`,
  )
  for (const { made } of kept.values()) {
    made.sort((a, b) => (a.at < b.at ? -1 : 1))
    await yieldIfDue()
  }
  return kept
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
  before = 0,
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
  return nextRolling({ schedule, calendar, zone, last, made: before + made.length })
}
