import pg from 'pg'
import { CannotRestore } from './restore.ts'

/** Data that another server writes meanwhile would be lost in the move. */
export async function refuseOtherConnections(databaseUrl: string): Promise<void> {
  const client = new pg.Client(databaseUrl)
  client.on('error', () => undefined) // the query below fails by itself
  await client.connect()
  try {
    const { rows } = await client.query<{ n: number }>(
      `select count(*)::int as n from pg_stat_activity where datname = current_database()
      and backend_type = 'client backend' and pid <> pg_backend_pid()`,
    )
    const others = rows[0]?.n ?? 0
    if (others > 0)
      throw new CannotRestore(
        `Others are connected to this PostgreSQL (${others}): stop every server and command that uses it first, as what they write meanwhile would be missing. Nothing was changed.`,
      )
  } finally {
    await client.end()
  }
}
