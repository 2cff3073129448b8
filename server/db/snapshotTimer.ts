/**
 * Takes a snapshot of the embedded database every few minutes, as long as something is written. No
 * job of the kernel: it ends with the database, which outlives that, and its pause grows with what
 * a copy takes.
 */
import type pg from 'pg'
import type { Clock } from '#ports/clock.ts'
import type { Places } from './dataFolder.ts'
import { NoRoomForSnapshot, takeSnapshot } from './snapshots.ts'

interface Order {
  pool: pg.Pool
  places: Places
  clock: Clock
  minutes: number
  /** Told in the log, once until one succeeds again. */
  failed: (error: Error) => void
}

/** A large database is copied less often: at most this part of the time goes into copying. */
const PART_OF_TIME = 1 / 50

/** How long to wait after one that took so long. */
export const pauseAfter = (tookMs: number, minutes: number): number =>
  Math.max(minutes * 60_000, tookMs / PART_OF_TIME)

/** Takes one, unless nothing was written since the last. */
export function snapshotsOfChanges({
  pool,
  places,
  clock,
}: Pick<Order, 'pool' | 'places' | 'clock'>): (
  taking?: Parameters<typeof takeSnapshot>[3],
) => Promise<void> {
  let written: string | undefined
  return async (taking) => {
    if ((await journalAt(pool)) === written) return
    await takeSnapshot(pool, places, { at: clock.now(), beforeUpgrade: false }, taking)
    written = await journalAt(pool)
  }
}

/** Answers how to end it: one that is half taken is given up. */
export function startSnapshots({
  pool,
  places,
  clock,
  minutes,
  failed,
}: Order): () => Promise<void> {
  const ending = new AbortController()
  const takeOne = snapshotsOfChanges({ pool, places, clock })
  let taking = Promise.resolve()
  let isFailing = false
  let timer: NodeJS.Timeout

  const turn = async (): Promise<void> => {
    const begun = performance.now()
    try {
      await takeOne({ signal: ending.signal })
      isFailing = false
    } catch (error) {
      if (ending.signal.aborted) return
      if (!isFailing) failed(error instanceof Error ? error : new Error(String(error)))
      isFailing = true
      // Alone it never shortens its journal: what a snapshot would have done is done without one.
      if (error instanceof NoRoomForSnapshot) await pool.query('checkpoint').catch(() => undefined)
    }
    schedule(pauseAfter(performance.now() - begun, minutes))
  }
  const schedule = (ms: number): void => {
    timer = setTimeout(() => {
      taking = turn()
    }, ms).unref()
  }
  schedule(minutes * 60_000)
  return async () => {
    ending.abort()
    clearTimeout(timer)
    await taking
    clearTimeout(timer) // one that had just succeeded sets the next
  }
}

async function journalAt(pool: pg.Pool): Promise<string | undefined> {
  const { rows } = await pool.query<{ at: string }>(
    'select pg_current_wal_insert_lsn()::text as at',
  )
  return rows[0]?.at
}
