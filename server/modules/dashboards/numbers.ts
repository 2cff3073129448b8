/** The one place that computes a card's number and finds the rows behind it: one condition serves both, so they agree. */
import { and, eq, inArray, or, sql, type SQL } from 'drizzle-orm'
import type { CardNumber, CardPeriod, CardType, DetailPart } from '#contract/dashboardItems'
import { HISTORY, periodsUpTo, type CardRange, type Period } from '#contract/dashboards/periods'
import { isEmptyFilter, type FilterObject } from '#contract/filter'
import { weekStartOf } from '#contract/languages'
import { company, companySettings, equipment, location, occurrence, procedure, procedureLog } from '../../db/schema/index.ts'
import type { Actor } from '../../kernel/actor.ts'
import { placeFilter } from '../../kernel/lists.ts'
import { rightsOf } from '../../kernel/rights.ts'
import type { Scope } from '../../kernel/scope.ts'
import { namesWhatIsGone } from './gone.ts'

/** What a dashboard lets count, whatever its cards ask. */
export interface Restrictions { equipmentTypeIds: readonly number[] | null; locationTypeIds: readonly number[] | null; procedureTypeIds: readonly number[] | null }
export const unrestricted: Restrictions = { equipmentTypeIds: null, locationTypeIds: null, procedureTypeIds: null }

export interface CardQuestion {
  type: CardType
  range: CardRange
  filters: readonly FilterObject[]
  /** A day of the period; today when left out. */
  at?: string | undefined
  restrictions: Restrictions
  /** With the periods before the last one; asked for where they are shown, since they are the most to count. */
  history?: boolean
  /** `viewer`: of what the actor may see. `company`: the same number for everybody. */
  reach: 'viewer' | 'company'
}

export interface Calendar { zone: string; weekStart: number; today: string }

export async function calendarOf({ db, actor, clock }: Scope): Promise<Calendar> {
  const [found] = await db.select({ language: company.language, weekStart: companySettings.weekStart }).from(company).leftJoin(companySettings, eq(companySettings.companyId, company.id)).where(eq(company.id, actor.companyId))
  const today = new Intl.DateTimeFormat('en-CA', { timeZone: actor.timezone }).format(clock.now())
  return { zone: actor.timezone, weekStart: found?.weekStart ?? weekStartOf(found?.language ?? 'en'), today }
}

/** A midnight of the company's calendar. The database knows the zone's clock changes. */
const midnight = (date: string, zone: string) => sql`(${date}::timestamp at time zone ${zone})`

/** The two kinds of rows a card counts. */
const sources = {
  averageScore: { table: procedureLog, at: procedureLog.doneAt, rights: 'procedureLogs' },
  scheduleDone: { table: occurrence, at: occurrence.at, rights: 'occurrences' },
} as const

const overdue = (now: Date) => sql`(${occurrence.state} in ('late', 'missed') or (${occurrence.state} = 'due' and ${occurrence.dueBy} < ${now}))`
const isDoneLate = sql`(${occurrence.state} = 'done' and ${occurrence.doneAt} > ${occurrence.dueBy})`

/** Which rows are meant by a part of the number. What still has time is waiting, and counts once it is done or overdue. */
export function partOf(type: CardType, part: DetailPart, now: Date): SQL {
  if (type === 'averageScore') return part === 'counted' || part === 'done' ? sql`${procedureLog.score} is not null` : sql`false`
  switch (part) {
    case 'counted': return sql`(${occurrence.state} = 'done' or ${overdue(now)})`
    case 'done': return sql`${occurrence.state} = 'done'`
    case 'doneLate': return isDoneLate
    case 'notDone': return overdue(now)
    case 'waiting': return sql`(${occurrence.state} = 'due' and not coalesce(${occurrence.dueBy} < ${now}, false))`
  }
}

const inList = (column: SQL, list: readonly number[]): SQL => (list.length === 0 ? sql`false` : inArray(column, [...list]))

/** What the dashboard lets count. */
function allowed({ equipmentTypeIds, locationTypeIds, procedureTypeIds }: Restrictions, table: typeof procedureLog | typeof occurrence): SQL | undefined {
  const things = equipmentTypeIds === null ? undefined : sql`(${table.equipmentId} is null or ${table.equipmentId} in (select ${equipment.id} from ${equipment} where ${inList(sql`${equipment.typeId}`, equipmentTypeIds)}))`
  const places = locationTypeIds === null ? undefined : sql`(${table.locationId} is null or ${table.locationId} in (select ${location.id} from ${location} where ${inList(sql`${location.typeId}`, locationTypeIds)}))`
  const kinds = procedureTypeIds === null ? undefined : sql`${table.procedureId} in (select ${procedure.id} from ${procedure} where ${inList(sql`${procedure.typeId}`, procedureTypeIds)})`
  return and(things, places, kinds)
}

/** A row counts when it fits one of the filters. An empty one asks nothing, and so does a list without any. */
function fitsOne(filters: readonly FilterObject[], table: typeof procedureLog | typeof occurrence): SQL | undefined {
  if (filters.length === 0 || filters.some(isEmptyFilter)) return undefined
  return or(...filters.map((filter) => placeFilter(filter, table)))
}

/** All rows of the question, in whatever period, whether they count or not. */
export function rowsOf(question: Pick<CardQuestion, 'type' | 'filters' | 'restrictions'>, actor: Actor, reach: CardQuestion['reach']): SQL {
  const { table, rights } = sources[question.type]
  const conditions = [fitsOne(question.filters, table), allowed(question.restrictions, table)]
  return reach === 'viewer' ? rightsOf(actor)[rights](...conditions) : and(eq(table.companyId, actor.companyId), ...conditions) ?? sql`false`
}

