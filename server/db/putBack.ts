/**
 * Restores a backup to an empty database of either kind. Every row is counted and compared before
 * the database replaces the old one.
 */
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { mkdir, mkdtemp, open, rename } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import type pg from 'pg'
import { syncToDisk } from '#ports/disk.ts'
import { CannotUseBackup, readArchive, type ArchiveRecord } from './archiveFile.ts'
import { FILE, type Contents, type Header, type Where } from './backupForm.ts'
import { placesIn, unmarkMoved } from './dataFolder.ts'
import { openEmbedded } from './embedded.ts'
import { lockFolder } from './folderLock.ts'
import { knownMigrations } from './appliedMigrations.ts'
import { makeTablesOf, migrate } from './migrate.ts'
import { liftTimeLimit, openPool, postgresPool } from './pool.ts'
import {
  insertRows,
  tablesOf,
  readableText,
  rowsOf,
  setSequence,
  summing,
  withoutForeignKeys,
  type PortableTable,
  type Sequence,
  type TableSum,
} from './portableTables.ts'
import { nameOf } from './snapshots.ts'

interface RestoreOrder extends Where {
  path: string
  key: Buffer | undefined
  now: Date
  /** The installation's current data key. A backup with another key is refused. */
  dataKey?: Buffer | undefined
  keepKey(name: string, value: string): void
}

export interface Restored extends Contents {
  former: string | undefined
}

export async function restoreBackup(order: RestoreOrder): Promise<Restored> {
  if (!existsSync(order.path)) throw new CannotUseBackup(`There is no file ${order.path}.`)
  await proveWhole(order)
  mkdirSync(order.dataDir, { recursive: true, mode: 0o700 })
  const unlock = await lockFolder(resolve(order.dataDir))
  try {
    return order.databaseUrl === undefined
      ? await intoEmbedded(order)
      : { ...(await intoPostgres(order, order.databaseUrl)), former: undefined }
  } finally {
    unlock()
  }
}

/** Reads the whole backup before anything is written: most damage shows here. */
async function proveWhole({ path, key, dataKey, dataDir }: RestoreOrder): Promise<void> {
  const records = readArchive(path, key)
  refuseNewer(saidBy<Header>(await nextOf(records), 'H'))
  let last: ArchiveRecord | undefined
  for await (const each of records) {
    last = each
    if (each.kind === 'K' && dataKey !== undefined) refuseOtherKey(each, dataKey, dataDir)
  }
  if (last?.kind !== 'Z') throw new CannotUseBackup(`${path} was cut off. Nothing was changed.`)
}

/** Refuses a backup encrypted with another data key: the server would not start with it. */
function refuseOtherKey(each: ArchiveRecord, dataKey: Buffer, dataDir: string): void {
  const { name, value } = saidBy<{ name: string; value: string }>(each, 'K')
  if (name !== 'data-key') return
  if (Buffer.from(value, 'base64url').subarray(0, dataKey.length).equals(dataKey)) return
  throw new CannotUseBackup(
    `The backup was sealed with another data key than this installation has. Move data-key and token-secret out of ${dataDir} (or take DATA_KEY away), and the keys of the backup are put there. Nothing was changed.`,
  )
}

