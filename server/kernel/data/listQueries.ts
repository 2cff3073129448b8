import { asc, desc, getTableName, inArray, is, sql, type SQL, type SQLWrapper } from 'drizzle-orm'
import { PgText, type AnyPgColumn, type PgTable } from 'drizzle-orm/pg-core'
import type { FilterObject } from '#contract/filter.ts'
import { searchWords, waysToWrite } from '#contract/rules/fold.ts'
import { folded, foldText } from '#db/foldText.ts'
import { searchesOf } from '#contract/labelCodes/readLabel.ts'
import { labelCodeAt, objectAt } from '#contract/rules/scanned.ts'
import * as tables from '#db/schema/index.ts'
import type { SearchedTable } from '#db/search.ts'
import type { Scope } from '#kernel/access/scope.ts'
import { joinOn } from './joinOn.ts'
import { hashOfCode } from './labelCodeHash.ts'
import { byName, type Reader } from './nameOrder.ts'

export { folded } from '#db/foldText.ts'

/**
 * `-name` sorts by name descending. Text sorts by the reader's language. Ties break by id, so that
 * no page repeats or skips a row.
 */
export function orderOf<S extends string>(
  reader: Reader,
  sort: S | `-${S}` | undefined,
  columns: Record<S, SQLWrapper>,
  id: SQLWrapper,
  otherwise: SQL[],
): SQL[] {
  if (sort === undefined) return otherwise
  const descending = sort.startsWith('-')
  // the contract's enum allows only these names
  const column = columns[(descending ? sort.slice(1) : sort) as S]
  const ordered = is(column, PgText) ? byName(reader, column) : column
  return descending
    ? [sql`${ordered} desc nulls last`, desc(id)]
    : [sql`${ordered} asc nulls last`, asc(id)]
}

/**
 * Every word must match; typed characters are never a pattern. A scanned label's text stands for
 * its serial number. `column` is a folded column or `folded(…)`; the database folds the words too.
 */
export function searchIn(column: SQLWrapper, search: string | undefined): SQL | undefined {
  const alternatives = searchesOf(search ?? '')
    .map((each) => searchWords(each))
    .filter((words) => words.length > 0)
    .map((words) =>
      sql.join(
        words.map((word) => isLike(column, word)),
        sql` and `,
      ),
    )
  return alternatives.length > 1 ? sql`(${sql.join(alternatives, sql` or `)})` : alternatives[0]
}

type Searcher = Pick<Scope, 'publicUrl'>
const addressed = { equipment: 'equipment', location: 'location' } as const

export function searchRows(
  { publicUrl }: Searcher,
  table: SearchedTable,
  search: string | undefined,
  folded: SQLWrapper = table.folded,
): SQL | undefined {
  const object =
    publicUrl === undefined || search === undefined ? null : objectAt(search, publicUrl)
  const column = folded === table.folded ? table.id : sql`id`
  if (object === null) {
    const code =
      publicUrl === undefined || search === undefined ? null : labelCodeAt(search, publicUrl)
    return code === null ? searchIn(folded, search) : sql`${column} in (${labelled(table, code)})`
  }
  return object.kind === addressed[getTableName(table)] ? sql`${column} = ${object.id}` : sql`false`
}

/** What the label stands on. Row-level security leaves the company's own labels. */
const labelled = (table: SearchedTable, code: string): SQL => {
  const { reportLabel } = tables
  const subject =
    addressed[getTableName(table)] === 'equipment'
      ? reportLabel.equipmentId
      : reportLabel.locationId
  return sql`select ${subject} from ${reportLabel} where ${reportLabel.codeHash} = ${hashOfCode(code)}`
}

const isLike = (column: SQLWrapper, word: string): SQL =>
  sql`(${sql.join(
    waysToWrite(word).map((way) => sql`(${column}) like ${containing(way)}`),
    sql` or `,
  )})`

const containing = (word: string): SQL => foldText(sql`${`%${escapeLike(word)}%`}::text`)

interface Named {
  key: SQLWrapper
  table: PgTable & { id: AnyPgColumn; companyId: AnyPgColumn; name: AnyPgColumn }
}

/**
 * Every word must occur in one of the names. Folds each name once, however many rows refer to it.
 */
