/**
 * Inserts many rows as one JSON document. A parameter for each value costs several times as much.
 */
import { getTableColumns, sql, type SQL } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'

/**
 * The insert statement, rows in order. Its text does not depend on their number. The keys of the
 * first row name the columns; omitted columns get their default in every row.
 */
export function insertRows<T extends PgTable>(table: T, rows: readonly T['$inferInsert'][]): SQL {
  const columns = getTableColumns(table)
  const keys = Object.keys(rows[0] ?? {})
  const left = rows.flatMap(Object.keys).find((key) => !keys.includes(key))
  if (left !== undefined) throw new Error(`${left} is not named by the first row`)
  const columnOf = (key: string) => columns[key]?.name ?? key
  const names = sql.raw(keys.map((key) => `"${columnOf(key)}"`).join(', '))
  const documents = rows.map((row) =>
    // A row of a generic table, by key.
    Object.fromEntries(
      keys.map((key) => [columnOf(key), (row as Record<string, unknown>)[key] ?? null]),
    ),
  )
  return sql`insert into ${table} (${names}) select ${names}
    from jsonb_populate_recordset(null::${table}, ${JSON.stringify(documents)}::jsonb)`
}
