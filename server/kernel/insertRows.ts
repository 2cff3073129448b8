/** Many rows as one document: a parameter for each value costs several times as much to write out. */
import { getTableColumns, sql, type SQL } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'

/**
 * The statement that inserts them, in their order; its text is the same however many there are.
 * Each row names the columns that the first one names; what that leaves out, the column's default
 * says for all.
 */
export function insertRows<T extends PgTable>(table: T, rows: readonly T['$inferInsert'][]): SQL {
  const columns = getTableColumns(table)
  const keys = Object.keys(rows[0] ?? {})
  const left = rows.flatMap(Object.keys).find((key) => !keys.includes(key))
  if (left !== undefined) throw new Error(`${left} is not named by the first row`)
  const columnOf = (key: string) => columns[key]?.name ?? key
  const names = sql.raw(keys.map((key) => `"${columnOf(key)}"`).join(', '))
  const documents = rows.map((row) =>
    // A generic table's row, by key.
    Object.fromEntries(
      keys.map((key) => [columnOf(key), (row as Record<string, unknown>)[key] ?? null]),
    ),
  )
  return sql`insert into ${table} (${names}) select ${names}
    from jsonb_populate_recordset(null::${table}, ${JSON.stringify(documents)}::jsonb)`
}
