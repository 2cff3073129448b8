/**
 * Inserts many rows as one array for each column. PostgreSQL reads an array of numbers several times
 * faster than the same numbers in a JSON document.
 */
import { getTableColumns, sql, type SQL } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'

/** As `insertRows`. Throws for a column that is an array itself, which `unnest` would flatten. */
export function insertColumns<T extends PgTable>(
  table: T,
  rows: readonly T['$inferInsert'][],
): SQL {
  const all = getTableColumns(table)
  const columns = Object.keys(rows[0] ?? {}).map((key) => {
    const column = all[key]
    if (column === undefined) throw new Error(`${key} is not a column`)
    return { key, column }
  })
  const names = sql.raw(columns.map(({ column }) => `"${column.name}"`).join(', '))
  const arrays = columns.map(
    ({ key, column }) => sql`${arrayOf(column, rows, key)}::${sql.raw(`${column.getSQLType()}[]`)}`,
  )
  return sql`insert into ${table} (${names}) select * from unnest(${sql.join(arrays, sql`, `)})`
}

/** The column's values as the text of an array. */
function arrayOf(
  column: PgColumn,
  rows: readonly Readonly<Record<string, unknown>>[],
  key: string,
): string {
  const type = column.getSQLType()
  if (type.endsWith(']')) throw new Error(`${key} is an array`)
  const isJson = type === 'jsonb'
  let text = ''
  for (const row of rows) {
    const value = row[key] ?? null
    text += text === '' ? '{' : ','
    text += value === null ? 'NULL' : isJson ? quoted(JSON.stringify(value)) : plain(value)
  }
  return `${text}}`
}

function plain(value: unknown): string {
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  if (value instanceof Date) return quoted(value.toISOString())
  if (typeof value === 'string') return quoted(value)
  throw new Error(`An array cannot hold a ${typeof value}`)
}

const quoted = (text: string): string => `"${text.replace(/["\\]/g, '\\$&')}"`
