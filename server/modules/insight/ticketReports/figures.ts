import { sql, type SQL } from 'drizzle-orm'
import type { z } from 'zod'
import { addDays } from '#contract/dashboards/periods.ts'
import type { Id } from '#contract/ids.ts'
import { decimalsOf } from '#contract/rules/money.ts'
import { weekdayName } from '#contract/rules/weekday.ts'
import type { ReportRange } from '#contract/reports.ts'
import type {
  TicketDimension,
  ticketReports as contract,
} from '#contract/ticketWork/ticketReports.ts'
import * as tables from '#db/schema/index.ts'
import { calendarOf } from '#kernel/data/companyCalendar.ts'
import { placeFilter } from '#kernel/data/listQueries.ts'
import { wallParts } from '#kernel/data/wallClock.ts'
import type { Scope } from '#kernel/access/scope.ts'
import { ticketPlace } from '../../work/tickets/index.ts'
import { costsOfTickets, currencyOf, minutesOfTickets } from '../../work/workTime/index.ts'

type Question = z.output<typeof contract.getTicketReport.body>
type RowsQuestion = z.output<typeof contract.listTicketReportRows.body>
type Asked = Pick<Question, 'measure' | 'by' | 'filter'>

/** Days since 1970. */
const dayNumber = (day: string): number => Date.parse(day) / 86_400_000

interface Spread {
  id: SQL
  name: SQL
}

const { ticket, equipment, location } = tables

/** The group of each row. A ticket of equipment counts at the equipment's present location. */
function spreadOf(by: TicketDimension, weekday: SQL): Spread {
  const of = (table: { id: unknown; name: unknown }): Spread => ({
    id: sql`${table.id}`,
    name: sql`${table.name}`,
  })
  switch (by) {
    case 'location':
      return of(location)
    case 'locationType':
      return of(tables.locationType)
    case 'equipment':
      return of(equipment)
    case 'equipmentType':
      return of(tables.equipmentType)
    case 'equipmentStatus':
      return of(tables.equipmentStatus)
    case 'orgEntity':
      return of(tables.orgEntity)
    case 'ticketType':
      return of(tables.ticketType)
    case 'problem':
    case 'cause':
    case 'remedy':
      return { id: sql`code.id`, name: sql`code.name` }
    case 'dayOfWeek':
      return { id: weekday, name: sql`''` }
  }
}

const codeColumn = (by: TicketDimension): SQL => {
  if (by === 'cause') return sql`${ticket.causeId}`
  return by === 'remedy' ? sql`${ticket.remedyId}` : sql`${ticket.problemId}`
}

async function asking(
  scope: Scope,
  { measure, by, filter }: Asked,
  ranges: readonly ReportRange[],
) {
  scope.must(measure === 'hours' ? 'viewer|work' : 'viewer|costs')
  const { actor, from } = scope
  const { zone, today } = await calendarOf(scope)
  const currency = measure === 'costs' ? await currencyOf(scope) : null
  const first = ranges.map((range) => range.from).toSorted()[0] ?? today
  const last =
    ranges
      .map((range) => range.to)
      .toSorted()
      .at(-1) ?? today
  const wall = wallParts(sql`amount.at`, zone, { from: first, to: addDays(last, 1) })
  const source =
    measure === 'hours'
      ? minutesOfTickets(scope)
      : costsOfTickets(scope, decimalsOf(currency ?? ''))
  const join = (table: SQL, alias: SQL, column: SQL) =>
    sql`left join ${table} on ${alias}.company_id = ${ticket.companyId} and ${alias}.id = ${column}`
  const code = by === 'problem' || by === 'cause' || by === 'remedy'
  const joined = sql`(select amount.ticket_id, amount.value,
      coalesce(amount.day - date '1970-01-01', ${wall.day}) as day
      from (${source}) as amount) as amount
    join ${ticket} on ${ticket.companyId} = ${actor.companyId} and ${ticket.id} = amount.ticket_id
    join ${tables.ticketType} on ${tables.ticketType.companyId} = ${ticket.companyId}
      and ${tables.ticketType.id} = ${ticket.typeId}
    ${join(sql`${equipment}`, sql`${equipment}`, sql`${ticket.equipmentId}`)}
    ${join(sql`${tables.equipmentType}`, sql`${tables.equipmentType}`, sql`${equipment.typeId}`)}
    ${join(sql`${tables.equipmentStatus}`, sql`${tables.equipmentStatus}`, sql`${equipment.statusId}`)}
    left join ${location} on ${location.companyId} = ${ticket.companyId}
      and ${location.id} = coalesce(${ticket.locationId}, ${equipment.locationId})
      and ${from.ever.locations()}
    ${join(sql`${tables.locationType}`, sql`${tables.locationType}`, sql`${location.typeId}`)}
    ${join(sql`${tables.orgEntity}`, sql`${tables.orgEntity}`, sql`${ticket.orgEntityId}`)}
    ${code ? sql`left join ${tables.failureCode} as code on code.company_id = ${ticket.companyId} and code.id = ${codeColumn(by)}` : sql``}`
  const inRange = ({ from: start, to }: ReportRange): SQL =>
    sql`amount.day between ${dayNumber(start)}::int and ${dayNumber(to)}::int`
  const where = from.tickets(
    placeFilter(filter, {
      equipmentId: ticket.equipmentId,
      locationId: ticketPlace,
      orgEntityId: ticket.orgEntityId,
    }),
  )
  // 1 January 1970 was a Thursday.
  const spread = spreadOf(by, sql`mod(amount.day + 4, 7)`)
  const nameOf = (id: number | null, name: string | null): string =>
    by === 'dayOfWeek' && id !== null ? weekdayName(actor.language, id) : (name ?? '')
  return { currency, today, joined, where, inRange, spread, nameOf }
}