/** Between the first midnight and the last. */
export function within({ type }: Pick<CardQuestion, 'type'>, { from, to }: Period, { zone }: Calendar): SQL {
  const { at } = sources[type]
  return sql`${at} >= ${midnight(from, zone)} and ${at} < ${midnight(to, zone)}`
}

interface Counted extends Record<string, unknown> { bucket: number; counted: number; value: number | null; done: number; doneLate: number; notDone: number; waiting: number; unscored: number; objects: number; lastAt: string | null }

/** Every period in one pass. */
async function countPeriods({ db, clock }: Scope, question: CardQuestion, where: SQL, periods: readonly Period[], calendar: Calendar): Promise<Map<number, Counted>> {
  const { table, at } = sources[question.type]
  const now = clock.now()
  const part = (name: DetailPart) => partOf(question.type, name, now)
  const isScore = question.type === 'averageScore'
  const number = (name: DetailPart) => (isScore && name !== 'counted' ? sql`0` : sql`(count(*) filter (where ${part(name)}))::int`)
  const bounds = sql`array[${sql.join(periods.map(({ from }) => midnight(from, calendar.zone)), sql`, `)}]`
  const whole = { from: periods[0]?.from ?? '', to: periods.at(-1)?.to ?? '' }
  const { rows } = await db.execute<Counted>(sql`
    select width_bucket(${at}, ${bounds}) - 1 as bucket, ${number('counted')} as counted, ${number('done')} as "done", ${number('doneLate')} as "doneLate", ${number('notDone')} as "notDone", ${number('waiting')} as waiting,
      ${isScore ? sql`(count(*) filter (where ${procedureLog.score} is null))::int` : sql`0`} as unscored,
      ${isScore ? sql`avg(${procedureLog.score})` : sql`100.0 * ${number('done')} / nullif(${number('counted')}, 0)`}::float8 as value,
      (count(distinct coalesce(${table.equipmentId}, -${table.locationId})) filter (where ${part('counted')} and ${at} >= ${midnight(periods.at(-1)?.from ?? '', calendar.zone)}))::int as objects, max(${at}) filter (where ${part('counted')}) as "lastAt"
    from ${table} where ${where} and ${within(question, whole, calendar)} group by 1`)
  return new Map(rows.map((row) => [row.bucket, row]))
}

export async function numberOf(scope: Scope, question: CardQuestion): Promise<CardNumber> {
  const calendar = await calendarOf(scope)
  const { actor, clock } = scope
  const periods = periodsUpTo(question.range, question.at ?? calendar.today, calendar.weekStart, question.history === false ? 2 : HISTORY[question.range])
  const counts = await countPeriods(scope, question, rowsOf(question, actor, question.reach), periods, calendar)
  const shown = (index: number): CardPeriod => {
    const period = periods.at(index) ?? { from: calendar.today, to: calendar.today }
    const found = counts.get(index < 0 ? periods.length + index : index)
    return { ...period, value: found?.value ?? null, counted: found?.counted ?? 0, isPartial: period.from <= calendar.today && calendar.today < period.to }
  }
  const own = counts.get(periods.length - 1)
  const present = shown(-1)
  const beyondRights = question.reach === 'viewer' ? await countBeyond(scope, question, present, calendar, present.counted) : 0
  return {
    ...present, type: question.type, range: question.range, done: own?.done ?? 0, doneLate: own?.doneLate ?? 0, notDone: own?.notDone ?? 0, waiting: own?.waiting ?? 0, unscored: own?.unscored ?? 0,
    objects: own?.objects ?? 0, beyondRights, lastAt: own?.lastAt ? new Date(own.lastAt).toISOString() : null,
    state: present.counted > 0 ? 'data' : beyondRights > 0 ? 'noRight' : await whyEmpty(scope, question, present, calendar, clock.now()),
    previous: shown(-2), history: periods.map((_period, index) => shown(index)),
  }
}

/** What would count, were it not for the viewer's rights. */
export async function countBeyond(scope: Scope, question: CardQuestion, period: Period, calendar: Calendar, visible: number, part: DetailPart = 'counted'): Promise<number> {
  const { equipmentTypeIds, locationTypeIds, procedureTypeIds } = scope.actor
  if (equipmentTypeIds === null && locationTypeIds === null && procedureTypeIds === null) return 0
  return await countRows(scope, question, rowsOf(question, scope.actor, 'company'), period, calendar, part) - visible
}

export async function countRows({ db, clock }: Scope, question: CardQuestion, where: SQL, period: Period, calendar: Calendar, part: DetailPart): Promise<number> {
  const { table } = sources[question.type]
  const { rows: [found] } = await db.execute<{ n: number }>(sql`select count(*)::int as n from ${table} where ${where} and ${within(question, period, calendar)} and ${partOf(question.type, part, clock.now())}`)
  return found?.n ?? 0
}

async function whyEmpty(scope: Scope, question: CardQuestion, period: Period, calendar: Calendar, now: Date): Promise<CardNumber['state']> {
  if (await namesWhatIsGone(scope, question.filters)) return 'sourceGone'
  const { table } = sources[question.type]
  const anything = rowsOf({ ...question, filters: [] }, scope.actor, question.reach)
  const { rows: [found] } = await scope.db.execute<{ exists: boolean }>(sql`select exists (select from ${table} where ${anything} and ${within(question, period, calendar)} and ${partOf(question.type, 'counted', now)}) as exists`)
  return found?.exists === true ? 'nothingMatches' : 'noDataYet'
}