export function searchInNames(
  companyId: number,
  search: string | undefined,
  names: readonly Named[],
): SQL | undefined {
  const words = searchWords(search ?? '')
  if (words.length === 0) return undefined
  const isIn = ({ key, table }: Named, word: string) =>
    sql`${key} in (select ${table.id} from ${table}
      where ${table.companyId} = ${companyId} and ${isLike(folded(table.name), word)})`
  return sql.join(
    words.map(
      (word) =>
        sql`(${sql.join(
          names.map((one) => isIn(one, word)),
          sql` or `,
        )})`,
    ),
    sql` and `,
  )
}

/**
 * Rank of a name for a search: 0 equal except for case, 1 prefix, 2 substring; 3 to 5 the same
 * after folding both; 6 any other match.
 */
function closeness(name: SQLWrapper, typed: string): SQL {
  const text = sql`lower(${typed.trim()})`
  const pattern = sql`lower(${escapeLike(typed.trim())})`
  const bare = foldText(sql`${searchWords(typed).join(' ')}::text`)
  const barePattern = foldText(sql`${escapeLike(searchWords(typed).join(' '))}::text`)
  return sql`case when lower(${name}) = ${text} then 0
    when lower(${name}) like ${pattern} || '%' then 1
    when lower(${name}) like '%' || ${pattern} || '%' then 2
    when ${foldText(name)} = ${bare} then 3
    when ${foldText(name)} like ${barePattern} || '%' then 4
    when ${foldText(name)} like '%' || ${barePattern} || '%' then 5 else 6 end`
}

export const nearest = (typed: string, ...columns: SQLWrapper[]): SQL =>
  sql`least(${sql.join(
    columns.map(
      (column, at) =>
        sql`(${closeness(column, typed)}) * ${sql.raw(String(columns.length))} + ${sql.raw(String(at))}`,
    ),
    sql`, `,
  )})`

export const nearestFirst = (search: string | undefined, ...columns: SQLWrapper[]): SQL[] =>
  searchWords(search ?? '').length === 0 ? [] : [nearest(search ?? '', ...columns)]

export const escapeLike = (text: string) => text.replace(/[\\%_]/g, (character) => `\\${character}`)

const given = <T>(list: readonly T[] | undefined): list is readonly T[] =>
  list !== undefined && list.length > 0

/**
 * Rows owned by one of these units or a unit below. A parent is in the same company, so ids of
 * another company match nothing.
 */
export const ownedBy = (column: SQLWrapper, ids: readonly number[]): SQL =>
  sql`${column} in (with recursive below(id) as (
    select unnest(${intArray(ids)})
    union select ${tables.orgEntity.id} from ${tables.orgEntity} join below on ${tables.orgEntity.parentId} = below.id)
    select id from below)`

export const isWrittenByImport = (
  kind: 'equipment' | 'locations',
  importId: number | undefined,
): SQL | undefined => {
  if (importId === undefined) return undefined
  const table = { equipment: tables.equipment, locations: tables.location }[kind]
  return sql`${table.id} in (select ${tables.importedRow.entityId} from ${tables.importedRow}
    join ${tables.importJob} on ${joinOn(tables.importJob, tables.importedRow.importId)}
    where ${tables.importedRow.companyId} = ${table.companyId}
    and ${tables.importJob.id} = ${importId}
    and coalesce(${tables.importedRow.kind}, ${tables.importJob.kind}) = ${kind})`
}

/**
 * The filter object for a query from equipment. A location id includes everything inside the
 * location.
 */
export function equipmentFilter(filter: FilterObject | undefined): SQL | undefined {
  if (!filter) return undefined
  const places = { locationIds: filter.locationIds, locationTypeIds: filter.locationTypeIds }
  return sql.join(
    [
      given(filter.equipmentIds)
        ? inArray(tables.equipment.id, [...filter.equipmentIds])
        : sql`true`,
      given(filter.equipmentTypeIds)
        ? inArray(tables.equipment.typeId, [...filter.equipmentTypeIds])
        : sql`true`,
      given(filter.equipmentStatusIds)
        ? inArray(tables.equipment.statusId, [...filter.equipmentStatusIds])
        : sql`true`,
      given(filter.tagIds)
        ? sql`${tables.equipment.tagIds} && ${intArray(filter.tagIds)}`
        : sql`true`,
      given(filter.locationIds) || given(filter.locationTypeIds)
        ? sql`${tables.equipment.locationId} in (select ${tables.location.id} from ${tables.location}
          where ${locationFilter(places) ?? sql`true`})`
        : sql`true`,
      given(filter.orgEntityIds)
        ? ownedBy(tables.equipment.orgEntityId, filter.orgEntityIds)
        : sql`true`,
    ],
    sql` and `,
  )
}

