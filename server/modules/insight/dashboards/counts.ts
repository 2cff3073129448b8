/**
 * Counts over periods. Rollups cover days without writes since they were computed; other days are
 * counted by row. One statement reads both and verifies the rollups, so the result equals a count
 * of every row (decision 17).
 */
import { eq, inArray, isNull, sql, type SQL } from 'drizzle-orm'
import type { DetailPart } from '#contract/dashboards/dashboardItems.ts'
import type { Period } from '#contract/dashboards/periods.ts'
import { chooseRollups, uncoveredPeriods, type Covering } from '#contract/dashboards/spans.ts'
import { isEmptyFilter, type FilterObject } from '#contract/filter.ts'
import { startOfDay } from '#contract/timeZones/wallTime.ts'
import * as tables from '#db/schema/index.ts'
import { ofCompany } from '#kernel/data/ofCompany.ts'
import { instants } from '#kernel/data/wallClock.ts'
import type { Scope } from '#kernel/access/scope.ts'
import { type Calendar } from '#kernel/data/companyCalendar.ts'
import { cellsOf, partOf, rowsOf, sources, isInPeriod, type CardQuestion } from './questions.ts'

export interface Counted {
  bucket: number
  counted: number
  done: number
  doneLate: number
  notDone: number
  waiting: number
  unscored: number
  hundredths: number
  lastAt: string | null
  value: number | null
}

export type Reader = Pick<Scope, 'db' | 'actor' | 'clock'>

const sourceOf = { averageScore: 'procedureLog', scheduleDone: 'occurrence' } as const
/** Monthly rollups by object would be as many as rows, so only yearly ones are stored. */
const keptCuts: Record<'month' | 'year', readonly tables.SummedCut[]> = {
  month: ['procedure'],
  year: ['procedure', 'object', 'both'],
}
const TRIES = 3

export async function countPeriods(
  scope: Reader,
  question: CardQuestion,
  periods: readonly Period[],
  calendar: Calendar,
): Promise<Map<number, Counted>> {
  return new Map(
    (
      await overCovering(scope, question, periods, calendar, cutOf(question, scope), (covering) =>
        totals(scope, question, periods, calendar, covering),
      )
    ).map((row) => [row.bucket, row]),
  )
}

export async function countObjects(
  scope: Reader,
  question: CardQuestion,
  period: Period,
  calendar: Calendar,
): Promise<number> {
  const cut = asksProcedures(question, scope) ? 'both' : 'object'
  const [found] = await overCovering(scope, question, [period], calendar, cut, (covering) =>
    distinctObjects(scope, question, period, calendar, covering, cut),
  )
  return found?.n ?? 0
}

const has = (filters: readonly FilterObject[], keys: readonly (keyof FilterObject)[]) =>
  !filters.some(isEmptyFilter) &&
  filters.some((filter) => keys.some((key) => (filter[key]?.length ?? 0) > 0))

function asksProcedures(
  { filters, restrictions, accessScope }: CardQuestion,
  { actor }: Reader,
): boolean {
  return (
    has(filters, ['procedureIds', 'procedureTypeIds']) ||
    restrictions.procedureTypeIds !== null ||
    (accessScope === 'viewer' && actor.procedureTypeIds !== null)
  )
}

function asksObjects(
  { filters, restrictions, accessScope }: CardQuestion,
  { actor }: Reader,
): boolean {
  return (
    has(filters, [
      'equipmentIds',
      'equipmentTypeIds',
      'equipmentStatusIds',
      'locationIds',
      'locationTypeIds',
      'tagIds',
      'orgEntityIds',
    ]) ||
    restrictions.equipmentTypeIds !== null ||
    restrictions.locationTypeIds !== null ||
    (accessScope === 'viewer' &&
      (actor.equipmentTypeIds !== null || actor.locationTypeIds !== null))
  )
}

function cutOf(question: CardQuestion, scope: Reader): tables.SummedCut {
  if (!asksObjects(question, scope)) return 'procedure'
  return asksProcedures(question, scope) ? 'both' : 'object'
}

/**
 * True if a UTC day overlaps a span of days in the company's zone. The first condition is for the
 * index.
 */
export const overlapsSpan = (
  day: SQL,
) => sql`(${day} > ${tables.summedSpan.from} - 2 and ${day} < ${tables.summedSpan.to} + 1
  and ${utcMidnight(day)} < ${tables.summedSpan.endsAt}
  and ${utcMidnight(sql`(${day} + 1)`)} > ${tables.summedSpan.beginsAt})`

