/**
 * Reads many rows in parts, so that no part blocks the event loop. One cursor plans and sorts once;
 * pages with `limit` do both for each page if a table that was just filled has no statistics.
 */
import { sql, type SQL } from 'drizzle-orm'
import type { Db } from './preparedStatements.ts'

const ROWS_AT_ONCE = 1_000

/** Sees the rows as they were at the first part. `name`: of the cursor, once in a transaction. */
export async function* readInParts<Row extends Record<string, unknown>>(
  db: Db,
  name: string,
  query: SQL,
  size = ROWS_AT_ONCE,
): AsyncGenerator<Row[]> {
  const cursor = sql.identifier(name)
  await db.execute(sql`declare ${cursor} no scroll cursor for ${query}`)
  for (;;) {
    const fetched = await db.execute(sql`fetch ${sql.raw(String(size))} from ${cursor}`)
    // As with `execute`, the caller names the columns of its query.
    const rows = fetched.rows as Row[]
    if (rows.length > 0) yield rows
    if (rows.length < size) break
  }
  await db.execute(sql`close ${cursor}`)
}
