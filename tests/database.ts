/** A new, migrated, empty database for one test file, on the database of the run. */
import { randomBytes } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { PoolConfig } from 'pg'
import { inject } from 'vitest'
import { openEmbedded } from '#db/embedded.ts'
import { type Cluster, createDatabase, dropDatabase } from './postgresCluster.ts'
import './globalPglite.ts'

export interface TestDatabase {
  kind: 'pglite' | 'postgres'
  /**
   * For `openPool()`. On PostgreSQL an ordinary owner: no superuser, no bypass of row-level
   * security.
   */
  pool: PoolConfig
  close(): Promise<void>
}

/** `template`: name of the database to copy; PostgreSQL only. */
export async function openTestDatabase(template?: string): Promise<TestDatabase> {
  const prepared = inject('database')
  if (prepared.kind === 'pglite') return openSnapshot(prepared.snapshot)
  return copyTemplate(prepared.socketFolder, template ?? prepared.template)
}

async function openSnapshot(snapshot: string): Promise<TestDatabase> {
  const folder = mkdtempSync(join(tmpdir(), 'plantroom-test-'))
  const embedded = await openEmbedded({
    dataDir: folder,
    inMemory: true,
    snapshot: readFileSync(snapshot),
  })
  return {
    kind: 'pglite',
    pool: embedded.pool,
    close: async () => {
      await embedded.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** The run's cluster, by its socket folder. */
export const clusterIn = (host: string): Pick<Cluster, 'admin'> => ({
  admin: (database = 'postgres') => ({ host, port: 5432, user: 'plantroom_superuser', database }),
})

async function copyTemplate(host: string, template: string | undefined): Promise<TestDatabase> {
  const database = `test_${randomBytes(8).toString('hex')}`
  const cluster = clusterIn(host)
  await createDatabase(cluster, database, template)
  return {
    kind: 'postgres',
    pool: { host, port: 5432, user: 'plantroom_owner', database, max: 20, pipeline: true },
    close: () => dropDatabase(cluster, database),
  }
}

/** URL of a test's database for another server; PostgreSQL only. */
export function addressOf({ pool }: TestDatabase): string {
  return `postgres://${String(pool.user)}@localhost:${String(pool.port)}/${String(pool.database)}?host=${encodeURIComponent(String(pool.host))}`
}

/** A database without tables, as an administrator creates it; PostgreSQL only. */
export function openEmptyDatabase(): Promise<TestDatabase> {
  const prepared = inject('database')
  if (prepared.kind === 'pglite') throw new Error('This is about PostgreSQL')
  return copyTemplate(prepared.socketFolder, undefined)
}
