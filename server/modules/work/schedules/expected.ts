/** Expected dates of schedules by use: computed for a preview, and as stored by the runner. */
import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import type { Id } from '#contract/ids.ts'
import { nextByUse, type ExpectedDate } from '#contract/recurrence/byUse.ts'
import { deadlineOf, reminderOf } from '#contract/recurrence/deadline.ts'
import { lastEndOf, type SettledSchedule } from '#contract/recurrence/settle.ts'
import type { RruleDraft, planEntry } from '#contract/rrules/rruleShapes.ts'
import { groupBy } from '#contract/rules/groupBy.ts'
import type { z } from 'zod'
import * as tables from '#db/schema/index.ts'
import { ofCompany } from '#kernel/data/ofCompany.ts'
import { byName, nameCollator } from '#kernel/data/nameOrder.ts'
import type { Scope } from '#kernel/access/scope.ts'
import type { CompanyTime } from '../../foundation/company/index.ts'
import { rateMeters } from '../../site/meters/index.ts'
import { toMadeOccurrence } from './carryOut.ts'
import { allObjects } from './objects.ts'
import { settledSchedule, startOf } from './schedule.ts'
import { useOfTargets } from './useOfTargets.ts'

type Entry = z.input<typeof planEntry>
type ByUse = Extract<SettledSchedule, { kind: 'byUse' }>
const { occurrence, rruleObject, equipment } = tables

/** Equipment of one date that is named. */
const NAMED = 3

/** A preview reads the use of this many targets. The runner reads all. */
const PREVIEWED = 2_000

/** The next date of each target of a draft, earliest first. Targets of one date are one entry. */
export async function previewByUse(
  scope: Scope,
  draft: RruleDraft,
  time: CompanyTime,
  { id, limit }: { id: Id<'rrule'> | null; limit: number },
): Promise<Entry[]> {
  const schedule = settledSchedule(draft)
  if (schedule.kind !== 'byUse' || draft.use === null) return []
  const { db, actor, clock, from: rights } = scope
  const { meterTypeId, quantity } = draft.use
  await rateMeters(scope, meterTypeId)
  const { rows } = await db.execute<Target>(sql`
    select ${equipment.id} as id, ${equipment.name} as name from ${equipment} where ${rights.equipment()}
    and ${equipment.id} in (${allObjects(actor.companyId, {
      data: draft.rruleData,
      objects: draft.objects,
      procedureId: draft.procedureId,
    })}) order by ${equipment.id} limit ${PREVIEWED}`)
  const targets = rows.map((row) => row.id)
  const newest = await newestOf(scope, id, targets)
  const now = clock.now().toISOString()
  const countsFrom = startOf(draft, time.zone)
  const uses = await useOfTargets(
    scope,
    { procedureId: draft.procedureId, meterTypeId, quantity },
    targets.flatMap((equipmentId) => {
      const row = newest.get(equipmentId)
      const end = lastEndOf(row ? [row] : [], schedule.whenOverdue, now)
      return end === null
        ? []
        : [{ equipmentId, endedAt: end === 'never' ? null : end.at, countsFrom }]
    }),
  )
  const dates = rows.flatMap((target): Dated[] => {
    const use = uses.get(target.id)
    if (use === undefined) return []
    const next = nextByUse({ schedule, ...time, use, made: 0, now })
    if (next === null) return []
    // What was reached before now is due as soon as the schedule is saved.
    return [{ target, date: next.at < now ? { ...next, at: now } : next }]
  })
  const inOrder = nameCollator(scope).compare
  return entriesOf(
    dates.toSorted((a, b) => inOrder(a.target.name, b.target.name)),
    schedule,
    time,
  ).slice(0, limit)
}

