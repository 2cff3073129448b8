/**
 * Exports a company's data as ZIP: a file of JSON lines per table, every stored file, and a
 * description. Streamed, so that nothing is held in memory.
 */
import { Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { sql } from 'drizzle-orm'
import type { ZipFile } from 'yazl'
import { zipStream } from '#kernel/data/zipStream.ts'
import type { Id } from '#contract/ids.ts'
import { tenantTables } from '#db/tenantTable.ts'
import type { Kernel } from '#kernel/kernel.ts'
import { asSystem } from '#kernel/data/transaction.ts'
import { LostBytes, type Files } from '#ports/files.ts'

interface ArchiveOrder {
  pool: Kernel['pool']
  files: Files
  companyId: Id<'company'>
  now: Date
  onProgress(progress: ArchiveProgress): Promise<void>
}
export interface ArchiveProgress {
  rows: number
  files: number
  lost: number
}

const STEP = 2_000

/** Columns left out because they are secrets: keys of seals, hooks and devices, hashes of API keys. */
export const SECRETS: Readonly<Record<string, readonly string[]>> = {
  signing_key: ['private_key'],
  api_hook: ['secret', 'url'],
  api_key: ['hash'],
  device_key: ['key'],
  holiday_calendar: ['url'],
  report_label: ['code', 'code_hash'],
  ticket_report: ['key_hash', 'device'],
  push_device: ['endpoint', 'endpoint_hash', 'p256dh', 'auth', 'session_id'],
}
const LEFT_OUT = new Set(['data_export', 'list_export'])

const tables = () => [...tenantTables.keys()].filter((name) => !LEFT_OUT.has(name)).toSorted()

export async function countAll(
  pool: Kernel['pool'],
  companyId: Id<'company'>,
): Promise<{ rows: number; files: number }> {
  const parts = tables().map(
    (name) =>
      sql`select count(*) as n from ${sql.identifier(name)} where company_id = ${companyId}`,
  )
  return asSystem(pool, async (db) => {
    const { rows } = await db.execute<{ n: string }>(
      sql`select sum(n) as n from (${sql.join(parts, sql` union all `)}) as counts`,
    )
    const { rows: stored } = await db.execute<{ n: string }>(
      sql`select count(*) as n from (${storedFiles(companyId)}) as stored`,
    )
    return { rows: Number(rows[0]?.n ?? 0), files: Number(stored[0]?.n ?? 0) }
  })
}

/** Starts at once. The stream ends with the archive, or with an error. */
export function archiveOf(order: ArchiveOrder): Readable {
  return zipStream((zip) => fill(zip, order))
}

async function fill(zip: ZipFile, order: ArchiveOrder): Promise<void> {
  const progress: ArchiveProgress = { rows: 0, files: 0, lost: 0 }
  const add = async (name: string, bytes: Readable, compress: boolean) => {
    zip.addReadStream(bytes, name, { mtime: order.now, compress })
    await finished(bytes)
  }
  for (const name of tables())
    await add(`tables/${name}.jsonl`, Readable.from(linesOf(order, name, progress)), true)
  for (const [name, lines] of [
    ['company', await ownRow(order)],
    ['person', await people(order)],
  ] as const) {
    progress.rows += lines.length
    await add(`tables/${name}.jsonl`, Readable.from(lines), true)
  }
  const lost: string[] = []
  for await (const { path, key } of filesOf(order)) {
    try {
      await add(path, await order.files.get(key), false)
      progress.files += 1
    } catch (error) {
      if (!(error instanceof LostBytes)) throw error
      progress.lost += 1
      lost.push(path)
    }
    await order.onProgress(progress)
  }
  zip.addBuffer(Buffer.from(words(order, progress, lost)), 'README.txt', { mtime: order.now })
}

async function* linesOf(
  { pool, companyId, onProgress }: ArchiveOrder,
  name: string,
  progress: ArchiveProgress,
): AsyncGenerator<string> {
  const secrets = SECRETS[name] ?? []
  for (let last = 0; ;) {
    const { rows } = await asSystem(pool, (db) =>
      db.execute<{ id: number; line: string }>(
        sql`select id, (to_jsonb(t) - ${sql.param([...secrets])}::text[])::text as line
          from ${sql.identifier(name)} t where company_id = ${companyId} and id > ${last}
          order by id limit ${STEP}`,
      ),
    )
    if (rows.length > 0) yield rows.map(({ line }) => `${line}\n`).join('')
    progress.rows += rows.length
    await onProgress(progress)
    const end = rows.at(-1)
    if (end === undefined || rows.length < STEP) return
    last = end.id
  }
}

async function ownRow({ pool, companyId }: ArchiveOrder): Promise<string[]> {
  const { rows } = await asSystem(pool, (db) =>
    db.execute<{ line: string }>(
      sql`select to_jsonb(c)::text as line from company c where id = ${companyId}`,
    ),
  )
  return rows.map(({ line }) => `${line}\n`)
}

async function people({ pool, companyId }: ArchiveOrder): Promise<string[]> {
  const { rows } = await asSystem(pool, (db) =>
    db.execute<{ line: string }>(
      sql`select jsonb_build_object('id', p.id, 'email', p.email, 'phone', p.phone,
          'created_at', p.created_at)::text as line
        from person p where exists (select from app_user u
          where u.company_id = ${companyId} and u.person_id = p.id) order by p.id`,
    ),
  )
  return rows.map(({ line }) => `${line}\n`)
}

const storedFiles = (companyId: Id<'company'>) => sql`
  select 'files/' || id || '-' || name as path, storage_key as key from file
    where company_id = ${companyId}
  union all select 'imports/' || id || '-' || file_name, storage_key from import_job
    where company_id = ${companyId}
  union all select 'imports/' || id || '-faults.jsonl', faults_key from import_job
    where company_id = ${companyId} and faults_key is not null`

async function* filesOf({ pool, companyId }: ArchiveOrder) {
  for (let offset = 0; ;) {
    const { rows } = await asSystem(pool, (db) =>
      db.execute<{ path: string; key: string }>(
        sql`select path, key from (${storedFiles(companyId)}) as stored
          order by path limit ${STEP} offset ${offset}`,
      ),
    )
    for (const { path, key } of rows) yield { path: asEntry(path), key }
    if (rows.length < STEP) return
    offset += rows.length
  }
}

/** File names come from users, so they must not act as paths. */
function asEntry(path: string): string {
  const [folder = '', ...name] = path.split('/')
  return `${folder}/${name.join('_').replace(/[\\:*?"<>|\p{Cc}]/gu, '_')}`
}

const words = (
  { now, companyId }: ArchiveOrder,
  { rows, files, lost }: ArchiveProgress,
  missing: readonly string[],
): string => `Everything of company ${companyId} in Plantroom, as of ${now.toISOString()} and while it was being written.

tables/NAME.jsonl  a row a line, as JSON, in the order of ids: ${rows} rows
files/ID-NAME      what was uploaded, by the id of its row in tables/file.jsonl
imports/ID-NAME    what was imported; ${files} files with these

Left out: passwords and what else proves who someone is, private keys of seals, secrets of API hooks
and keys, archives like this one.
${lost === 0 ? '' : `\nThe bytes of ${lost} files were lost before:\n${missing.map((path) => `  ${path}\n`).join('')}`}`
