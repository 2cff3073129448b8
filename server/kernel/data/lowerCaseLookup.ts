/**
 * Lookup by texts in lower case. The planner uses no index on `lower()` beside row-level security,
 * so rows are found in the search view (decision 8).
 */
import { getTableName, or, sql, type SQL } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { lowerCaseColumns, searchView, type SearchedTable } from '#db/search.ts'
import { isAnyText } from './listQueries.ts'

/**
 * True for rows of which a column equals one of its texts, whatever the case. `texts` are in lower
 * case. Throws if a column has no index for it. Undefined if there are no texts.
 */
export function equalsOneOf<T extends SearchedTable>(
  table: T,
  columns: readonly { column: PgColumn; texts: readonly string[] }[],
): SQL | undefined {
  const indexed: readonly string[] = lowerCaseColumns[getTableName(table)]
  const given = columns.filter(({ texts }) => texts.length > 0)
  for (const { column } of given)
    if (!indexed.includes(column.name))
      throw new Error(`${getTableName(table)}.${column.name} has no index in lower case`)
  if (given.length === 0) return undefined
  const matches = or(
    ...given.map(({ column, texts }) =>
      isAnyText(sql`lower(${sql.identifier(column.name)})`, texts),
    ),
  )
  // An array, so that the planner looks the rows up once, whatever it estimates.
  return sql`${table.id} = any(array(select id from ${sql.identifier(searchView(table))}
    where deleted_at is null and (${matches})))`
}