const utcMidnight = (day: SQL) => sql`to_timestamp(86400::float8 * (${day} - date '1970-01-01'))`

export const isSpanOfZone = (
  { from, to, beginsAt, endsAt }: Pick<Span, 'from' | 'to' | 'beginsAt' | 'endsAt'>,
  zone: string,
): boolean =>
  beginsAt?.getTime() === startOfDay(from, zone) && endsAt?.getTime() === startOfDay(to, zone)
type Span = typeof tables.summedSpan.$inferSelect

const stands = sql`not exists (select from ${tables.summedMark}
  where ${tables.summedMark.companyId} = ${tables.summedSpan.companyId}
  and ${tables.summedMark.source} = ${tables.summedSpan.source} and ${overlapsSpan(sql`${tables.summedMark.day}`)})`

/** Rollups may be deleted between lookup and reading; then retries. */
async function overCovering<Row>(
  { db, actor }: Reader,
  { type, range }: CardQuestion,
  periods: readonly Period[],
  { zone }: Calendar,
  cut: tables.SummedCut,
  read: (covering: Covering) => Promise<Row[] | 'gone'>,
): Promise<Row[]> {
  const whole = uncoveredPeriods(periods)
  const kinds = (['month', 'year'] as const).filter(
    (kind) =>
      keptCuts[kind].includes(cut) && (range === 'YEAR' || (range === 'MONTH' && kind === 'month')),
  )
  for (let turn = 0; kinds.length > 0 && turn < TRIES; turn += 1) {
    const spans = await db
      .select({
        id: tables.summedSpan.id,
        from: tables.summedSpan.from,
        to: tables.summedSpan.to,
        beginsAt: tables.summedSpan.beginsAt,
        endsAt: tables.summedSpan.endsAt,
      })
      .from(tables.summedSpan)
      .where(
        ofCompany(
          tables.summedSpan,
          actor.companyId,
          eq(tables.summedSpan.source, sourceOf[type]),
          eq(tables.summedSpan.zone, zone),
          inArray(tables.summedSpan.kind, kinds),
          sql`${tables.summedSpan.from} >= ${periods[0]?.from ?? ''}`,
          stands,
        ),
      )
    const rows = await read(
      chooseRollups(
        periods,
        spans.filter((span) => isSpanOfZone(span, zone)),
      ),
    )
    if (rows !== 'gone') return rows
  }
  const rows = await read(whole)
  return rows === 'gone' ? [] : rows
}

/** Number of still valid rollups, in the same snapshot as the rest of the statement. */
const standing = ({ spans }: Covering, companyId: number) =>
  spans.length === 0
    ? sql`0`
    : sql`(select count(*)::int from ${tables.summedSpan}
      where ${tables.summedSpan.companyId} = ${companyId} and ${inArray(
        sql`${tables.summedSpan.id}`,
        spans.map(({ id }) => id),
      )} and ${stands})`

async function totals(
  scope: Reader,
  question: CardQuestion,
  periods: readonly Period[],
  calendar: Calendar,
  covering: Covering,
): Promise<Counted[] | 'gone'> {
  const { db, actor, clock } = scope
  const bounds = instants(periods.map(({ from }) => startOfDay(from, calendar.zone)))
  const arms = rowArms(question, scope, calendar, covering, periods).map((where) =>
    rowTotals(question, clock.now(), bounds, where),
  )
  if (covering.spans.length > 0) arms.push(cellTotals(question, scope, covering))
  const { rows } = await db.execute<
    Omit<Counted, 'bucket' | 'value'> & { bucket: number | null; standing: number }
  >(sql`
    select ${standing(covering, actor.companyId)} as standing, bucket, sum(counted)::int as counted,
    sum(done)::int as done, sum(done_late)::int as "doneLate", sum(not_done)::int as "notDone",
    sum(waiting)::int as waiting, sum(unscored)::int as unscored,
      sum(hundredths)::float8 as hundredths, max(last_at) as "lastAt"
      from (select null::int as bucket, 0 as counted, 0 as done, 0 as done_late, 0 as not_done,
      0 as waiting, 0 as unscored, 0::bigint as hundredths, null::timestamptz as last_at
      union all ${sql.join(arms, sql` union all `)}) parts group by bucket`)
  if (rows.some((row) => row.standing < covering.spans.length)) return 'gone'
  return rows.flatMap(({ bucket, ...row }) =>
    bucket === null
      ? []
      : [
          {
            ...row,
            bucket,
            value:
              row.counted === 0
                ? null
                : question.type === 'averageScore'
                  ? row.hundredths / 100 / row.counted
                  : (100 * row.done) / row.counted,
          },
        ],
  )
}

