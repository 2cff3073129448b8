import { Readable } from 'node:stream'
import { and, eq, lt, ne } from 'drizzle-orm'
import type { Id } from '#contract/ids.ts'
import * as tables from '#db/schema/index.ts'
import { ofCompany } from '#kernel/data/ofCompany.ts'
import type { Kernel } from '#kernel/kernel.ts'
import { asSystem, type Db } from '#kernel/data/transaction.ts'
import { archiveOf, countAll, type ArchiveProgress } from './archive.ts'

export interface ExportKey {
  companyId: Id<'company'>
  id: Id<'dataExport'>
}
type Worker = Pick<Kernel, 'pool' | 'files' | 'clock' | 'live' | 'log'>

class Cancelled extends Error {}

const isIt = ({ companyId, id }: ExportKey) =>
  ofCompany(tables.dataExport, companyId, eq(tables.dataExport.id, id))

/** Milliseconds between progress updates. */
const TOLD_EVERY = 500

export async function makeArchive(kernel: Worker, key: ExportKey): Promise<void> {
  const { pool, files, clock } = kernel
  const seen: ArchiveProgress = { rows: 0, files: 0, lost: 0 }
  let storageKey: string | undefined
  try {
    const total = await countAll(pool, key.companyId)
    await tell(kernel, key, { total: total.rows + total.files })
    let told = performance.now()
    let bytes = 0
    const archive = archiveOf({
      pool,
      files,
      companyId: key.companyId,
      now: clock.now(),
      async onProgress(progress) {
        Object.assign(seen, progress)
        if (performance.now() - told < TOLD_EVERY) return
        told = performance.now()
        if (await tell(kernel, key, { progress: seen.rows + seen.files })) throw new Cancelled()
      },
    })
    async function* measured(): AsyncGenerator<Buffer> {
      for await (const chunk of archive) {
        bytes += (chunk as Buffer).length // no encoding is set
        yield chunk as Buffer
      }
    }
    storageKey = await files.put(Readable.from(measured()))
    const isLate = await tell(kernel, key, {
      ...seen,
      // Rows are added meanwhile, so the initial total was an estimate.
      progress: seen.rows + seen.files + seen.lost,
      total: seen.rows + seen.files + seen.lost,
      bytes,
      storageKey,
      state: 'done',
      endedAt: clock.now(),
    })
    if (isLate) throw new Cancelled()
  } catch (error) {
    if (storageKey !== undefined) await files.remove(storageKey)
    const isWanted = error instanceof Cancelled
    if (!isWanted) kernel.log.error({ err: error, export: key.id }, 'an archive could not be made')
    await asSystem(pool, (db) =>
      db
        .update(tables.dataExport)
        .set({
          state: isWanted ? 'cancelled' : 'failed',
          storageKey: null,
          endedAt: clock.now(),
        })
        .where(isIt(key)),
    )
    publishChange(kernel, key)
  }
}

/** Saves the progress. Returns whether to stop: cancelled, or ended by another server. */
async function tell(
  kernel: Worker,
  key: ExportKey,
  change: Partial<typeof tables.dataExport.$inferInsert>,
): Promise<boolean> {
  const [row] = await asSystem(kernel.pool, (db) =>
    db
      .update(tables.dataExport)
      .set(change)
      .where(
        and(
          isIt(key),
          eq(tables.dataExport.state, 'running'),
          eq(tables.dataExport.cancelRequested, false),
        ),
      )
      .returning({ id: tables.dataExport.id }),
  )
  publishChange(kernel, key)
  return row === undefined
}

const publishChange = ({ live }: Worker, { companyId }: ExportKey): void =>
  live.publish(companyId, ['DataExport'])

export async function resumeExports(kernel: Kernel): Promise<void> {
  const left = await asSystem(kernel.pool, (db) =>
    db
      .select({ companyId: tables.dataExport.companyId, id: tables.dataExport.id })
      .from(tables.dataExport)
      .where(eq(tables.dataExport.state, 'running')),
  )
  for (const key of left) await makeArchive(kernel, key)
}

/**
 * Deletes expired archives. Returns the keys whose bytes the caller must delete after the commit.
 */
export async function forgetExports(db: Db, before: Date): Promise<string[]> {
  const gone = await db
    .delete(tables.dataExport)
    .where(and(lt(tables.dataExport.createdAt, before), ne(tables.dataExport.state, 'running')))
    .returning({ key: tables.dataExport.storageKey })
  return gone.flatMap(({ key }) => (key === null ? [] : [key]))
}
