/**
 * Whether this server can do its work: asked by whatever watches it, every second if it likes, so
 * that what is read is read once for all who ask within that second, and never twice at a time.
 */
import { existsSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { dirname } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import type pg from 'pg'
import { readinessChecks, type ReadinessCheck } from '#contract/health'
import { migrationState } from '../db/migrate.ts'
import type { Clock } from '../ports/clock.ts'
import { asSystem } from './transaction.ts'

export type Readiness = Record<ReadinessCheck, boolean>

export interface Disk {
  freeBytes: number
  totalBytes: number
}

/** What waits to be worked off, of all companies together. */
interface Waiting {
  events: number
  /** How long the one that has been due longest has waited; 0 when none is. */
  oldestEventSeconds: number
  deliveries: number
}

export interface Health {
  readiness(): Promise<Readiness>
  /** Null where the disk does not say. */
  disk(): Promise<Disk | null>
  waiting(): Promise<Waiting>
  /** How long the database took to answer the last time; null when it did not. */
  databaseMilliseconds(): number | null
}

export interface HealthOrder {
  pool: pg.Pool
  clock: Clock
  /** On the disk that must have room. */
  folder: string
}

const KEPT_MILLISECONDS = 1_000
/** A database that takes longer to say 1 answers nobody. */
const PATIENCE_MILLISECONDS = 3_000
/** The queue is worked off within seconds; what waits this long, nobody works off. */
const LATE_SECONDS = 600
/** Asked by strangers, so no more is read than this, however much waits. */
const MAX_COUNTED = 10_000
/** Below this the database and the files cannot be trusted to be written. */
const MIN_FREE_BYTES = 200 * 1024 * 1024

const isRoomy = (disk: Disk | null): boolean => disk === null || disk.freeBytes >= MIN_FREE_BYTES

export function makeHealth({ pool, clock, folder }: HealthOrder): Health {
  let milliseconds: number | null = null
  const database = once(clock, async () => {
    const begun = performance.now()
    try {
      await pool.query('select 1')
      milliseconds = Math.round(performance.now() - begun)
      return true
    } catch {
      milliseconds = null
      return false
    }
  })
  // While servers are replaced one by one, those of the version before go on.
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
 * A queue that is late is told and does not count: pages work meanwhile, and the servers are what
 * works it off.
 */
export const isReady = (readiness: Readiness): boolean =>
  readinessChecks.every((check) => check === 'queue' || readiness[check])

/** Reads at most once a second, and for all who ask while it is being read. */
function once<T>(clock: Clock, read: () => Promise<T>): () => Promise<T> {
  let last: { at: number; answer: Promise<T> } | undefined
  let isReading = false
  return () => {
    const now = clock.now().getTime()
    // a clock that was set back must not keep an answer until it is there again
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
  let place = folder
  while (!existsSync(place) && dirname(place) !== place) place = dirname(place)
  try {
    const { bavail, blocks, bsize } = await statfs(place)
    return { freeBytes: bavail * bsize, totalBytes: blocks * bsize }
  } catch {
    return null
  }
}
