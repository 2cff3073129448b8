import { desc, or, sql, type SQL } from 'drizzle-orm'
import type { z } from 'zod'
import { addDays } from '#contract/dashboards/periods.ts'
import { EARLIEST_DAY } from '#contract/rules/bounds.ts'
import type {
  Dimension,
  Distribution,
  ReportRange,
  reports as contract,
} from '#contract/reports.ts'
import * as tables from '#db/schema/index.ts'
import { ofCompany } from '#kernel/data/ofCompany.ts'
import { placeFilter } from '#kernel/data/listQueries.ts'
import type { Scope } from '#kernel/access/scope.ts'
import { calendarOf } from '#kernel/data/companyCalendar.ts'
import { midnight, wallParts } from '#kernel/data/wallClock.ts'
import { resultNames } from './resultNames.ts'

type Page = Pick<z.output<typeof contract.getDistributions.body>, 'sort' | 'limit' | 'offset'>
type Question = Omit<z.output<typeof contract.getDistributions.body>, 'ranges' | keyof Page>
type DetailQuestion = z.output<typeof contract.listDistributionRows.body>
export const bestResults: Page = { sort: '-value', limit: 200, offset: 0 }

interface Spread {
  id: SQL
  name: SQL
}

const column = (
  table:
    | typeof tables.equipmentType
    | typeof tables.locationType
    | typeof tables.procedureType
    | typeof tables.equipmentStatus,
): Spread => ({ id: sql`${table.id}`, name: sql`${table.name}` })

const minuteOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))

/**
 * The part of the week of each shift, as a condition on local time. A shift past midnight has two
 * parts.
 */
async function shiftSpread(
  { db, actor }: Scope,
  { weekday, minute }: { weekday: SQL; minute: SQL },
): Promise<Spread> {
  const [settings] = await db
    .select({ shifts: tables.companySettings.shifts })
    .from(tables.companySettings)
    .where(ofCompany(tables.companySettings, actor.companyId))
  const shifts = settings?.shifts ?? []
  if (shifts.length === 0) return { id: sql`null::int`, name: sql`''` }
  const days = (list: readonly number[], later: number) =>
    sql`${weekday} in (${sql.join(
      list.map((day) => sql`${(day + later) % 7}`),
      sql`, `,
    )})`
  const arms = shifts.map(({ days: on, from, to }, index) =>
    from < to
      ? sql`when ${days(on, 0)} and ${minute} >= ${minuteOf(from)} and ${minute} < ${minuteOf(to)} then ${index}::int`
      : sql`when (${days(on, 0)} and ${minute} >= ${minuteOf(from)})
        or (${days(on, 1)} and ${minute} < ${minuteOf(to)}) then ${index}::int`,
  )
  const id = sql`(case ${sql.join(arms, sql` `)} end)`
  return { id, name: sql`(${JSON.stringify(shifts.map(({ name }) => name))}::jsonb ->> ${id})` }
}

async function spreadOf(
  scope: Scope,
  by: Dimension,
  ranges: readonly ReportRange[],
  zone: string,
): Promise<Spread> {
  switch (by) {
    case 'equipment':
      return { id: sql`${tables.equipment.id}`, name: sql`${tables.equipment.name}` }
    case 'equipmentType':
      return column(tables.equipmentType)
    case 'equipmentStatus':
      return column(tables.equipmentStatus)
    case 'location':
      return { id: sql`${tables.location.id}`, name: sql`${tables.location.name}` }
    case 'locationType':
      return column(tables.locationType)
    case 'procedure':
      return { id: sql`${tables.procedure.id}`, name: sql`${tables.procedure.name}` }
    case 'procedureType':
      return column(tables.procedureType)
    case 'user':
      return {
        id: sql`${tables.user.id}`,
        name: sql`(${tables.user.firstName} || ' ' || ${tables.user.lastName})`,
      }
    case 'orgEntity':
      return { id: sql`${tables.orgEntity.id}`, name: sql`${tables.orgEntity.name}` }
    case 'dayOfWeek':
      return { id: doneOn(ranges, zone).weekday, name: sql`''` }
    case 'shift':
      return shiftSpread(scope, doneOn(ranges, zone))
  }
}

/**
 * Logs joined with every dimension. Work on equipment counts at the equipment's current location,
 * if the user may see it.
 */
