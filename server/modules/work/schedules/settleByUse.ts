/** The runner's step for schedules by use: every target has its own count, so they are read in sets. */
import { asc, eq, gt, sql } from 'drizzle-orm'
import { nextByUse, type ExpectedDate } from '#contract/recurrence/byUse.ts'
import {
  applyCommands,
  lastEndOf,
  settle,
  type Command,
  type Made,
} from '#contract/recurrence/settle.ts'
import type { Id } from '#contract/ids.ts'
import { groupBy } from '#contract/rules/groupBy.ts'
import * as tables from '#db/schema/index.ts'
import { intArray } from '#kernel/data/listQueries.ts'
import { ofCompany } from '#kernel/data/ofCompany.ts'
import type { Scope } from '#kernel/access/scope.ts'
import { makeYielder } from '#kernel/work/yieldToEventLoop.ts'
import type { CompanyTime } from '../../foundation/company/index.ts'
import { rateMeters } from '../../site/meters/index.ts'
import { carryOut, insertMade, nextChangeOf, toMadeOccurrence } from './carryOut.ts'
import { draftOf } from './readRules.ts'
import { settledSchedule, startOf } from './schedule.ts'
import { useOfTargets, type CountedTarget, type UseOfTarget } from './useOfTargets.ts'

type Rule = typeof tables.rrule.$inferSelect
type Target = typeof tables.rruleObject.$inferSelect
type Newest = typeof tables.occurrence.$inferSelect & { before: number }

/**
 * Right after many targets were inserted, the database has no statistics of them and sorts all for
 * each read, so they are read in large parts.
 */
const TARGETS_READ = 10_000
/** Facts of this many targets are read by one statement. */
const TARGETS_AT_ONCE = 1_000

interface TargetCommand {
  target: Target
  command: Command
}

interface Known {
  time: CompanyTime
  procedureName: string
}

/** Returns when something changes next, in milliseconds. */
export async function settleByUse(scope: Scope, rule: Rule, known: Known): Promise<number> {
  if (rule.meterTypeId === null || rule.use === null) return Number.POSITIVE_INFINITY
  await rateMeters(scope, rule.meterTypeId)
  const yieldIfDue = makeYielder()
  let next = Number.POSITIVE_INFINITY
  const others: TargetCommand[] = []
  for (let after = 0 as Id<'equipment'>; ;) {
    const targets = await targetsAfter(scope, rule, after)
    for (let from = 0; from < targets.length; from += TARGETS_AT_ONCE) {
      const some = targets.slice(from, from + TARGETS_AT_ONCE)
      const newest = await newestOf(scope, rule, some)
      next = Math.min(
        next,
        await settleSome(scope, rule, some, { ...known, newest, others, yieldIfDue }),
      )
    }
    const last = targets.at(-1)?.equipmentId ?? null
    if (last === null || targets.length < TARGETS_READ) break
    after = last
  }
  // At the end, so that a reminder is one message for all its targets.
  for (const group of groupBy(others, ({ command }) => JSON.stringify(command)).values()) {
    const command = group[0]?.command
    if (command)
      await carryOut(
        scope,
        rule,
        known.procedureName,
        group.map(({ target }) => target),
        [command],
      )
    await yieldIfDue()
  }
  return next
}

const targetsAfter = (
  { db, actor }: Scope,
  { id }: Rule,
  after: Id<'equipment'>,
): Promise<Target[]> =>
  db
    .select()
    .from(tables.rruleObject)
    .where(
      ofCompany(
        tables.rruleObject,
        actor.companyId,
        eq(tables.rruleObject.rruleId, id),
        gt(tables.rruleObject.equipmentId, after),
      ),
    )
    .orderBy(asc(tables.rruleObject.equipmentId))
    .limit(TARGETS_READ)

