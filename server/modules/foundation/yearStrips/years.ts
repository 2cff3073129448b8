import { eq, gt, inArray, isNotNull, sql, type SQL } from 'drizzle-orm'
import { YEAR_WEEKS, type YearWeek } from '#contract/rules/yearStrip.ts'
import * as tables from '#db/schema/index.ts'
import { byName } from '#kernel/data/nameOrder.ts'
import { ofCompany } from '#kernel/data/ofCompany.ts'
import { intArray } from '#kernel/data/listQueries.ts'
import type { Scope } from '#kernel/access/scope.ts'

type Whose = 'equipmentId' | 'locationId'

const DAY = 86_400_000
const WEEK = 7 * DAY

/** From 0 (the week that ends now) to 51. */
const weekAgo = (column: SQL | typeof tables.procedureLog.doneAt, now: Date): SQL<number> =>
  sql<number>`floor(extract(epoch from ${now.toISOString()}::timestamptz - ${column})
    / ${WEEK / 1_000})::int`

interface Counted extends Record<string, unknown> {
  id: number
  week: number
}

/** The caller must have checked that the user may see these ids. */
export async function yearsOf(
  scope: Scope,
  whose: Whose,
  ids: readonly number[],
): Promise<Map<number, YearWeek[]>> {
  const years = new Map(ids.map((id) => [id, Array.from({ length: YEAR_WEEKS }, quiet)]))
  if (ids.length === 0) return years
  const fill = (rows: readonly Counted[], write: (week: YearWeek, row: Counted) => void) => {
    for (const row of rows) {
      const week = years.get(Number(row.id))?.[YEAR_WEEKS - 1 - Number(row.week)]
      if (week !== undefined) write(week, row)
    }
  }
  fill(await missedChecks(scope, whose, ids), (week, { count }) => {
    week.missed = Number(count)
  })
  fill(await doneChecks(scope, whose, ids), (week, { count, score }) => {
    week.done = Number(count)
    week.score = score === null ? null : Number(score)
  })
  fill(await openTickets(scope, whose, ids), (week, { count }) => {
    week.openTickets = Number(count)
  })
  if (whose === 'equipmentId')
    fill(await outOfUse(scope, ids), (week) => {
      week.isUnusable = true
    })
  return years
}

const quiet = (): YearWeek => ({
  done: 0,
  missed: 0,
  score: null,
  openTickets: 0,
  isUnusable: false,
})

const yearAgo = (now: Date) => new Date(now.getTime() - YEAR_WEEKS * WEEK)
const count = sql<number>`count(*)::int`

async function missedChecks({ db, from, clock }: Scope, whose: Whose, ids: readonly number[]) {
  const now = clock.now()
  const due = sql`coalesce(${tables.occurrence.dueBy}, ${tables.occurrence.at})`
  return db
    .select({ id: sql<number>`${tables.occurrence[whose]}`, week: weekAgo(due, now), count })
    .from(tables.occurrence)
    .where(
      from.occurrences(
        sql`${tables.occurrence[whose]} = any(${intArray(ids)})`,
        inArray(tables.occurrence.state, ['late', 'missed']),
        gt(tables.occurrence.at, yearAgo(now)),
        sql`${due} <= ${now.toISOString()}::timestamptz`,
      ),
    )
    .groupBy(sql`1`, sql`2`)
}

async function doneChecks({ db, from, clock }: Scope, whose: Whose, ids: readonly number[]) {
  const now = clock.now()
  return db
    .select({
      id: sql<number>`${tables.procedureLog[whose]}`,
      week: weekAgo(tables.procedureLog.doneAt, now),
      count,
      score: sql<number | null>`avg(${tables.procedureLog.score})::float8`,
    })
    .from(tables.procedureLog)
    .where(
      from.procedureLogs(
        sql`${tables.procedureLog[whose]} = any(${intArray(ids)})`,
        gt(tables.procedureLog.doneAt, yearAgo(now)),
      ),
    )
    .groupBy(sql`1`, sql`2`)
}

const weekTable = (now: Date): SQL => sql`(select week,
  ${now.toISOString()}::timestamptz - (week + 1) * interval '7 days' as at
  from generate_series(0, ${YEAR_WEEKS - 1}::int) as week) as past`

async function openTickets({ db, from, clock }: Scope, whose: Whose, ids: readonly number[]) {
  const { rows } = await db.execute<Counted>(sql`
    select ${tables.ticket[whose]} as id, past.week, count(*)::int as count
    from ${tables.ticket} join ${weekTable(clock.now())}
    on ${tables.ticket.openedAt} < past.at + interval '7 days'
      and (${tables.ticket.closedAt} is null or ${tables.ticket.closedAt} >= past.at)
    where ${from.tickets(sql`${tables.ticket[whose]} = any(${intArray(ids)})`)}
    group by 1, 2`)
  return rows
}

/**
 * From the journal: a status lasts until the next change. Without changes, the current status holds
 * since creation.
 */
async function outOfUse({ db, actor, clock }: Scope, ids: readonly number[]) {
  const now = clock.now()
  const changes = sql`(select ${tables.journalEntry.entityId} as id, ${tables.journalEntry.at} as at,
    part ->> 'before' as before, part ->> 'after' as after
    from ${tables.journalEntry}, jsonb_array_elements(${tables.journalEntry.changes}) as part
    where ${ofCompany(tables.journalEntry, actor.companyId, eq(tables.journalEntry.entity, 'equipment'), eq(tables.journalEntry.change, 'updated'), sql`${tables.journalEntry.entityId} = any(${intArray(ids)})`, gt(tables.journalEntry.at, yearAgo(now)))} and part ->> 'field' = 'status')`
  const things = ofCompany(
    tables.equipment,
    actor.companyId,
    sql`${tables.equipment.id} = any(${intArray(ids)})`,
    isNotNull(tables.equipment.statusId),
  )
  const until = sql`${now.toISOString()}::timestamptz`
  const { rows } = await db.execute<Counted>(sql`
    with changed as ${changes}, spell as (
      select id, after as status, at as since,
        coalesce(lead(at) over (partition by id order by at), ${until}) as until from changed
      union all
      (select distinct on (changed.id) changed.id, changed.before, ${tables.equipment.createdAt}, changed.at
        from changed join ${tables.equipment} on ${tables.equipment.companyId} = ${actor.companyId}
        and ${tables.equipment.id} = changed.id order by changed.id, changed.at)
      union all
      select ${tables.equipment.id}, ${byName({ actor }, tables.equipmentStatus.name)}, ${tables.equipment.createdAt}, ${until}
        from ${tables.equipment} join ${tables.equipmentStatus}
        on ${tables.equipmentStatus.companyId} = ${tables.equipment.companyId}
        and ${tables.equipmentStatus.id} = ${tables.equipment.statusId}
        where ${things} and ${tables.equipment.id} not in (select id from changed)
    )
    select spell.id, past.week from spell join ${weekTable(now)}
    on least(spell.until, past.at + interval '7 days') - greatest(spell.since, past.at)
      >= interval '1 day'
    where spell.status in (select ${tables.equipmentStatus.name} from ${tables.equipmentStatus}
      where ${tables.equipmentStatus.companyId} = ${actor.companyId} and not ${tables.equipmentStatus.isUsable})
    group by 1, 2`)
  return rows
}