export async function ticketReport(
  scope: Scope,
  { ranges, limit, offset, ...asked }: Question,
): Promise<z.input<typeof contract.getTicketReport.response>> {
  const { currency, today, joined, where, inRange, spread, nameOf } = await asking(
    scope,
    asked,
    ranges,
  )
  const each = (of: (range: SQL) => SQL) =>
    sql.join(
      ranges.map((range) => of(inRange(range))),
      sql`, `,
    )
  const sums = sql`array[${each((range) => sql`coalesce(sum(amount.value) filter (where ${range}), 0)::float8`)}] as values,
    array[${each((range) => sql`(count(distinct ${ticket.id}) filter (where ${range}))::int`)}] as tickets`
  const any = sql.join(ranges.map(inRange), sql` or `)
  interface Sums extends Record<string, unknown> {
    values: number[]
    tickets: number[]
  }
  const {
    rows: [total],
  } = await scope.db.execute<Sums>(sql`select ${sums} from ${joined} where ${where} and (${any})`)
  const { rows } = await scope.db.execute<
    Sums & { id: number | null; name: string | null; total: number }
  >(sql`select ${spread.id} as id, min(${spread.name}) as name, count(*) over ()::int as total, ${sums}
    from ${joined} where ${where} and (${any}) group by 1
    order by ${each((range) => sql`coalesce(sum(amount.value) filter (where ${range}), 0) desc`)}, 1
    limit ${limit} offset ${offset}`)
  return {
    currency,
    ranges: ranges.map((range, index) => ({
      ...range,
      value: total?.values[index] ?? 0,
      tickets: total?.tickets[index] ?? 0,
      isPartial: range.to >= today,
    })),
    groups: rows.map(({ id, name, values, tickets }) => ({
      id,
      name: nameOf(id, name),
      values: values.map((value, index) => ({ value, tickets: tickets[index] ?? 0 })),
    })),
    remaining: Math.max(0, (rows[0]?.total ?? 0) - offset - rows.length),
  }
}

export async function ticketReportRows(
  scope: Scope,
  { range, group, limit, offset, ...asked }: RowsQuestion,
): Promise<z.input<typeof contract.listTicketReportRows.response>> {
  const { currency, joined, where, inRange, spread } = await asking(scope, asked, [range])
  const ofGroup = group === undefined ? sql`true` : sql`${spread.id} is not distinct from ${group}`
  const { rows } = await scope.db.execute<{
    id: Id<'ticket'>
    title: string
    place: string | null
    value: number
    total: number
    all: number
  }>(sql`select ${ticket.id} as id, ${ticket.title} as title,
      coalesce(min(${equipment.name}), min(${location.name})) as place, sum(amount.value)::float8 as value,
      count(*) over ()::int as total, (sum(sum(amount.value)) over ())::float8 as all
    from ${joined} where ${where} and ${inRange(range)} and ${ofGroup}
    group by ${ticket.id}, ${ticket.title} order by sum(amount.value) desc, ${ticket.id}
    limit ${limit} offset ${offset}`)
  return {
    currency,
    count: rows[0]?.total ?? 0,
    value: rows[0]?.all ?? 0,
    rows: rows.map(({ id, title, place, value }) => ({ id, title, place, value })),
  }
}