async function settleSome(
  scope: Scope,
  rule: Rule,
  targets: readonly Target[],
  {
    time,
    newest,
    others,
    yieldIfDue,
  }: Pick<Known, 'time'> & {
    newest: ReadonlyMap<number, Newest>
    others: TargetCommand[]
    yieldIfDue(): Promise<void>
  },
): Promise<number> {
  const now = scope.clock.now().toISOString()
  const schedule = settledSchedule(draftOf(rule))
  if (schedule.kind !== 'byUse' || rule.meterTypeId === null) return Number.POSITIVE_INFINITY
  const { calendar, zone, weekStart } = time
  const start = startOf(rule, zone)
  const uses = await useOfTargets(
    scope,
    {
      procedureId: rule.procedureId,
      meterTypeId: rule.meterTypeId,
      quantity: schedule.quantity,
    },
    targets.flatMap((target): CountedTarget[] => {
      if (target.equipmentId === null) return []
      const row = newest.get(target.equipmentId)
      const end = lastEndOf(row ? [toMadeOccurrence(row)] : [], schedule.whenOverdue, now)
      if (end === null) return []
      return [
        {
          equipmentId: target.equipmentId,
          endedAt: end === 'never' ? null : end.at,
          countsFrom: countsFrom(target, rule, start),
        },
      ]
    }),
  )
  const makes: { target: Target; occurrence: Made }[] = []
  const expected: Expected[] = []
  let next = Number.POSITIVE_INFINITY
  for (const target of targets) {
    const row = target.equipmentId === null ? undefined : newest.get(target.equipmentId)
    const made = row ? [toMadeOccurrence(row)] : []
    const use = target.equipmentId === null ? undefined : uses.get(target.equipmentId)
    const madeBefore = row?.before ?? 0
    const asked = { schedule, calendar, zone, now }
    const date = use && nextByUse({ ...asked, use, made: madeBefore + made.length })
    const commands = settle({
      ...asked,
      weekStart,
      activeFrom: target.since.toISOString(),
      made,
      ...(date && { next: date }),
    })
    for (const command of commands)
      if (command.kind === 'make') makes.push({ target, occurrence: command.occurrence })
      else others.push({ target, command })
    const after = applyCommands(made, commands)
    const coming = after.length > made.length || date === undefined ? null : date
    const change = expectedChange(target, coming)
    if (change) expected.push(change)
    next = Math.min(next, nextChangeOf(after, now), comesAt(coming, use, now))
    await yieldIfDue()
  }
  await insertMade(scope, rule, makes)
  if (makes.length > 0) scope.changed('Occurrence', 'Rrule')
  await storeExpected(scope, expected)
  return next
}

/** A target that joined later counts from then. */
const countsFrom = ({ since }: Target, { activeFrom }: Rule, start: string): string => {
  const joined = since.toISOString()
  return since > activeFrom && joined > start ? joined : start
}

/** When the runner has to look again: at a certain date, or when a running meter reaches it. */
function comesAt(date: ExpectedDate | null, use: UseOfTarget | undefined, now: string): number {
  const certain = date !== null && date.from === date.to ? date.at : null
  const times = [certain, use?.runsOutAt ?? null].filter(
    (at): at is string => at !== null && at > now,
  )
  return Math.min(...times.map((at) => Date.parse(at)), Number.POSITIVE_INFINITY)
}

interface Expected {
  id: number
  at: string | null
  from: string | null
  to: string | null
  by: string | null
}

/** Undefined if the stored date is the same. */
function expectedChange(target: Target, date: ExpectedDate | null): Expected | undefined {
  const [at, from, to, by] = [
    date?.at ?? null,
    date?.from ?? null,
    date?.to ?? null,
    date?.by ?? null,
  ]
  const isSame =
    (target.nextAt?.toISOString() ?? null) === at &&
    target.nextFrom === from &&
    target.nextTo === to &&
    target.nextBy === by
  return isSame ? undefined : { id: target.id, at, from, to, by }
}

async function storeExpected(scope: Scope, expected: readonly Expected[]): Promise<void> {
  if (expected.length === 0) return
  const { rruleObject } = tables
  await scope.db
    .execute(sql`update ${rruleObject} set next_at = coming.at, next_from = coming."from",
      next_to = coming."to", next_by = coming.by, updated_at = ${scope.clock.now()}
    from jsonb_to_recordset(${JSON.stringify(expected)}::jsonb)
      as coming(id int, at timestamptz, "from" date, "to" date, by text)
    where ${rruleObject.companyId} = ${scope.actor.companyId} and ${rruleObject.id} = coming.id`)
  scope.changed('Rrule')
}

/** The newest occurrence of each target, and how many came before it if they are limited. */
async function newestOf(
  { db, actor }: Scope,
  rule: Rule,
  targets: readonly Target[],
): Promise<ReadonlyMap<number, Newest>> {
  const { occurrence } = tables
  const ids = intArray(targets.flatMap(({ equipmentId }) => equipmentId ?? []))
  // A count reads all occurrences of the target.
  const before = rule.repeatCount === null ? sql`0` : sql`(count(*) over ())::int - 1`
  // An index lookup for each target. A join reads all occurrences of the schedule for each part.
  const newest = sql`(select one.id, one.before from unnest(${ids}) as target(id)
    cross join lateral (select id, ${before} as before from ${occurrence}
      where company_id = ${actor.companyId} and rrule_id = ${rule.id}
      and equipment_id = target.id and at >= ${rule.activeFrom}
      order by at desc limit 1) as one) as newest`
  const rows = await db
    .select({ row: occurrence, before: sql<number>`newest.before` })
    .from(occurrence)
    .innerJoin(newest, ofCompany(occurrence, actor.companyId, sql`${occurrence.id} = newest.id`))
  return new Map(
    rows.flatMap(({ row, before }) =>
      row.equipmentId === null ? [] : [[row.equipmentId, { ...row, before }] as const],
    ),
  )
}