const joinedFor = ({ from }: Scope) => sql`${tables.procedureLog}
  join ${tables.procedure} on ${tables.procedure.companyId} = ${tables.procedureLog.companyId}
  and ${tables.procedure.id} = ${tables.procedureLog.procedureId}
  join ${tables.procedureType} on ${tables.procedureType.companyId} = ${tables.procedure.companyId}
  and ${tables.procedureType.id} = ${tables.procedure.typeId}
  join ${tables.user} on ${tables.user.companyId} = ${tables.procedureLog.companyId}
  and ${tables.user.id} = ${tables.procedureLog.doneBy}
  left join ${tables.equipment} on ${tables.equipment.companyId} = ${tables.procedureLog.companyId}
  and ${tables.equipment.id} = ${tables.procedureLog.equipmentId}
  left join ${tables.equipmentType} on ${tables.equipmentType.companyId} = ${tables.equipment.companyId}
  and ${tables.equipmentType.id} = ${tables.equipment.typeId}
  left join ${tables.equipmentStatus} on ${tables.equipmentStatus.companyId} = ${tables.equipment.companyId}
  and ${tables.equipmentStatus.id} = ${tables.equipment.statusId}
  left join ${tables.location} on ${tables.location.companyId} = ${tables.procedureLog.companyId}
  and ${tables.location.id} = coalesce(${tables.procedureLog.locationId}, ${tables.equipment.locationId})
  and ${from.ever.locations()}
  left join ${tables.locationType} on ${tables.locationType.companyId} = ${tables.location.companyId}
  and ${tables.locationType.id} = ${tables.location.typeId}
  left join ${tables.orgEntity} on ${tables.orgEntity.companyId} = ${tables.procedureLog.companyId}
  and ${tables.orgEntity.id} = (case when ${tables.procedureLog.equipmentId} is null
  then ${tables.location.orgEntityId} else ${tables.equipment.orgEntityId} end)`

/** The company's clock when a log was done, within these ranges. */
const doneOn = (ranges: readonly ReportRange[], zone: string) =>
  wallParts(tables.procedureLog.doneAt, zone, {
    from: ranges.map(({ from }) => from).toSorted()[0] ?? EARLIEST_DAY,
    to: addDays(
      ranges
        .map(({ to }) => to)
        .toSorted()
        .at(-1) ?? EARLIEST_DAY,
      1,
    ),
  })

const inRange = ({ from, to }: ReportRange, zone: string) =>
  sql`${tables.procedureLog.doneAt} >= ${midnight(from, zone)}
    and ${tables.procedureLog.doneAt} < ${midnight(addDays(to, 1), zone)}`

const conditions = ({ filter, type }: Question): SQL[] => [
  sql`${tables.procedureLog.score} is not null`,
  placeFilter(filter, tables.procedureLog) ?? sql`true`,
  type === 'tracers' ? sql`${tables.procedureType.isTracer}` : sql`true`,
]

interface Row extends Record<string, unknown> {
  id: number | null
  name: string | null
  total: number
  values: (number | null)[]
  counts: number[]
}
interface Total extends Record<string, unknown> {
  value: number | null
  counted: number
  days: number
  lastAt: string | null
  everybody: number
}

export async function distributions(
  scope: Scope,
  question: Question,
  ranges: readonly ReportRange[],
  page: Page,
): Promise<Distribution[]> {
  const { zone, today } = await calendarOf(scope)
  const joined = joinedFor(scope)
  const rows = await resultsOf(scope, question, ranges, page, zone)
  const nameOf = resultNames(question.distributionBy, scope.actor.language)
  const remaining = Math.max(0, (rows[0]?.total ?? 0) - page.offset - rows.length)
  const answers: Distribution[] = []
  for (const [index, range] of ranges.entries()) {
    const where = scope.from.procedureLogs(...conditions(question), inRange(range, zone))
    const {
      rows: [total],
    } = await scope.db.execute<Total>(sql`select avg(${tables.procedureLog.score})::float8 as value,
        count(*)::int as counted,
        count(distinct ${doneOn([range], zone).day})::int as days,
        max(${tables.procedureLog.doneAt}) as "lastAt",
      (select count(*)::int from ${joined}
      where ${ofCompany(tables.procedureLog, scope.actor.companyId, ...conditions(question), inRange(range, zone))}) as everybody
      from ${joined} where ${where}`)
    const last = range.to < today ? range.to : today
    const elapsed =
      range.from > last
        ? 0
        : Math.round((Date.parse(last) - Date.parse(range.from)) / 86_400_000) + 1
    answers.push({
      ...range,
      remaining,
      results: rows.flatMap(({ id, name, values, counts }) => {
        const [value, counted] = [values[index], counts[index]]
        return typeof value === 'number' && counted !== undefined
          ? [{ id, name: nameOf(id, name), value: Math.round(value), counted }]
          : []
      }),
      value: total?.value ?? null,
      counted: total?.counted ?? 0,
      beyondRights: (total?.everybody ?? 0) - (total?.counted ?? 0),
      coverage: elapsed === 0 ? 0 : Math.round((100 * (total?.days ?? 0)) / elapsed),
      isPartial: range.to >= today,
      lastAt: total?.lastAt ? new Date(total.lastAt).toISOString() : null,
    })
  }
  return answers
}

