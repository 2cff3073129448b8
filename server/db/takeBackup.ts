import { createHash } from 'node:crypto'
import { createReadStream, existsSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { cp, mkdtemp, readdir } from 'node:fs/promises'
import { join, relative } from 'node:path'
import type pg from 'pg'
import { CannotUseBackup, writeArchive, type ArchiveRecord } from './archiveFile.ts'
import { FILE, record, type Contents, type Header, type Where } from './backupForm.ts'
import { placesIn } from './dataFolder.ts'
import { DataFolderBusy, openEmbedded, openWorker } from './embedded.ts'
import { appliedMigrations } from './appliedMigrations.ts'
import { liftTimeLimit, openPool, postgresPool } from './pool.ts'
import { readableText, rowsOf, sequencesOf, summing, tablesOf } from './portableTables.ts'
import { listSnapshots, nameOf } from './snapshots.ts'

interface BackupOrder extends Where {
  path: string
  version: string
  key: Buffer | undefined
  dataKey: Buffer | undefined
  now: Date
  /** False when the database moves and the files stay. */
  withFiles?: boolean
  /** Throws if a server is connected. For a move, which must not miss later writes. */
  atRest?: boolean
}

/**
 * Contains keys only if the backup is encrypted: an unencrypted one would give a thief everything.
 */
export async function backUp(order: BackupOrder): Promise<Contents> {
  if (existsSync(order.path))
    throw new CannotUseBackup(`${order.path} is there already. Nothing was written.`)
  const source = await openSource(order)
  const contents: Contents = {
    asOf: source.asOf,
    tables: 0,
    rows: 0,
    files: 0,
    hasKeys: order.key !== undefined,
  }
  const client = await source.pool.connect()
  try {
    await client.query('begin transaction isolation level repeatable read read only')
    liftTimeLimit(client)
    await client.query(`set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0;
      ${readableText}`)
    await writeArchive(order.path, order.key, recordsOf(order, client, contents))
    await client.query('commit')
    return contents
  } finally {
    client.release(true)
    await source.close()
  }
}

async function* recordsOf(
  order: BackupOrder,
  client: pg.ClientBase,
  contents: Contents,
): AsyncGenerator<ArchiveRecord> {
  const migrations = await appliedMigrations(client)
  if (migrations.length === 0)
    throw new CannotUseBackup('There is no database of Plantroom to save yet.')
  yield record('H', {
    version: order.version,
    madeAt: order.now.toISOString(),
    asOf: contents.asOf.toISOString(),
    migrations,
  } satisfies Header)
  const tables = await tablesOf(client)
  yield record('S', await sequencesOf(client))
  await client.query('set local role plantroom_system')
  for (const table of tables) {
    yield record('T', table)
    const counted = summing()
    for await (const rows of rowsOf(client, table)) {
      counted.add(rows)
      yield record('R', rows)
    }
    const sum = counted.sum()
    contents.tables += 1
    contents.rows += sum.rows
    yield record('t', sum)
  }
  if (order.withFiles !== false) yield* fileRecords(join(order.dataDir, 'files'), contents)
  if (contents.hasKeys) yield* keyRecords(order)
  yield record('Z', { tables: contents.tables, rows: contents.rows, files: contents.files })
}

async function* fileRecords(folder: string, contents: Contents): AsyncGenerator<ArchiveRecord> {
  if (!existsSync(folder)) return
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  for (const entry of entries) {
    const path = relative(folder, join(entry.parentPath, entry.name)).replaceAll('\\', '/')
    if (!entry.isFile() || !FILE.test(path)) continue
    const hash = createHash('sha256')
    yield record('F', { path })
    try {
      for await (const chunk of createReadStream(join(folder, path))) {
        const body = chunk as Buffer // no encoding is set, so chunks are buffers
        hash.update(body)
        yield { kind: 'B', body }
      }
    } catch (error) {
      // deleted meanwhile, as unreferenced files are
      if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error
      yield record('x', {})
      continue
    }
    contents.files += 1
    yield record('f', { sha256: hash.digest('hex') })
  }
}

function* keyRecords({ dataDir, dataKey }: BackupOrder): Generator<ArchiveRecord> {
  const kept = (name: string) => {
    const path = join(dataDir, name)
    return existsSync(path) ? readFileSync(path, 'utf8').trim() : undefined
  }
  const keys = {
    'data-key': dataKey?.toString('base64url') ?? kept('data-key'),
    'token-secret': kept('token-secret'),
  }
  for (const [name, value] of Object.entries(keys))
    if (value !== undefined) yield record('K', { name, value })
}

interface Source {
  pool: pg.Pool
  asOf: Date
  close(): Promise<void>
}

async function openSource(order: BackupOrder): Promise<Source> {
  const { dataDir, databaseUrl, now } = order
  if (databaseUrl !== undefined) {
    const pool = openPool(postgresPool(databaseUrl))
    return { pool, asOf: now, close: () => pool.end() }
  }
  if (!existsSync(placesIn(dataDir).database))
    throw new CannotUseBackup(`There is no database in ${dataDir}.`)
  try {
    const embedded = await openEmbedded({ dataDir })
    return sourceOf(embedded, now, () => Promise.resolve())
  } catch (error) {
    if (!(error instanceof DataFolderBusy) || order.atRest === true) throw error
    return openNewestSnapshot(dataDir)
  }
}

/** Milliseconds. Snapshots come every few minutes, or every few hours for a large database. */
const STALE = 24 * 3_600_000

/** Time of the latest write in the folder, in milliseconds. */
const newestIn = (folder: string): number =>
  Math.max(0, ...readdirSync(folder).map((name) => statSync(join(folder, name)).mtimeMs))

/** A running server locks its database, but its newest snapshot is complete and unchanging. */
async function openNewestSnapshot(dataDir: string): Promise<Source> {
  const { snapshots } = placesIn(dataDir)
  const newest = listSnapshots(snapshots).at(-1)
  if (newest === undefined)
    throw new CannotUseBackup(
      'The server is running and has taken no snapshot yet (SNAPSHOT_MINUTES says how often it does). Stop it, or wait for the first one.',
    )
  const writtenAt = newestIn(join(placesIn(dataDir).database, 'pg_wal'))
  if (writtenAt - newest.at.getTime() > STALE)
    throw new CannotUseBackup(
      `The server is running, and its newest snapshot is of ${newest.at.toISOString()}: much was written since that would be missing. Set SNAPSHOT_MINUTES, so that it takes some, or stop the server for the backup.`,
    )
  const folder = await mkdtemp(join(dataDir, '.backup-'))
  const remove = () => rmSync(folder, { recursive: true, force: true })
  try {
    const database = join(folder, 'database')
    await cp(join(snapshots, nameOf(newest)), database, { recursive: true })
    const embedded = await openWorker(folder, { folder: database, fsync: false })
    return sourceOf(embedded, newest.at, () => Promise.resolve(remove()))
  } catch (error) {
    remove()
    throw error
  }
}

function sourceOf(
  embedded: Awaited<ReturnType<typeof openEmbedded>>,
  asOf: Date,
  after: () => Promise<void>,
): Source {
  const pool = openPool(embedded.pool)
  return {
    pool,
    asOf,
    async close() {
      await pool.end()
      await embedded.close()
      await after()
    },
  }
}
