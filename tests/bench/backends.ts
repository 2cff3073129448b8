/** Both databases, each with a server that can be stopped to reach the database itself. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type pg from 'pg'
import { createDatabase, createRoles, startCluster } from '#tests/postgresCluster.ts'
import { withEmbedded } from '#tests/withEmbedded.ts'
import { type ServerProcess, startServer } from '#tests/serverProcess.ts'
import { openPool } from '#db/pool.ts'

/**
 * One simulated user calls as often as a whole company. The benchmark measures the work, not the
 * rate limit.
 */
const BENCH = { CALLS_PER_SECOND: '10000' }

const loopWatch = '../loopWatch.mjs'
const watchedBy = (module: string) => ['--import', new URL(module, import.meta.url).href]

export interface Backend {
  name: 'embedded' | 'PostgreSQL'
  /** Folder of the build whose server runs. */
  checkout: string
  dataDir: string
  /** `watch`: a module for Node that watches the loop. Defaults to loopWatch.mjs. */
  start(env?: Record<string, string>, watch?: string): Promise<ServerProcess>
  /** Database URL for the owner. Undefined for the embedded database. */
  databaseUrl?: string
  /** Process id of PostgreSQL. Undefined for the embedded database. */
  databasePid?: number | undefined
  /** The database itself; no server may run meanwhile. */
  withPool<T>(work: (pool: pg.Pool) => Promise<T>): Promise<T>
  remove(): Promise<void>
}

export async function embeddedBackend(checkout: string): Promise<Backend> {
  const dataDir = mkdtempSync(join(tmpdir(), 'plantroom-bench-'))
  return {
    name: 'embedded',
    checkout,
    dataDir,
    start: (env = {}, watch = loopWatch) =>
      startServer({
        dataDir,
        checkout,
        env: { ...BENCH, ...env },
        nodeArguments: watchedBy(watch),
      }),
    withPool: (work) => withEmbedded({ dataDir }, work),
    remove: async () => rmSync(dataDir, { recursive: true, force: true }),
  }
}

export async function postgresBackend(checkout: string): Promise<Backend> {
  const cluster = await startCluster({ durable: true })
  await createRoles(cluster, new URL('../../server/db/roles.sql', import.meta.url))
  await createDatabase(cluster, 'bench')
  const dataDir = mkdtempSync(join(tmpdir(), 'plantroom-bench-'))
  return {
    name: 'PostgreSQL',
    checkout,
    dataDir,
    databaseUrl: cluster.ownerUrl('bench'),
    databasePid: cluster.pid,
    start: (env = {}, watch = loopWatch) =>
      startServer({
        dataDir,
        checkout,
        databaseUrl: cluster.ownerUrl('bench'),
        env: { ...BENCH, ...env },
        nodeArguments: watchedBy(watch),
      }),
    withPool: async (work) => {
      const pool = openPool(cluster.owner('bench'))
      try {
        return await work(pool)
      } finally {
        await pool.end()
      }
    },
    remove: async () => {
      await cluster.stop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

/**
 * Runs the work on each database in turn, with a fresh demo and the server of this checkout.
 * BENCH_ON (`embedded`, `PostgreSQL`) selects one.
 */
export async function onBoth<T>(
  checkout: string,
  work: (backend: Backend) => Promise<T>,
): Promise<T[]> {
  const results: T[] = []
  const backends = { embedded: embeddedBackend, PostgreSQL: postgresBackend }
  const only = process.env['BENCH_ON']
  for (const [name, open] of Object.entries(backends)) {
    if (only !== undefined && only !== name) continue
    const backend = await open(checkout)
    try {
      results.push(await work(backend))
    } finally {
      await backend.remove()
    }
  }
  return results
}
