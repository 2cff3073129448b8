/** Six figures of a company, now and at the end of each week before. */
import { and, eq, gte, inArray, isNotNull, lte, ne, sql, type SQL } from 'drizzle-orm'
import type { z } from 'zod'
import { FIGURE_WEEKS, figureKeys, type FigureKey } from '#contract/rules/companyFigures.ts'
import type { today as contract } from '#contract/today.ts'
import {
  companySettings,
  equipment,
  equipmentStatus,
  journalEntry,
  occurrence,
  procedureLog,
  ticket,
  ticketState,
} from '#db/schema/index.ts'
import { joinOn } from '#kernel/data/joinOn.ts'
import { lastDays } from '#kernel/data/lastDays.ts'
import type { Scope } from '#kernel/access/scope.ts'
import { cameDue, doneInTime, hasLate } from '../schedules/index.ts'
import { isOverdueTicket } from '../tickets/index.ts'

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
    .select({ targets: companySettings.targets })
    .from(companySettings)
    .where(eq(companySettings.companyId, actor.companyId))
  const weeks: Record<FigureKey, Weeks> = {
    onTime: await onTime(scope, moments),
    lateThings: await lateThings(scope, moments),
    ...(await tickets(scope, moments)),
    unusable: await unusable(scope, moments),
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

/** A table of `at` and `place` (from 1) of each moment. */
const momentTable = (moments: readonly Date[]): SQL =>
  sql`unnest(array[${sql.join(
    moments.map((moment) => sql`${moment.toISOString()}::timestamptz`),
    sql`, `,
  )}]) with ordinality as moment(at, place)`

/** One value per moment, or `otherwise` if no row has it. */
const byPlace = (
  moments: readonly Date[],
  rows: readonly { place: unknown; value: number | null }[],
  otherwise: number | null,
): Weeks => {
  const values = new Map(rows.map(({ place, value }) => [Number(place), value]))
  return moments.map((_, index) => values.get(index + 1) ?? otherwise)
}

/** A table of `since`, `until` and `place` (from 1): the seven calendar days before each moment. */
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
    join ${occurrence} on ${occurrence.dueBy} between week.since and week.until
    where ${from.occurrences(cameDue(clock.now()))} group by 1`)
  return byPlace(moments, rows, null)
}

/**
 * A check was late from its deadline until it was done, or until the next occurrence of its
 * schedule.
 */
async function lateThings(scope: Scope, moments: readonly Date[]): Promise<Weeks> {
  const { db, from } = scope
  const seen = db.select({ id: equipment.id }).from(equipment).where(from.equipment())
  const { rows } = await db.execute<{ place: number; value: number | null }>(sql`
    select moment.place, count(distinct spell.thing)::int as value
    from ${momentTable(moments)} join (
      select ${occurrence.equipmentId} as thing, ${occurrence.dueBy} as since,
      case when ${occurrence.state} = 'late' then 'infinity'::timestamptz
      when ${occurrence.state} = 'done' then ${occurrence.doneAt}
      else lead(${occurrence.at}) over (partition by ${occurrence.rruleId},
        ${occurrence.equipmentId} order by ${occurrence.plannedAt}) end as until
      from ${occurrence}
      where ${from.occurrences(
        isNotNull(occurrence.equipmentId),
        isNotNull(occurrence.dueBy),
        inArray(occurrence.state, ['done', 'late', 'missed']),
        sql`${occurrence.dueBy} > ${moments[0]?.toISOString()}::timestamptz
          - ${LATE_AT_MOST}::interval`,
        sql`${occurrence.equipmentId} in (${seen})`,
      )}
    ) as spell on spell.since < moment.at and spell.until > moment.at group by 1`)
  const [late] = await db
    .select({ count: sql<number>`count(*)::int` })
    .from(equipment)
    .where(from.equipment(hasLate(scope)))
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
  const wasLate = sql`least(${ticket.dueBy}, case when ${ticketState.category} = 'open'
    then ${ticket.respondBy} end) < moment.at`
  const { rows } = await db.execute<{ place: number; value: number; late: number }>(sql`
    select moment.place, count(*)::int as value, (count(*) filter (where ${wasLate}))::int as late
    from ${momentTable(moments)}
    join ${ticket} on ${ticket.openedAt} <= moment.at
      and (${ticket.closedAt} > moment.at or ${ticket.closedAt} is null)
    join ${ticketState} on ${joinOn(ticketState, ticket.stateId)}
    where ${from.tickets(
      sql`(${ticket.closedAt} is not null or ${ticketState.category} <> 'closed')`,
    )} group by 1`)
  const [open] = await db
    .select({
      count: sql<number>`count(*)::int`,
      overdue: sql<number>`(count(*) filter (where ${isOverdueTicket(clock.now())}))::int`,
    })
    .from(ticket)
    .innerJoin(ticketState, joinOn(ticketState, ticket.stateId))
    .where(from.tickets(ne(ticketState.category, 'closed')))
  const late = rows.map(({ place, late: value }) => ({ place, value }))
  return {
    openTickets: [...byPlace(moments, rows, 0).slice(0, -1), open?.count ?? 0],
    overdueTickets: [...byPlace(moments, late, 0).slice(0, -1), open?.overdue ?? 0],
  }
}

/** Over existing equipment. Reverts later status changes by the journal. */
async function unusable({ db, from, actor }: Scope, moments: readonly Date[]): Promise<Weeks> {
  const [found] = await db
    .select({ count: sql<number>`count(*)::int` })
    .from(equipment)
    .innerJoin(equipmentStatus, joinOn(equipmentStatus, equipment.statusId))
    .where(from.equipment(eq(equipmentStatus.isUsable, false)))
  const now = found?.count ?? 0
  const first = moments[0] ?? new Date(0)
  const isUnusable = (part: 'before' | 'after') => sql`(entry.change ->> ${part} in (
    select ${equipmentStatus.name} from ${equipmentStatus}
    where ${and(eq(equipmentStatus.companyId, actor.companyId), eq(equipmentStatus.isUsable, false))}
  ))::int`
  const seen = db.select({ id: equipment.id }).from(equipment).where(from.equipment())
  const { rows } = await db.execute<{ place: number; value: number | null }>(sql`
    select moment.place, sum(entry.step)::int as value from ${momentTable(moments)} join (
      select at, coalesce(${isUnusable('after')}, 0) - coalesce(${isUnusable('before')}, 0) as step
      from (
        select ${journalEntry.at} as at, jsonb_array_elements(${journalEntry.changes}) as change
        from ${journalEntry} where ${and(
          eq(journalEntry.companyId, actor.companyId),
          eq(journalEntry.entity, 'equipment'),
          eq(journalEntry.change, 'updated'),
          gte(journalEntry.at, first),
          sql`${journalEntry.entityId} in (${seen})`,
        )}
      ) as entry where entry.change ->> 'field' = 'status'
    ) as entry on entry.at > moment.at group by 1`)
  return byPlace(moments, rows, 0).map((since) => Math.max(0, now - (since ?? 0)))
}

/** Over seven calendar days, because the list behind the figure filters by day. */
async function scores(scope: Scope, moments: readonly Date[]): Promise<Weeks> {
  const { db, from, actor } = scope
  const [first = new Date(0)] = moments
  const { rows } = await db.execute<{ place: number; value: number | null }>(sql`
    select week.place, avg(${procedureLog.score})::float8 as value
    from ${weekTable(scope, moments)}
    join ${procedureLog} on ${procedureLog.doneAt} between week.since and week.until
    where ${from.procedureLogs(
      isNotNull(procedureLog.score),
      gte(procedureLog.doneAt, lastDays(actor, WEEK_DAYS, first).from),
      lte(procedureLog.doneAt, lastDays(actor, WEEK_DAYS, moments.at(-1) ?? first).to),
    )} group by 1`)
  return byPlace(moments, rows, null)
}
