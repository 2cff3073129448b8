import type pg from 'pg'
import type { Config } from '../config/config.ts'
import { unusableFolder, placesIn } from './dataFolder.ts'
import { openEmbedded } from './embedded.ts'
import { startSnapshots } from './snapshotTimer.ts'
import { isUpgradePending } from './appliedMigrations.ts'
import { embeddedPool, lentPool, openPool, postgresPool } from './pool.ts'
import { examineReplica, NotAReplica, replicaPool, type ReplicaState } from './replica.ts'
import { listSnapshots, takeSnapshot } from './snapshots.ts'
import { isInMemory } from '#ports/disk.ts'
import type { Clock } from '#ports/clock.ts'
import {
  promiseOfEmbedded,
  promiseOfPostgres,
  promiseOfReplica,
  type PostgresSettings,
} from './promise.ts'

export interface OpenDatabase {
  pool: pg.Pool
  /** For work that needs a session longer than a transaction: upgrades and LISTEN. */
  sessions: pg.Pool
  replica: pg.Pool | undefined
  promise: string[]
  /** Call before the migrations. */
  beforeUpgrade(): Promise<void>
  /** Call after the migrations. Starts the snapshots of the embedded database. */
  keep(failed: (error: Error) => void): void
  /** Null for a PostgreSQL, whose administrator makes the backups. */
  snapshots: { lastAt(): Date | null } | null
  /** Returns an error that explains damaged files, or the error unchanged. */
  explain(error: unknown): unknown
  close(): Promise<void>
}

export const openDatabase = (config: Config, clock: Clock): Promise<OpenDatabase> =>
  config.databaseUrl === undefined
    ? openOwn(config, clock)
    : openPostgres(config.databaseUrl, config.databaseDirectUrl, config.databaseReplicaUrl)

async function openOwn({ dataDir, snapshotMinutes }: Config, clock: Clock): Promise<OpenDatabase> {
  const embedded = await openEmbedded({ dataDir })
  const pool = embeddedPool(embedded.pool)
  const places = placesIn(dataDir)
  let stopKeeping = () => Promise.resolve()
  return {
    pool,
    sessions: pool,
    replica: undefined,
    promise: promiseOfEmbedded({ dataDir, snapshotMinutes, inMemory: isInMemory(dataDir) }),
    async beforeUpgrade() {
      if (await isUpgradePending(pool))
        await takeSnapshot(pool, places, { at: clock.now(), beforeUpgrade: true })
    },
    keep(failed) {
      if (snapshotMinutes > 0)
        stopKeeping = startSnapshots({ pool, places, clock, minutes: snapshotMinutes, failed })
    },
    snapshots: { lastAt: () => listSnapshots(places.snapshots).at(-1)?.at ?? null },
    explain: (error) => (isDamage(error) ? unusableFolder(dataDir, wordsOf(error)) : error),
    async close() {
      await stopKeeping()
      await pool.end()
      await embedded.close()
    },
  }
}

async function openPostgres(
  databaseUrl: string,
  directUrl: string | undefined,
  replicaUrl: string | undefined,
): Promise<OpenDatabase> {
  const sessions = openPool(postgresPool(directUrl ?? databaseUrl))
  const pool = directUrl === undefined ? sessions : lentPool(databaseUrl)
  const { rows } =
    await sessions.query<PostgresSettings>(`select current_setting('server_version') as version, current_setting('fsync') as fsync,
    current_setting('synchronous_commit') as "synchronousCommit", current_setting('full_page_writes') as "fullPageWrites"`)
  const replica = replicaUrl === undefined ? undefined : replicaPool(replicaUrl)
  return {
    pool,
    sessions,
    replica,
    promise: [
      ...rows.flatMap(promiseOfPostgres),
      ...(replica ? [promiseOfReplica(await stateOf(sessions, replica))] : []),
    ],
    beforeUpgrade: () => Promise.resolve(),
    keep: () => undefined,
    snapshots: null,
    explain: (error) => error,
    async close() {
      for (const each of new Set([pool, sessions])) await each.end()
    },
  }
}

/** A replica that is down does not prevent the start, because it may come back. */
async function stateOf(
  primary: pg.Pool,
  replica: pg.Pool,
): Promise<Exclude<ReplicaState, 'stranger'> | 'away'> {
  const state = await examineReplica(primary, replica).catch(() => 'away' as const)
  if (state === 'stranger') throw new NotAReplica()
  return state
}

const DAMAGE = ['XX001', 'XX002', '58P01']

function isDamage(error: unknown): error is Error {
  if (!(error instanceof Error)) return false
  return ('code' in error && DAMAGE.includes(String(error.code))) || isDamage(error.cause)
}

/** PostgreSQL's message, which drizzle wraps in the failed statement. */
const wordsOf = (error: Error): string =>
  error.cause instanceof Error ? wordsOf(error.cause) : error.message
