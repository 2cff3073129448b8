/**
 * Inserts many rows as one JSON document. A parameter for each value costs several times as much.
 */
import { getTableColumns, sql, SQL } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'

/**
 * The insert statement, rows in order. Its text does not depend on their number. The keys of the
 * first row name the columns; omitted columns get their default in every row.
 */
export function insertRows<T extends PgTable>(table: T, rows: readonly T['$inferInsert'][]): SQL {
  const columns = getTableColumns(table)
  const keys = new Set(Object.keys(rows[0] ?? {}))
  const nameOf = new Map([...keys].map((key) => [key, columns[key]?.name ?? key]))
  const names = sql.raw([...nameOf.values()].map((name) => `"${name}"`).join(', '))
  const documents = rows.map((row: Record<string, unknown>) => {
    const document: Record<string, unknown> = {}
    for (const [key, name] of nameOf) document[name] = row[key] ?? null
    for (const key in row)
      if (!keys.has(key)) throw new Error(`${key} is not named by the first row`)
    return document
  })
  return sql`insert into ${table} (${names}) select ${names}
    from jsonb_populate_recordset(null::${table}, ${JSON.stringify(documents)}::jsonb)`
}

/**
 * The same rows, each with the columns that any of them names. What a row omits gets the column's
 * default, which must be a value, not an expression. Keys that are not columns are left out.
 */
export function withDefaults<T extends PgTable>(
  table: T,
  rows: readonly T['$inferInsert'][],
): T['$inferInsert'][] {
  const columns = getTableColumns(table)
  const keys = [...new Set(rows.flatMap(Object.keys))].filter((key) => key in columns)
  const defaultOf = (key: string): unknown => {
    const value: unknown = columns[key]?.default ?? null
    if (value instanceof SQL) throw new Error(`The default of ${key} is an expression`)
    return value
  }
  return rows.map((row) =>
    Object.fromEntries(
      keys.map((key) => {
        const value = (row as Record<string, unknown>)[key]
        return [key, value === undefined ? defaultOf(key) : value]
      }),
    ),
  )
}
