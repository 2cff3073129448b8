/**
 * Readiness of this server. Each check runs at most once a second, whatever number of probes ask.
 */
import { existsSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { dirname } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import type pg from 'pg'
import { readinessChecks, type ReadinessCheck } from '#contract/health.ts'
import { migrationState } from '#db/appliedMigrations.ts'
import type { Clock } from '#ports/clock.ts'
import { asSystem } from '#kernel/data/transaction.ts'

export type Readiness = Record<ReadinessCheck, boolean>

export interface Disk {
  freeBytes: number
  totalBytes: number
}

interface Waiting {
  events: number
  oldestEventSeconds: number
  deliveries: number
}

export interface Health {
  readiness(): Promise<Readiness>
  /** Null if the disk cannot be read. */
  disk(): Promise<Disk | null>
  waiting(): Promise<Waiting>
  /** Duration of the last database check. Null if it failed. */
  databaseMilliseconds(): number | null
}

export interface HealthOrder {
  pool: pg.Pool
  clock: Clock
  folder: string
}

const KEPT_MILLISECONDS = 1_000
/** A database that takes longer to answer `select 1` counts as away. */
const PATIENCE_MILLISECONDS = 3_000
/** A worker empties the queue within seconds; an event that waits this long has no worker. */
const LATE_SECONDS = 600
/** Strangers may call this, so counts stop here. */
const MAX_COUNTED = 10_000
/** Below this, writes of the database and of files are at risk. */
const MIN_FREE_BYTES = 200 * 1024 * 1024

const isRoomy = (disk: Disk | null): boolean => disk === null || disk.freeBytes >= MIN_FREE_BYTES

export function makeHealth({ pool, clock, folder }: HealthOrder): Health {
  let milliseconds: number | null = null
  const database = once(clock, async () => {
    const begun = performance.now()
    try {
      const { rows } = await pool.query<{ standby: boolean }>(
        'select pg_is_in_recovery() as standby',
      )
      if (rows[0]?.standby) throw new Error('The database only reads.')
      milliseconds = Math.round(performance.now() - begun)
      return true
    } catch {
      milliseconds = null
      return false
    }
  })
  // During a rolling update, servers of the older version stay ready.
  const migrations = once(clock, async () => {
    const state = await migrationState(pool)
    return state === 'current' || state === 'newer'
  })
  const waiting = once(clock, () => readWaiting(pool, clock))
  const disk = once(clock, () => readDisk(folder))

  return {
    disk,
    waiting,
    databaseMilliseconds: () => milliseconds,
    readiness: once(clock, async () => {
      const answers = await within(database(), false)
      const [isMigrated, isQuick, room] = await Promise.all([
        answers ? within(migrations(), false) : false,
        answers
          ? within(
              waiting().then(({ oldestEventSeconds }) => oldestEventSeconds < LATE_SECONDS),
              false,
            )
          : false,
        within(disk(), null),
      ])
      return { database: answers, migrations: isMigrated, queue: isQuick, disk: isRoomy(room) }
    }),
  }
}

/**
 * A late queue is reported but does not make the server unready: pages still work, and the servers
 * have to work off the queue.
 */
export const isReady = (readiness: Readiness): boolean =>
  readinessChecks.every((check) => check === 'queue' || readiness[check])

function once<T>(clock: Clock, read: () => Promise<T>): () => Promise<T> {
  let last: { at: number; answer: Promise<T> } | undefined
  let isReading = false
  return () => {
    const now = clock.now().getTime()
    // A clock set back must not extend the cache.
    if (last !== undefined && (isReading || Math.abs(now - last.at) < KEPT_MILLISECONDS))
      return last.answer
    isReading = true
    const answer = read().finally(() => {
      isReading = false
    })
    last = { at: now, answer }
    return answer
  }
}

async function within<T, U>(answer: Promise<T>, otherwise: U): Promise<T | U> {
  const patience = new AbortController()
  try {
    return await Promise.race([
      answer.catch(() => otherwise),
      wait(PATIENCE_MILLISECONDS, otherwise, { signal: patience.signal, ref: false }),
    ])
  } finally {
    patience.abort()
  }
}

async function readWaiting(pool: pg.Pool, clock: Clock): Promise<Waiting> {
  const now = clock.now()
  return asSystem(pool, async (db) => {
    const { rows } = await db.execute<{
      events: number
      oldest: number
      deliveries: number
    }>(sql`select
      (select count(*)::int from (select from outbox_event
        where handled_at is null and failed_at is null limit ${MAX_COUNTED}::int) as counted) as events,
      (select coalesce(greatest(extract(epoch from ${now}::timestamptz - min(available_at)), 0), 0)
        ::float8 from (select available_at from outbox_event
        where handled_at is null and failed_at is null limit ${MAX_COUNTED}::int) as counted) as oldest,
      (select count(*)::int from (select from hook_delivery
        where state = 'waiting' limit ${MAX_COUNTED}::int) as counted) as deliveries`)
    const [row] = rows
    return {
      events: row?.events ?? 0,
      oldestEventSeconds: row?.oldest ?? 0,
      deliveries: row?.deliveries ?? 0,
    }
  })
}

async function readDisk(folder: string): Promise<Disk | null> {
  let existing = folder
  while (!existsSync(existing) && dirname(existing) !== existing) existing = dirname(existing)
  try {
    const { bavail, blocks, bsize } = await statfs(existing)
    return { freeBytes: bavail * bsize, totalBytes: blocks * bsize }
  } catch {
    return null
  }
}