export function locationFilter(filter: FilterObject | undefined): SQL | undefined {
  if (!filter) return undefined
  return sql.join(
    [
      given(filter.locationIds)
        ? sql`${tables.location.path} && ${intArray(filter.locationIds)}`
        : sql`true`,
      given(filter.locationTypeIds)
        ? inArray(tables.location.typeId, [...filter.locationTypeIds])
        : sql`true`,
      given(filter.orgEntityIds)
        ? ownedBy(tables.location.orgEntityId, filter.orgEntityIds)
        : sql`true`,
    ],
    sql` and `,
  )
}

export function procedureFilter(filter: FilterObject | undefined): SQL | undefined {
  if (!filter) return undefined
  return sql.join(
    [
      given(filter.procedureIds)
        ? inArray(tables.procedure.id, [...filter.procedureIds])
        : sql`true`,
      given(filter.procedureTypeIds)
        ? inArray(tables.procedure.typeId, [...filter.procedureTypeIds])
        : sql`true`,
    ],
    sql` and `,
  )
}

export function placeFilter(
  filter: FilterObject | undefined,
  at: {
    equipmentId: SQLWrapper
    locationId: SQLWrapper
    procedureId?: SQLWrapper
    /** The row's own owner, beside that of its equipment or location. */
    orgEntityId?: SQLWrapper
  },
): SQL | undefined {
  if (!filter) return undefined
  const { locationIds, locationTypeIds, procedureIds, procedureTypeIds, orgEntityIds, ...things } =
    filter
  const asksThings = Object.values(things).some((list) => given<number>(list))
  const asksPlaces = given(locationIds) || given(locationTypeIds)
  const asksProcedures = given(procedureIds) || given(procedureTypeIds)
  return sql.join(
    [
      asksThings
        ? sql`${at.equipmentId} in (select ${tables.equipment.id} from ${tables.equipment}
          where ${equipmentFilter(things) ?? sql`true`})`
        : sql`true`,
      asksPlaces
        ? sql`${at.locationId} in (select ${tables.location.id} from ${tables.location}
          where ${locationFilter({ locationIds, locationTypeIds }) ?? sql`true`})`
        : sql`true`,
      given(orgEntityIds)
        ? sql`(${at.equipmentId} in (select ${tables.equipment.id} from ${tables.equipment}
          where ${ownedBy(tables.equipment.orgEntityId, orgEntityIds)})
          or ${at.locationId} in (select ${tables.location.id} from ${tables.location}
          where ${ownedBy(tables.location.orgEntityId, orgEntityIds)})
          or ${at.orgEntityId ? ownedBy(at.orgEntityId, orgEntityIds) : sql`false`})`
        : sql`true`,
      asksProcedures && at.procedureId
        ? sql`${at.procedureId} in (select ${tables.procedure.id} from ${tables.procedure}
          where ${procedureFilter({ procedureIds, procedureTypeIds }) ?? sql`true`})`
        : sql`true`,
    ],
    sql` and `,
  )
}

/**
 * Compares with one array parameter, because each value of an `in` list costs several times as
 * much.
 */
export const isAnyText = (column: SQLWrapper, texts: readonly string[]): SQL =>
  sql`${column} = any(${sql.param([...texts])}::text[])`
export const isAnyId = (column: SQLWrapper, ids: readonly number[]): SQL =>
  sql`${column} = any(${intArray(ids)})`
export const intArray = (ids: readonly number[]) => sql`${`{${ids.map(Number).join(',')}}`}::int[]`
export const count = sql<number>`count(*)::int`

/**
 * Qualifies column names in a selected subquery. Drizzle drops table names in a query over one
 * table, and `company_id = company_id` would then count rows of every company.
 */
export const qualified = <T>(expression: SQL<T>): SQL<T> => sql<T>`${expression}`
