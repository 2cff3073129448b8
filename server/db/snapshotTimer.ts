/**
 * Takes a snapshot of the embedded database every few minutes while there are writes. Not a job of
 * the kernel: the database outlives the kernel, and the interval grows with the time a copy takes.
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
  failed: (error: Error) => void
}

/** Maximum share of the time spent on copying, so a large database is copied less often. */
const PART_OF_TIME = 1 / 50

/** Milliseconds until the next snapshot. */
export const pauseAfter = (tookMs: number, minutes: number): number =>
  Math.max(minutes * 60_000, tookMs / PART_OF_TIME)

export function snapshotIfChanged({
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

export function startSnapshots({
  pool,
  places,
  clock,
  minutes,
  failed,
}: Order): () => Promise<void> {
  const ending = new AbortController()
  const takeOne = snapshotIfChanged({ pool, places, clock })
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
      // PGlite never shortens its write-ahead log by itself, so without a snapshot a checkpoint
      // must.
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
    clearTimeout(timer) // a snapshot that just finished may have set it
  }
}

async function journalAt(pool: pg.Pool): Promise<string | undefined> {
  const { rows } = await pool.query<{ at: string }>(
    'select pg_current_wal_insert_lsn()::text as at',
  )
  return rows[0]?.at
}
