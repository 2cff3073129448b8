/**
 * `npx tsx tests/upgrades/make.ts COMMIT`: a data folder and a PostgreSQL dump as that commit wrote
 * them, with its demo, thinned to a few hundred kilobytes. Kept from each release on.
 */
import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { brotliCompressSync, constants } from 'node:zlib'
import type pg from 'pg'
import { placesIn } from '#db/dataFolder.ts'
import { openEmbedded } from '#db/embedded.ts'
import { openPool } from '#db/pool.ts'
import { nameOf, takeSnapshot } from '#db/snapshots.ts'
import { asAdmin, createDatabase, createRoles, startCluster } from '#tests/postgresCluster.ts'
import { root } from '#tests/root.ts'
import { startServer } from '#tests/serverProcess.ts'
import { countRows, type Fixture } from './fixture.ts'

/** Many rows that say little: the newest of each are enough. */
const thinned = ['position', 'sensor_reading', 'outbox_event', 'summed_mark', 'occurrence']
const ROWS = 50
const settings = { SNAPSHOT_MINUTES: '0', DEMO: '1', NODE_ENV: 'development' }

const [name = ''] = process.argv.slice(2)
const git = (...given: string[]) => execFileSync('git', given, { cwd: root, encoding: 'utf8' })
const commit = git('rev-parse', '--short=8', `${name}^{commit}`).trim()
const folder = mkdtempSync(join(tmpdir(), 'plantroom-fixture-'))
const target = join(folder, 'made')
const checkout = join(folder, 'checkout')
git('worktree', 'add', '--quiet', '--detach', checkout, commit)
try {
  build()
  mkdirSync(target)
  const rows = await makeFolder()
  await makeDump()
  const at = git('show', '-s', '--format=%cI', commit).trim()
  const fixture: Fixture = { commit, at, rows }
  writeFileSync(join(target, 'fixture.json'), `${JSON.stringify(fixture, null, 2)}\n`)
  const kept = join(root, 'tests/upgrades', commit)
  rmSync(kept, { recursive: true, force: true })
  cpSync(target, kept, { recursive: true })
} finally {
  git('worktree', 'remove', '--force', checkout)
  rmSync(folder, { recursive: true, force: true })
}

function build(): void {
  execFileSync('npm', ['ci', '--include=dev', '--ignore-scripts', '--no-audit', '--no-fund'], {
    cwd: checkout,
    stdio: 'inherit',
  })
  // The page is not needed, and the first commits have none.
  execFileSync(process.execPath, ['scripts/buildServer.mjs'], { cwd: checkout, stdio: 'inherit' })
}

async function makeFolder(): Promise<Fixture['rows']> {
  const dataDir = join(folder, 'data')
  await startAndStop({ dataDir })
  const embedded = await openEmbedded({ dataDir })
  const pool = openPool(embedded.pool)
  await thin(pool)
  const rows = await countRows(pool)
  const snapshot = { at: new Date(0), beforeUpgrade: false }
  await takeSnapshot(pool, placesIn(dataDir), snapshot)
  await pool.end()
  await embedded.close()
  // As an operator copies a folder: the database with the least journal, keys and files.
  const copy = join(folder, 'copy')
  cpSync(join(placesIn(dataDir).snapshots, nameOf(snapshot)), join(copy, 'database'), {
    recursive: true,
  })
  for (const each of ['data-key', 'token-secret'])
    if (existsSync(join(dataDir, each))) cpSync(join(dataDir, each), join(copy, each))
  writePacked('folder.tar.br', execFileSync('tar', ['cf', '-', '.'], { cwd: copy, maxBuffer: 1e9 }))
  return rows
}

async function makeDump(): Promise<void> {
  const cluster = await startCluster()
  try {
    await createRoles(cluster, pathToFileURL(join(checkout, 'server/db/roles.sql')))
    await createDatabase(cluster, 'old')
    const databaseUrl = cluster.ownerUrl('old')
    await startAndStop({ dataDir: join(folder, 'files'), databaseUrl })
    const admin = cluster.admin('old')
    const pool = openPool(admin)
    await thin(pool)
    await pool.end()
    const dump = execFileSync(
      'pg_dump',
      [
        '--no-owner',
        '--rows-per-insert=500',
        `--host=${String(admin.host)}`,
        `--port=${String(admin.port)}`,
        `--username=${String(admin.user)}`,
        'old',
      ],
      { encoding: 'utf8', maxBuffer: 1e9 },
    )
    // `\restrict` and `\unrestrict` are commands of psql.
    writePacked('dump.sql.br', Buffer.from(dump.replaceAll(/^\\.*$/gm, '')))
    await asAdmin(cluster, (client) => client.query('checkpoint'))
  } finally {
    await cluster.stop()
  }
}

async function startAndStop(order: { dataDir: string; databaseUrl?: string }): Promise<void> {
  const server = await startServer({ ...order, checkout, env: settings })
  // Later versions ask whether somebody has ever signed in.
  for (const email of ['admin@plantroom.demo', 'admin@northmill.demo']) {
    const { status } = await fetch(`${server.url}/api/public/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email, password: 'Plantroom1' }),
    })
    if (status !== 200) throw new Error(`${email} is not let in: ${status}`)
  }
  await server.stop()
}

async function thin(pool: pg.Pool): Promise<void> {
  for (const table of thinned) {
    const { rows } = await pool.query<{ there: string | null }>('select to_regclass($1) as there', [
      table,
    ])
    if (rows[0]?.there == null) continue
    await pool.query('set session_replication_role = replica')
    await pool.query(
      `delete from ${table} where ctid not in (select ctid from ${table} order by ctid desc limit ${ROWS})`,
    )
    await pool.query('reset session_replication_role')
  }
  await pool.query('vacuum full')
}

function writePacked(file: string, content: Buffer): void {
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: 10,
    [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS,
    [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
  }
  const packed = brotliCompressSync(content, { params })
  writeFileSync(join(target, file), packed)
  console.log(`  ${file}: ${content.length} bytes, packed ${packed.length}`)
}