async function newestOf({ db, actor }: Scope, id: Id<'rrule'> | null, ids: readonly number[]) {
  if (id === null || ids.length === 0) return new Map<number, ReturnType<typeof toMadeOccurrence>>()
  const rows = await db
    .selectDistinctOn([occurrence.equipmentId])
    .from(occurrence)
    .where(
      ofCompany(
        occurrence,
        actor.companyId,
        eq(occurrence.rruleId, id),
        inArray(sql`${occurrence.equipmentId}`, [...ids]),
      ),
    )
    .orderBy(occurrence.equipmentId, sql`${occurrence.at} desc`)
  return new Map(rows.map((row) => [row.equipmentId ?? 0, toMadeOccurrence(row)]))
}

interface Target {
  id: Id<'equipment'>
  name: string
  [column: string]: unknown
}
interface Dated {
  target: Target
  date: ExpectedDate
}

function entriesOf(
  dates: readonly Dated[],
  { deadline, reminder }: Pick<ByUse, 'deadline' | 'reminder'>,
  time: CompanyTime,
): Entry[] {
  const alike = groupBy(dates, ({ date: { at, from, to, by } }) => [at, from, to, by].join(' '))
  return [...alike.values()]
    .flatMap((group): Entry[] => {
      const first = group[0]?.date
      if (first === undefined) return []
      const dueBy = deadlineOf(deadline, first.at, time)
      return [
        {
          at: first.at,
          plannedAt: first.at,
          outcome: 'due',
          because: [],
          dueBy,
          remindAt: reminderOf(reminder, first.at, dueBy, time),
          expected: {
            from: first.from,
            to: first.to,
            by: first.by,
            targets: group.length,
            equipment: group.slice(0, NAMED).map(({ target: { id, name } }) => ({ id, name })),
          },
        },
      ]
    })
    .toSorted((a, b) => (a.at < b.at ? -1 : 1))
}

/** Stored dates between two moments, for the timeline and the calendar. */
export async function storedByUse(
  scope: Scope,
  ids: readonly Id<'rrule'>[],
  { from, to, limit }: { from: string; to: string; limit: number },
): Promise<Map<Id<'rrule'>, Entry[]>> {
  const { db, actor, from: rights } = scope
  if (ids.length === 0) return new Map()
  const columns = [
    rruleObject.rruleId,
    rruleObject.nextAt,
    rruleObject.nextFrom,
    rruleObject.nextTo,
    rruleObject.nextBy,
  ]
  const rows = await db
    .select({
      rruleId: rruleObject.rruleId,
      at: rruleObject.nextAt,
      from: rruleObject.nextFrom,
      to: rruleObject.nextTo,
      by: rruleObject.nextBy,
      targets: sql<number>`count(*)::int`,
      named: sql<{ id: Id<'equipment'>; name: string }[]>`to_json((array_agg(
        json_build_object('id', ${equipment.id}, 'name', ${equipment.name})
        order by ${byName(scope, equipment.name)}))[1:${sql.raw(String(NAMED))}])`,
    })
    .from(rruleObject)
    .innerJoin(
      equipment,
      and(
        eq(equipment.companyId, rruleObject.companyId),
        eq(equipment.id, rruleObject.equipmentId),
      ),
    )
    .where(
      and(
        ofCompany(rruleObject, actor.companyId, inArray(rruleObject.rruleId, [...ids])),
        rights.equipment(),
        sql`${rruleObject.nextTo} >= ${from}::timestamptz::date - 1`,
        sql`${rruleObject.nextFrom} <= ${to}::timestamptz::date + 1`,
      ),
    )
    .groupBy(...columns)
    .orderBy(asc(rruleObject.nextAt))
    .limit(limit)
  const byRule = new Map<Id<'rrule'>, Entry[]>()
  for (const row of rows) {
    const { at, from: first, to: last, by } = row
    if (at === null || first === null || last === null || by === null) continue
    const instant = at.toISOString()
    const entry: Entry = {
      at: instant,
      plannedAt: instant,
      outcome: 'due',
      because: [],
      dueBy: null,
      remindAt: null,
      expected: { from: first, to: last, by, targets: row.targets, equipment: row.named },
    }
    byRule.set(row.rruleId, [...(byRule.get(row.rruleId) ?? []), entry])
  }
  return byRule
}