/**
 * Rows that rollups do not cover: gaps, plus due occurrences inside covered periods, whose outcome
 * depends on the current time.
 */
function rowArms(
  question: CardQuestion,
  { actor }: Reader,
  calendar: Calendar,
  { spans, gaps }: Covering,
  periods: readonly Period[],
): SQL[] {
  const rows = rowsOf(question, actor, question.accessScope)
  if (spans.length === 0 || question.type === 'averageScore')
    return gaps.map((gap) => sql`${rows} and ${isInPeriod(question, gap, calendar)}`)
  return [
    ...gaps.map(
      (gap) =>
        sql`${rows} and ${isInPeriod(question, gap, calendar)} and ${tables.occurrence.state} <> 'due'`,
    ),
    ...uncoveredPeriods(periods).gaps.map(
      (whole) =>
        sql`${rows} and ${isInPeriod(question, whole, calendar)} and ${tables.occurrence.state} = 'due'`,
    ),
  ]
}

function rowTotals({ type }: CardQuestion, now: Date, bounds: SQL, where: SQL): SQL {
  const { table, at } = sources[type]
  const isScore = type === 'averageScore'
  const number = (name: DetailPart) =>
    isScore && name !== 'counted' ? sql`0` : sql`count(*) filter (where ${partOf(type, name, now)})`
  return sql`select width_bucket(${at}, ${bounds}) - 1, ${number('counted')}, ${number('done')},
    ${number('doneLate')}, ${number('notDone')}, ${number('waiting')},
    ${isScore ? sql`count(*) filter (where ${isNull(tables.procedureLog.score)})` : sql`0`},
    ${isScore ? hundredthsOf : sql`0`}, max(${at}) filter (where ${partOf(type, 'counted', now)})
    from ${table} where ${where} group by 1`
}

/** Scores have two decimals. Integer sums do not depend on the order. */
export const hundredthsOf = sql`coalesce(sum(round(${tables.procedureLog.score} * 100)::bigint), 0)`

function cellTotals(question: CardQuestion, scope: Reader, covering: Covering): SQL {
  const sum = (column: SQL) => sql`sum(${column})`
  return sql`select chosen.bucket, ${sum(sql`${tables.summedCell.counted}`)},
    ${sum(sql`${tables.summedCell.done}`)}, ${sum(sql`${tables.summedCell.doneLate}`)},
    ${sum(sql`${tables.summedCell.notDone}`)}, 0, ${sum(sql`${tables.summedCell.unscored}`)},
    ${sum(sql`${tables.summedCell.hundredths}`)}, max(${tables.summedCell.lastAt})
    from ${chosen(covering)} join ${tables.summedCell} on ${tables.summedCell.spanId} = chosen.span_id
    where ${cellsOf(question, scope.actor, question.accessScope)}
    and ${tables.summedCell.cut} = ${cutOf(question, scope)} group by 1`
}

const chosen = ({ spans }: Covering) =>
  sql`(values ${sql.join(
    spans.map(({ id, bucket }) => sql`(${id}::int, ${bucket}::int)`),
    sql`, `,
  )}) chosen (span_id, bucket)`

async function distinctObjects(
  scope: Reader,
  question: CardQuestion,
  period: Period,
  calendar: Calendar,
  covering: Covering,
  cut: tables.SummedCut,
): Promise<{ n: number }[] | 'gone'> {
  const { db, actor, clock } = scope
  const { table } = sources[question.type]
  const arms = rowArms(question, scope, calendar, covering, [period]).map(
    (where) =>
      sql`select coalesce(${table.equipmentId}, -${table.locationId}) as object from ${table}
        where ${where} and ${partOf(question.type, 'counted', clock.now())}`,
  )
  if (covering.spans.length > 0)
    arms.push(
      sql`select coalesce(${tables.summedCell.equipmentId}, -${tables.summedCell.locationId})
        from ${chosen(covering)} join ${tables.summedCell} on ${tables.summedCell.spanId} = chosen.span_id
        where ${cellsOf(question, actor, question.accessScope)} and ${tables.summedCell.cut} = ${cut}
        and ${tables.summedCell.counted} > 0`,
    )
  const { rows } = await db.execute<{ n: number; standing: number }>(
    sql`select count(distinct object)::int as n, ${standing(covering, actor.companyId)} as standing
      from (select null::int as object union all ${sql.join(arms, sql` union all `)}) parts`,
  )
  return rows.some((row) => row.standing < covering.spans.length) ? 'gone' : rows
}
