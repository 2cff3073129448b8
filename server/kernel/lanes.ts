/**
 * Lanes: work that is there a fixed number of times for the installation, shared evenly by the
 * servers that run. Each is held by one of them, by a lock of PostgreSQL that ends with its
 * connection: what a dead server held, the others hold within seconds.
 */
import type pg from 'pg'

export interface HeldLane {
  close(): Promise<void>
}

export interface Lanes<L extends HeldLane> {
  held(): L[]
  /** Looks how many servers there are; gives back what is too much, and takes what is free. */
  settle(): Promise<void>
  close(): Promise<void>
}

/** Of a database that servers share; null: there is one server, which holds all. */
export type Sessions = pg.Pool | null

interface LanesOrder<L> {
  count: number
  sessions: Sessions
  hold(number: number): L
}

/** Of the locks: 'plml'. The number 0 is held by all servers that are there. */
const LOCKS = 0x70_6c_6d_6c
const PRESENT = 0

export function shareLanes<L extends HeldLane>({ count, sessions, hold }: LanesOrder<L>): Lanes<L> {
  const held = new Map<number, L>()
  const numbers = Array.from({ length: count }, (_, index) => index + 1)
  let session: pg.PoolClient | null = null
  let isClosed = false

  const letGo = async (lanes: readonly number[]) => {
    await Promise.all(
      lanes.map(async (number) => {
        const lane = held.get(number)
        held.delete(number)
        await lane?.close()
      }),
    )
  }

  async function join(pool: pg.Pool): Promise<pg.PoolClient> {
    const client = await pool.connect()
    // Its locks went with it: another server may hold the lanes already.
    client.on('error', () => {
      if (session !== client) return
      session = null
      client.release(true)
      void letGo([...held.keys()])
    })
    await client.query('select pg_advisory_lock_shared($1::int, $2::int)', [LOCKS, PRESENT])
    return client
  }

  async function settleIn(client: pg.PoolClient): Promise<void> {
    const { rows } = await client.query<{ servers: number }>(
      `select count(distinct pid)::int as servers from pg_locks
       where locktype = 'advisory' and granted and classid = $1::int::oid and objid = $2::int::oid
       and database = (select oid from pg_database where datname = current_database())`,
      [LOCKS, PRESENT],
    )
    const share = Math.ceil(count / Math.max(1, rows[0]?.servers ?? 1))
    const extra = [...held.keys()].slice(share)
    await letGo(extra)
    if (extra.length > 0)
      await client.query(
        'select pg_advisory_unlock($1::int, number) from unnest($2::int[]) number',
        [LOCKS, extra],
      )
    for (const number of numbers) {
      if (held.size >= share) return
      if (held.has(number)) continue
      const { rows: tries } = await client.query<{ mine: boolean }>(
        'select pg_try_advisory_lock($1::int, $2::int) as mine',
        [LOCKS, number],
      )
      if (tries[0]?.mine === true && !isClosed) held.set(number, hold(number))
    }
  }

  return {
    held: () => [...held.values()],
    async settle() {
      if (isClosed) return
      if (sessions === null) {
        for (const number of numbers) if (!held.has(number)) held.set(number, hold(number))
        return
      }
      session ??= await join(sessions)
      await settleIn(session)
    },
    async close() {
      isClosed = true
      await letGo([...held.keys()])
      const client = session
      session = null
      client?.release(true)
    },
  }
}
