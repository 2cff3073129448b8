import { getTableColumns, sql, type SQL } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import { groupBy } from '#contract/rules/groupBy.ts'
import { stale } from '#kernel/http/errors.ts'
import type { Db } from './transaction.ts'

export interface RowChange {
  id: number
  /** The version that was read. A row with another version is not updated. */
  version: number
  set: object
}

/**
 * The update statement. Returns the ids of updated rows. Its text does not depend on their number.
 */
export function updateRows(
  table: PgTable,
  changes: readonly RowChange[],
  { at, where }: { at: Date; where: (isOfRow: SQL) => SQL },
): SQL {
  const columns = getTableColumns(table)
  const keys = Object.keys(changes[0]?.set ?? {})
  const columnOf = (key: string) => columns[key]?.name ?? key
  const documents = changes.map(({ id, version, set }) => {
    const row = new Map<string, unknown>(Object.entries(set))
    if (row.size !== keys.length || keys.some((key) => !row.has(key)))
      throw new Error('Rows say different columns')
    return {
      id,
      version,
      ...Object.fromEntries(keys.map((key) => [columnOf(key), row.get(key) ?? null])),
    }
  })
  const named = keys.map((key) => sql.raw(`"${columnOf(key)}" = written."${columnOf(key)}", `))
  return sql`update ${table} set ${sql.join(named)}version = ${table}.version + 1,
      updated_at = ${at.toISOString()}::timestamptz
    from jsonb_populate_recordset(null::${table}, ${JSON.stringify(documents)}::jsonb) as written
    where ${where(sql`${table}.id = written.id and ${table}.version = written.version`)}
    returning ${table}.id`
}

/**
 * Updates rows, one statement for each set of columns. The condition includes the version: of two
 * writers that read the same version, one finds no row, and its whole write is refused.
 */
export async function writeChanges(
  db: Db,
  table: PgTable,
  changes: readonly RowChange[],
  how: Parameters<typeof updateRows>[2],
): Promise<void> {
  const said = changes.map((change) => ({
    ...change,
    set: Object.fromEntries(Object.entries(change.set).filter(([, value]) => value !== undefined)),
  }))
  for (const group of groupBy(said, ({ set }) => Object.keys(set).sort().join()).values()) {
    const { rows } = await db.execute<{ id: number }>(updateRows(table, group, how))
    requireAllWritten(group, rows)
  }
}

/** Throws 409 if an update did not find a row with the version that was read. */
export function requireAllWritten(
  read: readonly { id: number; version: number }[],
  written: readonly { id: number }[],
): void {
  const ids = new Set(written.map(({ id }) => id))
  const missing = read.find(({ id }) => !ids.has(id))
  if (missing) throw stale(missing.version, missing.version + 1)
}
