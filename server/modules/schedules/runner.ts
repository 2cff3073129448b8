/**
 * Brings schedules up to date: makes occurrences due, reminds, marks late, closes by deadline. It
 * looks at what there is and at the time, never at when it last ran, so a restart, a pause or a
 * second server changes nothing.
 */
import { and, asc, eq, inArray, isNull, notInArray, sql } from 'drizzle-orm'
import type { Id } from '#contract/ids.ts'
import { nextRolling } from '#contract/recurrence/rolling.ts'
import { carriedOut, settle, type Command, type Made } from '#contract/recurrence/settle.ts'
import { company, occurrence, procedure, rrule, rruleObject } from '#db/schema/index.ts'
import { systemActor } from '#kernel/access/actor.ts'
import { isDue } from '#kernel/events/dueTimes.ts'
import { startJob } from '#kernel/work/jobs.ts'
import type { Kernel } from '#kernel/kernel.ts'
import { makeScope, type Scope } from '#kernel/access/scope.ts'
import { asSystem, inCompany } from '#kernel/data/transaction.ts'
import type { Tag } from '#contract/endpoint.ts'
import { groupBy } from '#contract/rules/groupBy.ts'
import { allObjects } from './objects.ts'
import { remindOf } from './reminders.ts'
import { draftOf, timeOf } from './readRules.ts'
import { planOf, settledSchedule, type CompanyTime } from './schedule.ts'

type Rule = typeof rrule.$inferSelect
type Thing = typeof rruleObject.$inferSelect
type Kept = typeof occurrence.$inferSelect

const OPEN = ['planned', 'due', 'late'] as const
/**
 * However quiet a rule is, its things are looked at again: equipment comes and goes, settings
 * change.
 */
const LONGEST_WAIT = 15 * 60_000

