/**
 * Exclusive shares of servers on one database, by PostgreSQL session locks. Locks of a dead server
 * are free at once.
 */
import type pg from 'pg'
import { startHeartbeat } from '#db/heartbeat.ts'

/** The pool of a shared database. Null if there is one server, which holds everything. */
export type Sessions = pg.Pool | null

export interface ServerLocks {
  /** How many servers lack this server's mark. */
  unmarked(): Promise<number>
  servers(): Promise<number>
  /** Acquires those that are free. Returns those that this server now holds. */
  take(numbers: readonly number[]): Promise<number[]>
  letGo(numbers: readonly number[]): Promise<void>
  close(): void
}

/** Held by every present server. Shares are numbered from 1. */
const PRESENT = 0

/**
 * Joins the servers that share this class of locks. `lost` is called when the session has ended:
 * its locks are gone, and another server may hold them already.
 */
export async function joinServers(
  pool: pg.Pool,
  kind: number,
  lost: () => void,
  mark: number | null = null,
): Promise<ServerLocks> {
  const client = await pool.connect()
  let isGone = false
  let hasJoined = false
  const leave = () => {
    isGone = true
    client.release(true)
  }
  client.on('error', () => {
    if (isGone) return
    leave()
    if (hasJoined) lost()
  })
  const share = (number: number) =>
    client.query('select pg_advisory_lock_shared($1::int, $2::int)', [kind, number])
  try {
    // A standby gives out locks of its own.
    const { rows } = await client.query<{ standby: boolean }>(
      'select pg_is_in_recovery() as standby',
    )
    if (rows[0]?.standby) throw new Error('The database is a standby.')
    if (mark !== null) await share(mark) // before PRESENT, so that no server counts as unmarked meanwhile
    await share(PRESENT)
  } catch (error) {
    if (!isGone) leave()
    throw error
  }
  hasJoined = true
  startHeartbeat(client)
  return {
    async unmarked() {
      const { rows } = await client.query<{ unmarked: number }>(
        `select count(*)::int as unmarked from (
           select pid from pg_locks
           where locktype = 'advisory' and granted and classid = $1::int::oid
           and database = (select oid from pg_database where datname = current_database())
           group by pid
           having bool_or(objid = $2::int::oid) and not bool_or(objid = $3::int::oid)) as servers`,
        [kind, PRESENT, mark ?? PRESENT],
      )
      return rows[0]?.unmarked ?? 0
    },
    async servers() {
      const { rows } = await client.query<{ servers: number }>(
        `select count(distinct pid)::int as servers from pg_locks
         where locktype = 'advisory' and granted and classid = $1::int::oid and objid = $2::int::oid
         and database = (select oid from pg_database where datname = current_database())`,
        [kind, PRESENT],
      )
      return Math.max(1, rows[0]?.servers ?? 1)
    },
    async take(numbers) {
      if (numbers.length === 0) return []
      const { rows } = await client.query<{ number: number }>(
        `select number from (select number, pg_try_advisory_lock($1::int, number) as mine
         from unnest($2::int[]) as number) as tries where mine`,
        [kind, numbers],
      )
      return rows.map(({ number }) => number)
    },
    async letGo(numbers) {
      if (numbers.length === 0) return
      await client.query(
        'select pg_advisory_unlock($1::int, number) from unnest($2::int[]) number',
        [kind, numbers],
      )
    },
    close() {
      if (!isGone) leave()
    },
  }
}
