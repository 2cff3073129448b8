import { asc, eq, inArray, isNull, sql, type SQL } from 'drizzle-orm'
import type { z } from 'zod'
import type { Id } from '#contract/ids.ts'
import { rrule as shape, type RruleDraft } from '#contract/rrules/rruleShapes.ts'
import type { ExpectedBy } from '#contract/recurrence/kinds.ts'
import * as tables from '#db/schema/index.ts'
import { byName } from '#kernel/data/nameOrder.ts'
import { refuseNotFound } from '#kernel/http/errors.ts'
import { joinOn } from '#kernel/data/joinOn.ts'
import type { Scope } from '#kernel/access/scope.ts'
import { isReachedBySchedule, objectTables } from './objects.ts'
import { timeOf, type CompanyTime } from '../../foundation/company/index.ts'
import { planOf } from './schedule.ts'

type Row = typeof tables.rrule.$inferSelect
export type View = z.input<typeof shape>

export const scheduleOrder = (scope: Scope) => [
  byName(scope, tables.procedure.name),
  asc(tables.rrule.id),
]

/** Counts only equipment and locations that the user may see. */
const countedOf = (
  { from }: Scope,
  ...states: ('due' | 'late')[]
) => sql<number>`(select count(*)::int from ${tables.occurrence}
  where ${from.occurrences(sql`${tables.occurrence.rruleId} = ${tables.rrule.id}`, inArray(tables.occurrence.state, states))})`

export const sortColumns = {
  name: tables.rrule.name,
  procedure: tables.procedure.name,
  updatedAt: tables.rrule.updatedAt,
}

interface NextByUse {
  at: string
  from: string
  to: string
  by: ExpectedBy
}

export function selectRules(scope: Scope, where: SQL | undefined) {
  const { db, from } = scope
  const nextByUse = sql<NextByUse | null>`(select json_build_object('at', coming.next_at,
      'from', coming.next_from, 'to', coming.next_to, 'by', coming.next_by)
    from ${tables.rruleObject} as coming where coming.company_id = ${tables.rrule.companyId}
    and coming.rrule_id = ${tables.rrule.id} and coming.next_at is not null
    order by coming.next_at limit 1)`
  const [open, late] = [countedOf(scope, 'due', 'late'), countedOf(scope, 'late')]
  return db
    .select({
      rrule: tables.rrule,
      procedure: { id: tables.procedure.id, name: tables.procedure.name },
      open,
      late,
      nextByUse,
      meterType: {
        id: tables.meterType.id,
        name: tables.meterType.name,
        unit: tables.meterType.unit,
      },
    })
    .from(tables.rrule)
    .innerJoin(tables.procedure, joinOn(tables.procedure, tables.rrule.procedureId))
    .leftJoin(tables.meterType, joinOn(tables.meterType, tables.rrule.meterTypeId))
    .where(from.procedures(isNull(tables.rrule.deletedAt), where))
    .$dynamic()
}
export type Selected = Awaited<ReturnType<typeof selectRules>>[number]

export const draftOf = (row: Row): RruleDraft => ({
  name: row.name,
  procedureId: row.procedureId,
  rruleData: row.data,
  objects: row.objects,
  kind: row.kind,
  rule: row.rule,
  every: row.every,
  use:
    row.use === null || row.meterTypeId === null
      ? null
      : { ...row.use, meterTypeId: row.meterTypeId },
  restartAfter: row.restartAfter,
  repeatCount: row.repeatCount,
  start: row.start,
  end: row.end,
  deadline: row.deadline,
  reminder: row.reminder,
  onHoliday: row.onHoliday,
  onNonWorkingDay: row.onNonWorkingDay,
  whenOverdue: row.whenOverdue,
  userIds: row.userIds,
  roleIds: row.roleIds,
  isActive: row.isActive,
})

/** `known`: the company's time settings, if the caller loaded them with the rows. */
export async function viewOf(
  scope: Scope,
  rows: readonly Selected[],
  known?: CompanyTime,
): Promise<View[]> {
  const [time, objectCounts] = await Promise.all([
    known ?? timeOf(scope),
    countObjectsOfAll(
      scope,
      rows.map((row) => draftOf(row.rrule)),
    ),
  ])
  const now = scope.clock.now().toISOString()
  const made: View[] = []
  for (const [at, selected] of rows.entries()) {
    const { rrule: row, procedure, open: openCount, late: lateCount } = selected
    const draft = draftOf(row)
    const expected = row.kind === 'byUse' && row.isActive ? selected.nextByUse : null
    const next = row.isActive
      ? planOf(draft, time, { from: now, limit: 3 }).find(({ outcome }) => outcome !== 'skipped')
      : undefined
    made.push({
      ...draft,
      id: row.id,
      procedure,
      meterType: selected.meterType,
      objectCount: objectCounts[at] ?? 0,
      openCount,
      lateCount,
      nextAt: next?.at ?? (expected && new Date(expected.at).toISOString()),
      expected: expected && { from: expected.from, to: expected.to, by: expected.by },
      createdAt: row.createdAt.toISOString(),
      updatedAt: row.updatedAt.toISOString(),
      version: row.version,
    })
  }
  return made
}

type Reach = Pick<RruleDraft, 'rruleData' | 'objects' | 'procedureId'>

export async function countObjects(scope: Scope, draft: Reach): Promise<number> {
  const [counted] = await countObjectsOfAll(scope, [draft])
  return counted ?? 0
}

export async function countObjectsOfAll(
  { db, from }: Scope,
  drafts: readonly Reach[],
): Promise<number[]> {
  const counts: number[] = []
  for (const some of inPortions(drafts)) {
    const each = some.map(({ rruleData, objects, procedureId }) => {
      const { table, from: rights } = objectTables[objects]
      const where = from[rights](isReachedBySchedule({ data: rruleData, objects, procedureId }))
      return sql`(select count(*)::int from ${table} where ${where})`
    })
    const { rows } = await db.execute<{ counts: number[] }>(
      sql`select array[${sql.join(each, sql`, `)}] as counts`,
    )
    counts.push(...(rows[0]?.counts ?? []))
  }
  return counts
}

/** Ids in one statement. Each is a parameter, of which PostgreSQL allows 65,535. */
const MAX_NAMED = 10_000

function inPortions(drafts: readonly Reach[]): Reach[][] {
  const portions: Reach[][] = []
  let left = 0
  for (const draft of drafts) {
    const ids = 10 + Object.values(draft.rruleData).flat().length
    const current = portions.at(-1)
    if (current && left >= ids) current.push(draft)
    else portions.push([draft])
    left = (current && left >= ids ? left : MAX_NAMED) - ids
  }
  return portions
}

export async function selectSchedule(scope: Scope, id: Id<'rrule'>): Promise<Selected> {
  const [found] = await selectRules(scope, eq(tables.rrule.id, id))
  if (!found) throw refuseNotFound('schedule rule')
  return found
}

export async function detail(scope: Scope, id: Id<'rrule'>): Promise<View> {
  const [found] = await viewOf(scope, [await selectSchedule(scope, id)])
  if (!found) throw refuseNotFound('schedule rule')
  return found
}