/** Every rule that has something to do now, one transaction each; answers how many there were. */
export async function runSchedules(kernel: Kernel): Promise<number> {
  const waiting = await asSystem(kernel.pool, (db) =>
    db
      .select({
        id: rrule.id,
        companyId: rrule.companyId,
        timezone: company.timezone,
        language: company.language,
      })
      .from(rrule)
      .innerJoin(company, eq(company.id, rrule.companyId))
      .where(
        and(
          isNull(rrule.deletedAt),
          eq(rrule.isActive, true),
          isDue(rrule.nextEvaluationAt, kernel.clock.now(), LONGEST_WAIT),
        ),
      )
      .orderBy(asc(rrule.nextEvaluationAt))
      .limit(1_000),
  )
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

/** One rule: its things as they are now, and what each of them has become due, late or missed. */
export async function evaluateRule(scope: Scope, id: Id<'rrule'>): Promise<void> {
  const {
    db,
    actor: { companyId },
    clock,
  } = scope
  // Whoever holds the row runs the rule; another server passes it by.
  const [rule] = await db
    .select()
    .from(rrule)
    .where(
      and(
        eq(rrule.companyId, companyId),
        eq(rrule.id, id),
        isNull(rrule.deletedAt),
        eq(rrule.isActive, true),
      ),
    )
    .for('update', { skipLocked: true })
  if (!rule) return
  const [home] = await db
    .select({ name: procedure.name })
    .from(procedure)
    .where(
      and(
        eq(procedure.companyId, companyId),
        eq(procedure.id, rule.procedureId),
        isNull(procedure.deletedAt),
        eq(procedure.isActive, true),
      ),
    )
  if (!home)
    return void (await db
      .update(rrule)
      .set({ nextEvaluationAt: new Date(clock.now().getTime() + LONGEST_WAIT) })
      .where(and(eq(rrule.companyId, companyId), eq(rrule.id, id))))
  const time = await timeOf(scope)
  const things = await bringThings(scope, rule)
  const now = clock.now().toISOString()
  const kept = await keptOf(scope, rule)
  const schedule = settledSchedule(draftOf(rule))
  // Things that have gone through the same have the same to come: they are computed once.
  const alike = groupBy(things, (thing) =>
    JSON.stringify([thing.since, (kept.get(keyOf(thing)) ?? []).map(madeOf)]),
  )
  let next = Number.POSITIVE_INFINITY
  for (const group of alike.values()) {
    const [first] = group
    if (!first) continue
    const made = (kept.get(keyOf(first)) ?? []).map(madeOf)
    const commands = settle({
      schedule,
      calendar: time.calendar,
      zone: time.zone,
      weekStart: time.weekStart,
      activeFrom: first.since.toISOString(),
      made,
      now,
    })
    await carryOut(scope, rule, home.name, group, commands)
    next = Math.min(next, nextOf(rule, time, carriedOut(made, commands), now))
  }
  const nextEvaluationAt = new Date(Math.min(next, clock.now().getTime() + LONGEST_WAIT))
  await db
    .update(rrule)
    .set({ nextEvaluationAt })
    .where(and(eq(rrule.companyId, companyId), eq(rrule.id, id)))
}

const keyOf = ({
  equipmentId,
  locationId,
}: {
  equipmentId: number | null
  locationId: number | null
}) => `${equipmentId ?? ''}/${locationId ?? ''}`

/**
 * What fits comes under the rule from now on; what no longer fits leaves, and its open work closes.
 */
async function bringThings(scope: Scope, rule: Rule): Promise<Thing[]> {
  const {
    db,
    actor: { companyId },
    clock,
  } = scope
  const column = rule.objects === 'equipment' ? rruleObject.equipmentId : rruleObject.locationId
  const fitting = allObjects(companyId, rule)
  const mine = and(eq(rruleObject.companyId, companyId), eq(rruleObject.rruleId, rule.id))
  const isNew =
    (await db.select({ id: rruleObject.id }).from(rruleObject).where(mine).limit(1)).length === 0
  // The things of a fresh rule are under it since it began; one that comes later, since it came.
  const since = isNew ? rule.activeFrom : clock.now()
  await db.execute(
    sql`insert into ${rruleObject} (company_id, rrule_id,
      ${sql.raw(rule.objects === 'equipment' ? 'equipment_id' : 'location_id')},
      since) select ${companyId}, ${rule.id}, fitting.id, ${since}
      from (${fitting}) as fitting on conflict do nothing`,
  )
  const gone = await db
    .delete(rruleObject)
    .where(and(mine, sql`(${column} is null or ${column} not in (${fitting}))`))
    .returning()
  if (gone.length > 0) {
    const ids = gone
      .map((thing) => (rule.objects === 'equipment' ? thing.equipmentId : thing.locationId))
      .filter((thing): thing is NonNullable<typeof thing> => thing !== null)
    const whose = rule.objects === 'equipment' ? occurrence.equipmentId : occurrence.locationId
    await db
      .update(occurrence)
      .set({ state: 'closed', updatedAt: clock.now(), version: sql`${occurrence.version} + 1` })
      .where(
        and(
          eq(occurrence.companyId, companyId),
          eq(occurrence.rruleId, rule.id),
          inArray(sql`${whose}`, ids),
          inArray(occurrence.state, [...OPEN]),
        ),
      )
    scope.changed('Occurrence', 'Rrule')
  }
  return db.select().from(rruleObject).where(mine).orderBy(asc(rruleObject.id))
}

/** What the step must know of each thing: all that is open, and the newest that is over. */
async function keptOf(
  { db, actor: { companyId } }: Scope,
  rule: Rule,
): Promise<Map<string, Kept[]>> {
  const mine = and(
    eq(occurrence.companyId, companyId),
    eq(occurrence.rruleId, rule.id),
    sql`${occurrence.at} >= ${rule.activeFrom}`,
  )
  const open = await db
    .select()
    .from(occurrence)
    .where(and(mine, inArray(occurrence.state, [...OPEN])))
  const over = await db
    .select()
    .from(occurrence)
    .where(and(mine, notInArray(occurrence.state, [...OPEN])))
    .orderBy(sql`${occurrence.at} desc`)
    .limit(50_000)
  const newest = new Map<string, Kept[]>()
  // A rolling rule counts its repeats, so it needs them all; of a specific one a few of the newest
  // are enough.
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

const iso = (value: Date | null) => value?.toISOString() ?? null
export const madeOf = (row: Kept): Made => ({
  plannedAt: row.plannedAt.toISOString(),
  at: row.at.toISOString(),
  dueBy: iso(row.dueBy),
  remindAt: iso(row.remindAt),
  state: row.state,
  doneAt: iso(row.doneAt),
  remindedAt: iso(row.remindedAt),
})
const dateOf = (value: string | null) => (value === null ? null : new Date(value))

async function carryOut(
  scope: Scope,
  rule: Rule,
  procedureName: string,
  group: readonly Thing[],
  commands: readonly Command[],
): Promise<void> {
  if (commands.length === 0) return
  const {
    db,
    actor: { companyId },
    clock,
  } = scope
  const whose =
    rule.objects === 'equipment'
      ? inArray(
          occurrence.equipmentId,
          group.map(({ equipmentId }) => equipmentId).filter((id) => id !== null),
        )
      : inArray(
          occurrence.locationId,
          group.map(({ locationId }) => locationId).filter((id) => id !== null),
        )
  for (const command of commands) {
    if (command.kind === 'make') {
      const { plannedAt, at, dueBy, remindAt, state } = command.occurrence
      const facts = {
        companyId,
        rruleId: rule.id,
        procedureId: rule.procedureId,
        plannedAt: new Date(plannedAt),
        at: new Date(at),
        dueBy: dateOf(dueBy),
        remindAt: dateOf(remindAt),
        state,
        createdAt: clock.now(),
        updatedAt: clock.now(),
      }
      for (let from = 0; from < group.length; from += 500) {
        await db
          .insert(occurrence)
          .values(
            group
              .slice(from, from + 500)
              .map(({ equipmentId, locationId }) => ({ ...facts, equipmentId, locationId })),
          )
          .onConflictDoNothing()
      }
      continue
    }
    const those = and(
      eq(occurrence.companyId, companyId),
      eq(occurrence.rruleId, rule.id),
      eq(occurrence.plannedAt, new Date(command.plannedAt)),
      whose,
    )
    if (command.kind === 'become')
      await db
        .update(occurrence)
        .set({
          state: command.state,
          version: sql`${occurrence.version} + 1`,
          updatedAt: clock.now(),
        })
        .where(those)
    else
      await db
        .update(occurrence)
        .set({ remindedAt: new Date(command.at) })
        .where(those)
  }
  const reminded = commands.filter(({ kind }) => kind === 'remind').length
  if (reminded > 0) {
    await remindOf(scope, rule, procedureName, group.length)
  }
  scope.changed('Occurrence', 'Rrule')
}

/** The next moment at which anything of this can change. */
function nextOf(rule: Rule, time: CompanyTime, made: readonly Made[], now: string): number {
  const times = made
    .flatMap(({ state, dueBy, remindAt, remindedAt }) =>
      state === 'due' ? [dueBy, remindedAt === null ? remindAt : null] : [],
    )
    .filter((at): at is string => at !== null && at > now)
    .map((at) => Date.parse(at) + 1)
  const next =
    rule.kind === 'specific'
      ? planOf(draftOf(rule), time, {
          from: new Date(Date.parse(now) + 1).toISOString(),
          limit: 3,
        }).find(({ outcome }) => outcome !== 'skipped')?.at
      : nextAfter(rule, time, made)
  return Math.min(
    ...times,
    next === undefined || next === null ? Number.POSITIVE_INFINITY : Date.parse(next),
  )
}

/** When a rolling rule comes again; null while one is open, or when it has come to its end. */
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

const EVERY = 20_000

/** Looks now and then what has become due, late or missed. */
export const startScheduleRunner = (kernel: Kernel): void =>
  void startJob(kernel, { name: 'schedules', every: EVERY, run: () => runSchedules(kernel) })
