/**
 * Setup of the tests on PostgreSQL: a cluster, roles as an administrator creates them, and a
 * migrated template to copy.
 */
import type { TestProject } from 'vitest/node'
import { migrate } from '#db/migrate.ts'
import { join } from 'node:path'
import { bundleServer } from './globalPglite.ts'
import { root } from './root.ts'
import { createDatabase, createRoles, startCluster } from './postgresCluster.ts'
import { openPool } from '#db/pool.ts'

const template = 'plantroom_template'
/** A folder of its own, because the embedded run may be running at the same time. */
const bundle = '.cache/sourceThreads'

export default async function prepare(project: TestProject): Promise<() => Promise<void>> {
  await bundleServer(bundle)
  project.provide('bundle', join(root, bundle))
  const cluster = await startCluster()
  await createRoles(cluster, new URL('../server/db/roles.sql', import.meta.url))
  await createDatabase(cluster, template)
  const pool = openPool(cluster.owner(template))
  await migrate(pool)
  await pool.end()
  project.provide('database', {
    kind: 'postgres',
    socketFolder: String(cluster.admin().host),
    template,
  })
  return () => cluster.stop()
}
