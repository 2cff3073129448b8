import { and, inArray, or, sql, type SQL } from 'drizzle-orm'
import type { CardType, DetailPart } from '#contract/dashboards/dashboardItems.ts'
import type { CardRange, Period } from '#contract/dashboards/periods.ts'
import { isEmptyFilter, type FilterObject } from '#contract/filter.ts'
import * as tables from '#db/schema/index.ts'
import { ofCompany } from '#kernel/data/ofCompany.ts'
import type { Actor } from '#kernel/access/actor.ts'
import { placeFilter } from '#kernel/data/listQueries.ts'
import { rightsOf } from '#kernel/access/rights.ts'
import type { Calendar } from '#kernel/data/companyCalendar.ts'
import { midnight } from '#kernel/data/wallClock.ts'

export interface Restrictions {
  equipmentTypeIds: readonly number[] | null
  locationTypeIds: readonly number[] | null
  procedureTypeIds: readonly number[] | null
}
export const unrestricted: Restrictions = {
  equipmentTypeIds: null,
  locationTypeIds: null,
  procedureTypeIds: null,
}

export interface CardQuestion {
  type: CardType
  range: CardRange
  filters: readonly FilterObject[]
  /** A day of the period. If omitted, today. */
  at?: string | undefined
  restrictions: Restrictions
  /** Includes earlier periods. Requested only where they are shown, because they are expensive. */
  history?: boolean
  /** `viewer`: only what the actor may see. `company`: the same number for all viewers. */
  accessScope: 'viewer' | 'company'
}

export const sources = {
  averageScore: {
    table: tables.procedureLog,
    at: tables.procedureLog.doneAt,
    rights: 'procedureLogs',
  },
  scheduleDone: { table: tables.occurrence, at: tables.occurrence.at, rights: 'occurrences' },
} as const

const overdue = (now: Date) =>
  sql`(${tables.occurrence.state} in ('late', 'missed')
    or (${tables.occurrence.state} = 'due' and ${tables.occurrence.dueBy} < ${now}))`
const isDoneLate = sql`(${tables.occurrence.state} = 'done'
  and ${tables.occurrence.doneAt} > ${tables.occurrence.dueBy})`

/**
 * Rows of a part of the number. An occurrence before its deadline is waiting; it counts once it is
 * done or overdue.
 */
export function partOf(type: CardType, part: DetailPart, now: Date): SQL {
  if (type === 'averageScore')
    return part === 'counted' || part === 'done'
      ? sql`${tables.procedureLog.score} is not null`
      : sql`false`
  switch (part) {
    case 'counted':
      return sql`(${tables.occurrence.state} = 'done' or ${overdue(now)})`
    case 'done':
      return sql`${tables.occurrence.state} = 'done'`
    case 'doneInTime':
      return sql`(${tables.occurrence.state} = 'done' and not coalesce(${isDoneLate}, false))`
    case 'doneLate':
      return isDoneLate
    case 'notDone':
      return overdue(now)
    case 'waiting':
      return sql`(${tables.occurrence.state} = 'due'
        and not coalesce(${tables.occurrence.dueBy} < ${now}, false))`
  }
}

type Countable = typeof tables.procedureLog | typeof tables.occurrence | typeof tables.summedCell

const inList = (column: SQL, list: readonly number[]): SQL =>
  list.length === 0 ? sql`false` : inArray(column, [...list])

function allowed(
  { equipmentTypeIds, locationTypeIds, procedureTypeIds }: Restrictions,
  table: Countable,
): SQL | undefined {
  const things =
    equipmentTypeIds === null
      ? undefined
      : sql`(${table.equipmentId} is null
        or ${table.equipmentId} in (select ${tables.equipment.id} from ${tables.equipment}
        where ${inList(sql`${tables.equipment.typeId}`, equipmentTypeIds)}))`
  const places =
    locationTypeIds === null
      ? undefined
      : sql`(${table.locationId} is null
        or ${table.locationId} in (select ${tables.location.id} from ${tables.location}
        where ${inList(sql`${tables.location.typeId}`, locationTypeIds)}))`
  const kinds =
    procedureTypeIds === null
      ? undefined
      : sql`${table.procedureId} in (select ${tables.procedure.id} from ${tables.procedure}
        where ${inList(sql`${tables.procedure.typeId}`, procedureTypeIds)})`
  return and(things, places, kinds)
}

/** A row must match one of the filters. An empty filter, or an empty list, matches all. */
function fitsOne(filters: readonly FilterObject[], table: Countable): SQL | undefined {
  if (filters.length === 0 || filters.some(isEmptyFilter)) return undefined
  return or(...filters.map((filter) => placeFilter(filter, table)))
}

export function rowsOf(
  question: Pick<CardQuestion, 'type' | 'filters' | 'restrictions'>,
  actor: Actor,
  accessScope: CardQuestion['accessScope'],
): SQL {
  const { table, rights } = sources[question.type]
  return conditionsOn(table, rights, question, actor, accessScope)
}

export const cellsOf = (
  question: Pick<CardQuestion, 'filters' | 'restrictions'>,
  actor: Actor,
  accessScope: CardQuestion['accessScope'],
): SQL => conditionsOn(tables.summedCell, 'summedCells', question, actor, accessScope)

function conditionsOn(
  table: Countable,
  rights: 'procedureLogs' | 'occurrences' | 'summedCells',
  question: Pick<CardQuestion, 'filters' | 'restrictions'>,
  actor: Actor,
  accessScope: CardQuestion['accessScope'],
): SQL {
  const conditions = [fitsOne(question.filters, table), allowed(question.restrictions, table)]
  return accessScope === 'viewer'
    ? rightsOf(actor)[rights](...conditions)
    : ofCompany(table, actor.companyId, ...conditions)
}

export function isInPeriod(
  { type }: Pick<CardQuestion, 'type'>,
  { from, to }: Period,
  { zone }: Calendar,
): SQL {
  const { at } = sources[type]
  return sql`${at} >= ${midnight(from, zone)} and ${at} < ${midnight(to, zone)}`
}
