/**
 * A page of a list and the total. Both are read in one message, and neither scans the whole company
 * (decision 8).
 */
import { getTableName, sql, type SQL } from 'drizzle-orm'
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core'
import { searchView, type SearchedTable } from '#db/search.ts'
import type { Scope } from '#kernel/access/scope.ts'
import { searchRows } from './listQueries.ts'
import type { Db } from './transaction.ts'

/** Counting stops here, and at least this far beyond the page. */
const MAX_COUNTED = 10_000
const COUNTED_BEYOND = 1_000
const MAX_ROWS = 2_000_000_000

interface Part {
  limit: number
  offset: number
  isCountBounded?: boolean | undefined
}

interface Total {
  count: number
  moreThanCount?: true
}

const boundOf = ({ offset, isCountBounded }: Part): number =>
  isCountBounded === true ? Math.max(MAX_COUNTED, offset + COUNTED_BEYOND) : MAX_ROWS

const totalOf = (counted: number, bound: number): Total =>
  counted > bound ? { count: bound, moreThanCount: true } : { count: counted }

const counting = (from: SQL, where: SQL | undefined, most: number): SQL<number> =>
  sql`(select count(*)::int from (select from ${from} where ${where ?? sql`true`}
    limit ${most + 1}::int) as counted)`

type Keyed = PgTable & { id: AnyPgColumn }
type IdOf<T extends Keyed> = T['id']['_']['data']

interface Asked<T extends Keyed> extends Part {
  table: T
  joins?: SQL
  where: SQL
  order: SQL[]
}

interface Page<T extends Keyed> {
  ids: IdOf<T>[]
  total: Total
}

interface Found extends Record<string, unknown> {
  ids: number[]
  counted: number
}

const pageOf = <T extends Keyed>(db: Db, asked: Asked<T>): Promise<Page<T>> =>
  askPage(db, asked, sql`${asked.table}`)

/**
 * From this offset on, an index of the order is used if there is one. The planner underestimates
 * the cost of comparing names; sorting all rows takes up to six times as long.
 */
const LATE_OFFSET = 10_000
const mayUseSort = (may: boolean): SQL =>
  sql`select set_config('enable_sort', ${may ? 'on' : 'off'}, true)`

async function askPage<T extends Keyed>(db: Db, asked: Asked<T>, from: SQL): Promise<Page<T>> {
  const bound = boundOf(asked)
  const isLate = asked.offset >= LATE_OFFSET
  if (isLate) await db.execute(mayUseSort(false))
  const { rows } = await db.execute<Found>(
    sql`select ${idsOf(asked, from)} as ids, ${counting(from, asked.where, bound)} as counted`,
  )
  if (isLate) await db.execute(mayUseSort(true))
  return pageFrom(rows[0], bound)
}

/** Up to this many matches are sorted and counted in one message. */
const MAX_ORDERED_AT_ONCE = 1_000

/**
 * As `pageOf`, for a table with a trigram index. Matches are looked up in a separate query: with
 * row-level security, the planner would not use the index.
 */
export async function searchedPageOf<T extends SearchedTable>(
  scope: Scope,
  search: string | undefined,
  asked: Asked<T>,
): Promise<Page<T>> {
  const { db } = scope
  const words = searchRows(scope, asked.table, search, sql`folded`)
  if (words === undefined) return pageOf(db, asked)
  const bound = boundOf(asked)
  const few = named(asked.table, sql`found`)
  const { rows } = await db.execute<Found & { candidates: number }>(
    sql`with found as materialized (${having(asked.table, words)} limit ${MAX_ORDERED_AT_ONCE + 1}::int)
      select (select count(*)::int from found) as candidates, ${idsOf(asked, few)} as ids,
        ${counting(few, asked.where, bound)} as counted`,
  )
  const [row] = rows
  return row !== undefined && row.candidates <= MAX_ORDERED_AT_ONCE
    ? pageFrom(row, bound)
    : askPage(db, asked, rowsWith(asked.table, words))
}

const having = (table: SearchedTable, words: SQL): SQL =>
  sql`select * from ${sql.identifier(searchView(table))} where deleted_at is null and ${words}`

const named = (table: SearchedTable, rows: SQL): SQL =>
  sql`${rows} as ${sql.identifier(getTableName(table))}`

/** A separate subquery, planned by itself. */
const rowsWith = (table: SearchedTable, words: SQL): SQL =>
  named(table, sql`(${having(table, words)} offset 0)`)

/**
 * A CTE `found` with the rows that match the search, looked up once whatever the planner estimates.
 * Use as `from found as equipment`.
 */
export const withFound = (scope: Scope, table: SearchedTable, search: string): SQL =>
  sql`with found as materialized (${having(
    table,
    searchRows(scope, table, search, sql`folded`) ?? sql`true`,
  )})`

const idsOf = ({ table, joins, where, order, limit, offset }: Asked<Keyed>, from: SQL): SQL =>
  sql`array(select ${table.id} from ${from} ${joins ?? sql``} where ${where}
    order by ${sql.join(order, sql`, `)} limit ${limit}::int offset ${offset}::int)`

const pageFrom = <T extends Keyed>(row: Found | undefined, bound: number): Page<T> => ({
  ids: (row?.ids ?? []) as IdOf<T>[],
  total: totalOf(row?.counted ?? 0, bound),
})
