import { eq, gte, inArray, isNotNull, lte, ne, sql, type SQL } from 'drizzle-orm'
import type { z } from 'zod'
import { FIGURE_WEEKS, figureKeys, type FigureKey } from '#contract/rules/companyFigures.ts'
import type { today as contract } from '#contract/today.ts'
import * as tables from '#db/schema/index.ts'
import { ofCompany } from '#kernel/data/ofCompany.ts'
import { joinOn } from '#kernel/data/joinOn.ts'
import { lastDays } from '#kernel/data/lastDays.ts'
import type { Scope } from '#kernel/access/scope.ts'
import { isOverdueAt, doneInTime, hasLateOccurrence } from '../../work/schedules/index.ts'
import { isOverdueTicket } from '../../work/tickets/index.ts'
import { availabilityOfWeeks } from '../reliability/index.ts'

type Answer = z.input<typeof contract.getCompanyFigures.response>
type Weeks = (number | null)[]

const WEEK_DAYS = 7
const WEEK = WEEK_DAYS * 86_400_000
/** Checks late for longer than this, without an end, count only by their state. */
const LATE_AT_MOST = '1 year'

export async function companyFigures(scope: Scope): Promise<Answer> {
  const { db, actor, clock } = scope
  const now = clock.now().getTime()
  const moments = Array.from(
    { length: FIGURE_WEEKS },
    (_, index) => new Date(now - (FIGURE_WEEKS - 1 - index) * WEEK),
  )
  const [settings] = await db
    .select({ targets: tables.companySettings.targets })
    .from(tables.companySettings)
    .where(ofCompany(tables.companySettings, actor.companyId))
  const weeks: Record<FigureKey, Weeks> = {
    onTime: await onTime(scope, moments),
    lateThings: await lateThings(scope, moments),
    ...(await tickets(scope, moments)),
    unusable: await unusable(scope, moments),
    availability: await availabilityOfWeeks(scope, weekTable(scope, moments), moments.length),
    score: await scores(scope, moments),
  }
  return {
    moments: moments.map((moment) => moment.toISOString()),
    figures: figureKeys.map((key) => ({
      key,
      weeks: weeks[key],
      target: settings?.targets[key] ?? null,
    })),
  }
}

/** SQL for a table of moments, with `at` and `place` (from 1). */
const momentTable = (moments: readonly Date[]): SQL =>
  sql`unnest(array[${sql.join(
    moments.map((moment) => sql`${moment.toISOString()}::timestamptz`),
    sql`, `,
  )}]) with ordinality as moment(at, place)`

const byPlace = (
  moments: readonly Date[],
  rows: readonly { place: unknown; value: number | null }[],
  otherwise: number | null,
): Weeks => {
  const values = new Map(rows.map(({ place, value }) => [Number(place), value]))
  return moments.map((_, index) => values.get(index + 1) ?? otherwise)
}

/**
 * SQL for a table of the seven calendar days before each moment, with `since`, `until` and `place`
 * (from 1).
 */
function weekTable({ actor }: Scope, moments: readonly Date[]): SQL {
  const weeks = moments.map((moment) => lastDays(actor, WEEK_DAYS, moment))
  const instants = (end: 'from' | 'to') =>
    sql`array[${sql.join(
      weeks.map((week) => sql`${week[end].toISOString()}::timestamptz`),
      sql`, `,
    )}]`
  return sql`unnest(${instants('from')}, ${instants('to')})
    with ordinality as week(since, until, place)`
}

/** Percentage of the checks due in a week that were done by its end. */
async function onTime(scope: Scope, moments: readonly Date[]): Promise<Weeks> {
  const { db, from, clock } = scope
  const { rows } = await db.execute<{ place: number; value: number | null }>(sql`
    select week.place, (100.0 * count(*) filter (where ${doneInTime})
      / nullif(count(*), 0))::float8 as value
    from ${weekTable(scope, moments)}
    join ${tables.occurrence} on ${tables.occurrence.dueBy} between week.since and week.until
    where ${from.occurrences(isOverdueAt(clock.now()))} group by 1`)
  return byPlace(moments, rows, null)
}

/**
 * Counts equipment with late checks. A check is late from its deadline until done, or until the
 * schedule's next occurrence.
 */
async function lateThings(scope: Scope, moments: readonly Date[]): Promise<Weeks> {
  const { db, from } = scope
  const seen = db.select({ id: tables.equipment.id }).from(tables.equipment).where(from.equipment())
  const { rows } = await db.execute<{ place: number; value: number | null }>(sql`
    select moment.place, count(distinct spell.thing)::int as value
    from ${momentTable(moments)} join (
      select ${tables.occurrence.equipmentId} as thing, ${tables.occurrence.dueBy} as since,
      case when ${tables.occurrence.state} = 'late' then 'infinity'::timestamptz
      when ${tables.occurrence.state} = 'done' then ${tables.occurrence.doneAt}
      else lead(${tables.occurrence.at}) over (partition by ${tables.occurrence.rruleId},
        ${tables.occurrence.equipmentId} order by ${tables.occurrence.plannedAt}) end as until
      from ${tables.occurrence}
      where ${from.occurrences(
        isNotNull(tables.occurrence.equipmentId),
        isNotNull(tables.occurrence.dueBy),
        inArray(tables.occurrence.state, ['done', 'late', 'missed']),
        sql`${tables.occurrence.dueBy} > ${moments[0]?.toISOString()}::timestamptz
          - ${LATE_AT_MOST}::interval`,
        sql`${tables.occurrence.equipmentId} in (${seen})`,
      )}
    ) as spell on spell.since < moment.at and spell.until > moment.at group by 1`)
  const [late] = await db
    .select({ count: sql<number>`count(*)::int` })
    .from(tables.equipment)
    .where(from.equipment(hasLateOccurrence(scope)))
  return [...byPlace(moments, rows, 0).slice(0, -1), late?.count ?? 0]
}

