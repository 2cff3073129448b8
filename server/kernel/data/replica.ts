/**
 * Heavy reads on a read-only replica. It serves a read only after replaying everything written
 * before the read began, so that nobody misses what they just saved.
 */
import type pg from 'pg'
import { Refusal } from '#kernel/http/errors.ts'
import type { Log } from '#kernel/work/log.ts'

export interface Replica {
  /**
   * The replica's answer. Undefined if the replica lags, is away or failed; ask the database then.
   */
  read<T>(read: (pool: pg.Pool) => Promise<T>): Promise<{ answer: T } | undefined>
  counts(): { answered: number; left: number }
  close(): Promise<void>
}

const PATIENCE_MILLISECONDS = 250
const LOOK_EVERY_MILLISECONDS = 10
const REST_MILLISECONDS = 5_000

interface Options {
  primary: Pick<pg.Pool, 'query'>
  pool: pg.Pool
  log: Log
  now?: () => number
}

export function makeReplica({
  primary,
  pool,
  log,
  now = () => performance.now(),
}: Options): Replica {
  let restsUntil = -Infinity
  let isAway = false
  const counts = { answered: 0, left: 0 }

  const tried = async <T>(read: (pool: pg.Pool) => Promise<T>) => {
    if (now() < restsUntil || !(await hasCaughtUp(primary, pool, now))) return undefined
    const answer = await read(pool)
    if (isAway) log.info({}, 'the replica answers again')
    isAway = false
    return { answer }
  }
  return {
    async read(read) {
      try {
        const found = await tried(read)
        counts[found === undefined ? 'left' : 'answered'] += 1
        return found
      } catch (error) {
        if (isOfTheQuestion(error)) throw error
        counts.left += 1
        restsUntil = now() + REST_MILLISECONDS
        if (!isAway)
          log.warn({ err: error }, 'the replica does not answer; the database itself is asked')
        isAway = true
        return undefined
      }
    },
    counts: () => ({ ...counts }),
    close: () => pool.end(),
  }
}

async function hasCaughtUp(
  primary: Pick<pg.Pool, 'query'>,
  pool: pg.Pool,
  now: () => number,
): Promise<boolean> {
  const written = await primary.query<{ position: string; timeline: number }>(
    `select pg_current_wal_lsn()::text as position,
      ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::int as timeline`,
  )
  for (const deadline = now() + PATIENCE_MILLISECONDS; ;) {
    // A promoted standby diverges, so it must be in recovery, and on the database's timeline.
    const { rows } = await pool.query<{ has: boolean }>(
      `select pg_is_in_recovery() and pg_last_wal_replay_lsn() >= $1::pg_lsn and $2 = greatest(
        (pg_control_checkpoint()).timeline_id, (pg_control_recovery()).min_recovery_end_timeline)
        as has`,
      [written.rows[0]?.position, written.rows[0]?.timeline],
    )
    if (rows[0]?.has) return true
    if (now() >= deadline) return false
    await new Promise((done) => setTimeout(done, LOOK_EVERY_MILLISECONDS))
  }
}

/** True for a refusal or a statement timeout: the primary would give the same result. */
const isOfTheQuestion = (error: unknown): boolean =>
  error instanceof Refusal ||
  (error instanceof Error &&
    (('code' in error && error.code === '57014') || isOfTheQuestion(error.cause)))