async function intoEmbedded(order: RestoreOrder): Promise<Restored> {
  const folder = await mkdtemp(join(order.dataDir, '.restoring-'))
  try {
    const embedded = await openEmbedded({ dataDir: folder })
    const pool = openPool(embedded.pool)
    let contents: Contents
    try {
      contents = await load(order, pool)
    } finally {
      await pool.end()
      await embedded.close()
    }
    const { database } = placesIn(order.dataDir)
    const former = existsSync(database)
      ? `${database}.before-${nameOf({ at: order.now, beforeUpgrade: false })}`
      : undefined
    if (former !== undefined) renameSync(database, former)
    renameSync(placesIn(folder).database, database)
    unmarkMoved(order.dataDir)
    syncToDisk(order.dataDir)
    return { ...contents, former }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function intoPostgres(order: RestoreOrder, databaseUrl: string): Promise<Contents> {
  const pool = openPool(postgresPool(databaseUrl))
  try {
    const { rows } = await pool.query<{ n: number }>(
      `select count(*)::int as n from pg_tables where schemaname in ('public', 'drizzle')`,
    )
    if (rows[0]?.n !== 0)
      throw new CannotUseBackup(
        'The database that DATABASE_URL names is not empty. Make a new one, owned by the same account, and name that. Nothing was changed.',
      )
    return await load(order, pool).catch(async (error: unknown) => {
      throw await withoutTraces(pool, error)
    })
  } finally {
    await pool.end()
  }
}

/**
 * Drops the tables after a failure, because they were created outside the transaction of the rows.
 */
async function withoutTraces(pool: pg.Pool, error: unknown): Promise<unknown> {
  try {
    await withoutTables(pool)
    return error
  } catch (fault) {
    return new CannotUseBackup(
      `${error instanceof Error ? error.message : String(error)}\nTables that were made for it, with no row in them, could not be taken away again (${fault instanceof Error ? fault.message : String(fault)}). Make a new database before you try again.`,
    )
  }
}

async function withoutTables(pool: pg.Pool): Promise<void> {
  const { rows } = await pool.query<{ statement: string }>(
    `select format('drop table %s cascade', c.oid::regclass) as statement from pg_class c
        where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
      union all select format('drop function %s cascade', p.oid::regprocedure) from pg_proc p
        where p.pronamespace = 'public'::regnamespace and not exists (select from pg_depend d
          where d.classid = 'pg_proc'::regclass and d.objid = p.oid and d.deptype = 'e')`,
  )
  for (const { statement } of rows)
    await pool.query(statement.replace(/^drop (table|function)/, 'drop $1 if exists'))
  await pool.query('drop schema if exists drizzle cascade')
}

/** Nothing counts until the trailer is read. A partial restore is rolled back. */
async function load(order: RestoreOrder, pool: pg.Pool): Promise<Contents> {
  const records = readArchive(order.path, order.key)
  const header = saidBy<Header>(await nextOf(records), 'H')
  refuseNewer(header)
  await makeTablesOf(pool, header.migrations)
  const client = await pool.connect()
  const brought: Brought = { files: [], keys: [] }
  let contents: Contents
  try {
    await client.query('begin')
    liftTimeLimit(client)
    await client.query(`set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0;
      ${readableText}`)
    contents = await loadInto(client, records, order, header, brought)
    await client.query('commit')
  } catch (error) {
    await client.query('rollback').catch(() => undefined)
    for (const path of brought.files) rmSync(path, { force: true })
    throw error
  } finally {
    client.release(true)
  }
  // `keepKey` keeps an existing key, because data outside the backup may be encrypted with it.
  for (const [name, value] of brought.keys) order.keepKey(name, value)
  await migrate(pool)
  return contents
}

/** Files and keys of the backup. Deleted after a failure, kept once the rows are committed. */
interface Brought {
  files: string[]
  keys: [name: string, value: string][]
}

async function loadInto(
  client: pg.ClientBase,
  records: AsyncGenerator<ArchiveRecord>,
  order: RestoreOrder,
  header: Header,
  brought: Brought,
): Promise<Contents> {
  const contents: Contents = {
    asOf: new Date(header.asOf),
    tables: 0,
    rows: 0,
    files: 0,
    hasKeys: false,
  }
  const own = await tablesOf(client)
  const sums: { table: PortableTable; sum: TableSum }[] = []
  let sequences: Sequence[] = []
  let isWhole = false
  await withoutForeignKeys(client, async () => {
    let table: PortableTable | undefined
    for await (const each of records) {
      if (isWhole) throw new CannotUseBackup('Something follows the end of the backup.')
      if (each.kind === 'S') sequences = saidBy<Sequence[]>(each, 'S')
      else if (each.kind === 'T') table = ours(own, saidBy<PortableTable>(each, 'T'))
      else if (each.kind === 'R' && table)
        await insertRows(client, table, saidBy<(string | null)[][]>(each, 'R'))
      else if (each.kind === 't' && table) sums.push({ table, sum: saidBy<TableSum>(each, 't') })
      else if (each.kind === 'F') await keepFile(records, each, order.dataDir, contents, brought)
      else if (each.kind === 'K') takeKey(each, contents, brought)
      else if (each.kind === 'Z') {
        const { files } = saidBy<{ files: number }>(each, 'Z')
        isWhole = files === contents.files
      } else throw new CannotUseBackup(`The backup holds what this version does not know.`)
    }
  })
  if (!isWhole) throw new CannotUseBackup('The backup was cut off. Nothing was changed.')
  for (const sequence of sequences) await setSequence(client, sequence)
  for (const { table, sum } of sums) {
    const found = await sumOf(client, table)
    if (found.rows !== sum.rows || found.sha256 !== sum.sha256)
      throw new CannotUseBackup(
        `What was put back of ${table.name} is not what was saved (${found.rows} rows of ${sum.rows}). Nothing was changed.`,
      )
    contents.tables += 1
    contents.rows += sum.rows
  }
  return contents
}

/** Uses the table just created: names and types from the file are only compared. */
function ours(own: readonly PortableTable[], said: PortableTable): PortableTable {
  const table = own.find(({ name }) => name === said.name)
  if (table === undefined || !isDeepStrictEqual(table, said))
    throw new CannotUseBackup(`The backup’s table ${said.name} is not as its version made it.`)
  return table
}

async function sumOf(client: pg.ClientBase, table: PortableTable): Promise<TableSum> {
  const counted = summing()
  for await (const rows of rowsOf(client, table)) counted.add(rows)
  return counted.sum()
}

function refuseNewer({ migrations, version }: Header): void {
  const known = knownMigrations()
  if (migrations.every((moment) => known.some(({ at }) => at === moment))) return
  throw new CannotUseBackup(
    `The backup is of a newer version of Plantroom (${version}). Put it back with that one. Nothing was changed.`,
  )
}

async function keepFile(
  records: AsyncGenerator<ArchiveRecord>,
  first: ArchiveRecord,
  dataDir: string,
  contents: Contents,
  brought: Brought,
): Promise<void> {
  const { path } = saidBy<{ path: string }>(first, 'F')
  if (!FILE.test(path)) throw new CannotUseBackup('The backup names a file that is none.')
  const target = join(dataDir, 'files', path)
  const part = `${target}.part`
  await mkdir(dirname(target), { recursive: true, mode: 0o700 })
  const file = await open(part, 'w', 0o600)
  const hash = createHash('sha256')
  let end: ArchiveRecord
  try {
    for (;;) {
      end = await nextOf(records)
      if (end.kind !== 'B') break
      hash.update(end.body)
      await file.write(end.body)
    }
    await file.sync()
  } catch (error) {
    rmSync(part, { force: true })
    throw error
  } finally {
    await file.close()
  }
  if (end.kind === 'x') return rmSync(part, { force: true })
  if (saidBy<{ sha256: string }>(end, 'f').sha256 !== hash.digest('hex')) {
    rmSync(part, { force: true })
    throw new CannotUseBackup(`The file ${path} in the backup is damaged. Nothing was changed.`)
  }
  if (!existsSync(target)) brought.files.push(target)
  await rename(part, target)
  contents.files += 1
}

function takeKey(each: ArchiveRecord, contents: Contents, brought: Brought): void {
  const { name, value } = saidBy<{ name: string; value: string }>(each, 'K')
  if (!['data-key', 'token-secret'].includes(name) || !/^[\w-]+$/.test(value))
    throw new CannotUseBackup('The backup names a key that is none.')
  contents.hasKeys = true
  brought.keys.push([name, value])
}

async function nextOf(records: AsyncGenerator<ArchiveRecord>): Promise<ArchiveRecord> {
  const { value, done } = await records.next()
  if (done === true) throw new CannotUseBackup('The backup was cut off. Nothing was changed.')
  return value
}

function saidBy<T>({ kind, body }: ArchiveRecord, expected: string): T {
  if (kind !== expected) throw new CannotUseBackup('The backup is damaged. Nothing was changed.')
  return JSON.parse(body.toString()) as T // written by `record` above; the hashes are compared
}