/**
 * Tickets open at that time, and those overdue. For closed tickets the response time is unknown, so
 * only the resolution deadline counts.
 */
async function tickets(
  { db, from, clock }: Scope,
  moments: readonly Date[],
): Promise<Pick<Record<FigureKey, Weeks>, 'openTickets' | 'overdueTickets'>> {
  const wasLate = sql`least(${tables.ticket.dueBy}, case when ${tables.ticketState.category} = 'open'
    then ${tables.ticket.respondBy} end) < moment.at`
  const { rows } = await db.execute<{ place: number; value: number; late: number }>(sql`
    select moment.place, count(*)::int as value, (count(*) filter (where ${wasLate}))::int as late
    from ${momentTable(moments)}
    join ${tables.ticket} on ${tables.ticket.openedAt} <= moment.at
      and (${tables.ticket.closedAt} > moment.at or ${tables.ticket.closedAt} is null)
    join ${tables.ticketState} on ${joinOn(tables.ticketState, tables.ticket.stateId)}
    where ${from.tickets(
      sql`(${tables.ticket.closedAt} is not null or ${tables.ticketState.category} <> 'closed')`,
    )} group by 1`)
  const [open] = await db
    .select({
      count: sql<number>`count(*)::int`,
      overdue: sql<number>`(count(*) filter (where ${isOverdueTicket(clock.now())}))::int`,
    })
    .from(tables.ticket)
    .innerJoin(tables.ticketState, joinOn(tables.ticketState, tables.ticket.stateId))
    .where(from.tickets(ne(tables.ticketState.category, 'closed')))
  const late = rows.map(({ place, late: value }) => ({ place, value }))
  return {
    openTickets: [...byPlace(moments, rows, 0).slice(0, -1), open?.count ?? 0],
    overdueTickets: [...byPlace(moments, late, 0).slice(0, -1), open?.overdue ?? 0],
  }
}

/**
 * Counts existing unusable equipment at each moment, by reverting later status changes in the
 * journal.
 */
async function unusable({ db, from, actor }: Scope, moments: readonly Date[]): Promise<Weeks> {
  const [found] = await db
    .select({ count: sql<number>`count(*)::int` })
    .from(tables.equipment)
    .innerJoin(tables.equipmentStatus, joinOn(tables.equipmentStatus, tables.equipment.statusId))
    .where(from.equipment(eq(tables.equipmentStatus.isUsable, false)))
  const now = found?.count ?? 0
  const first = moments[0] ?? new Date(0)
  const isUnusable = (part: 'before' | 'after') => sql`(entry.change ->> ${part} in (
    select ${tables.equipmentStatus.name} from ${tables.equipmentStatus}
    where ${ofCompany(tables.equipmentStatus, actor.companyId, eq(tables.equipmentStatus.isUsable, false))}
  ))::int`
  const seen = db.select({ id: tables.equipment.id }).from(tables.equipment).where(from.equipment())
  const { rows } = await db.execute<{ place: number; value: number | null }>(sql`
    select moment.place, sum(entry.step)::int as value from ${momentTable(moments)} join (
      select at, coalesce(${isUnusable('after')}, 0) - coalesce(${isUnusable('before')}, 0) as step
      from (
        select ${tables.journalEntry.at} as at, jsonb_array_elements(${tables.journalEntry.changes}) as change
        from ${tables.journalEntry} where ${ofCompany(tables.journalEntry, actor.companyId, eq(tables.journalEntry.entity, 'equipment'), eq(tables.journalEntry.change, 'updated'), gte(tables.journalEntry.at, first), sql`${tables.journalEntry.entityId} in (${seen})`)}
      ) as entry where entry.change ->> 'field' = 'status'
    ) as entry on entry.at > moment.at group by 1`)
  return byPlace(moments, rows, 0).map((since) => Math.max(0, now - (since ?? 0)))
}

/** Mean scores over seven calendar days, because the list behind the figure filters by day. */
async function scores(scope: Scope, moments: readonly Date[]): Promise<Weeks> {
  const { db, from, actor } = scope
  const [first = new Date(0)] = moments
  const { rows } = await db.execute<{ place: number; value: number | null }>(sql`
    select week.place, avg(${tables.procedureLog.score})::float8 as value
    from ${weekTable(scope, moments)}
    join ${tables.procedureLog} on ${tables.procedureLog.doneAt} between week.since and week.until
    where ${from.procedureLogs(
      isNotNull(tables.procedureLog.score),
      gte(tables.procedureLog.doneAt, lastDays(actor, WEEK_DAYS, first).from),
      lte(tables.procedureLog.doneAt, lastDays(actor, WEEK_DAYS, moments.at(-1) ?? first).to),
    )} group by 1`)
  return byPlace(moments, rows, null)
}