/**
 * A page of results, the same in every range for comparison. Results with a single log sort last,
 * because one log says little about a ward.
 */
async function resultsOf(
  scope: Scope,
  question: Question,
  ranges: readonly ReportRange[],
  { sort, limit, offset }: Page,
  zone: string,
): Promise<Row[]> {
  const { id, name } = await spreadOf(scope, question.distributionBy, ranges, zone)
  const each = (of: (range: SQL) => SQL) =>
    sql.join(
      ranges.map((range) => of(inRange(range, zone))),
      sql`, `,
    )
  const mean = (range: SQL) => sql`avg(${tables.procedureLog.score}) filter (where ${range})`
  const ordered = each(
    (range) => sql`${mean(range)} ${sort === 'value' ? sql`asc` : sql`desc`} nulls last`,
  )
  const { rows } = await scope.db.execute<Row>(sql`
    select ${id} as id, min(${name}) as name, count(*) over ()::int as total,
    array[${each((range) => sql`${mean(range)}::float8`)}] as
    values, array[${each((range) => sql`(count(*) filter (where ${range}))::int`)}] as counts
    from ${joinedFor(scope)} where ${scope.from.procedureLogs(...conditions(question), or(...ranges.map((range) => inRange(range, zone))))}
    group by 1 order by count(*) = 1, ${ordered}, 1 limit ${limit} offset ${offset}`)
  return rows
}

export async function distributionRows(
  scope: Scope,
  { range, group, limit, offset, sort, ...question }: DetailQuestion,
): Promise<z.input<typeof contract.listDistributionRows.response>> {
  const { zone } = await calendarOf(scope)
  const { id } = await spreadOf(scope, question.distributionBy, [range], zone)
  const where = scope.from.procedureLogs(
    ...conditions(question),
    inRange(range, zone),
    group === undefined ? undefined : sql`${id} is not distinct from ${group}`,
  )
  const joined = joinedFor(scope)
  const {
    rows: [total],
  } = await scope.db.execute<{ n: number; value: number | null }>(
    sql`select count(*)::int as n, avg(${tables.procedureLog.score})::float8 as value from ${joined}
      where ${where}`,
  )
  const order =
    sort === 'at'
      ? sql`${tables.procedureLog.doneAt}, ${tables.procedureLog.id}`
      : sql`${desc(tables.procedureLog.doneAt)}, ${desc(tables.procedureLog.id)}`
  const { rows } = await scope.db.execute<{
    id: number
    name: string
    place: string | null
    at: string
    score: number
  }>(sql`
    select ${tables.procedureLog.id} as id, ${tables.procedure.name} as name,
    coalesce(${tables.equipment.name}, ${tables.location.name}) as place, ${tables.procedureLog.doneAt} as at,
    ${tables.procedureLog.score} as score from ${joined} where ${where} order by ${order}
    limit ${limit} offset ${offset}`)
  return {
    count: total?.n ?? 0,
    beyondRights: 0,
    value: total?.value ?? null,
    rows: rows.map((row) => ({
      id: row.id,
      type: 'procedureLog',
      name: row.name,
      place: row.place,
      at: new Date(row.at).toISOString(),
      score: row.score,
      state: 'done',
      doneAt: null,
      procedureLogId: row.id,
      rruleId: null,
    })),
  }
}
