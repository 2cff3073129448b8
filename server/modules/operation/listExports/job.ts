import { Readable } from 'node:stream'
import { and, eq, lt, ne } from 'drizzle-orm'

import * as tables from '#db/schema/index.ts'
import { memberActor } from '#kernel/access/actor.ts'
import { makeScope, type Scope } from '#kernel/access/scope.ts'
import { recordSecurity } from '#kernel/access/securityLog.ts'
import { sizeOf, type ExportCell, type OpenExport } from '#kernel/data/exportSource.ts'
import { ofCompany } from '#kernel/data/ofCompany.ts'
import { asSystem, inCompany, type Db } from '#kernel/data/transaction.ts'
import { notSignedIn, Refusal } from '#kernel/http/errors.ts'
import type { Kernel } from '#kernel/kernel.ts'
import { startJob } from '#kernel/work/jobs.ts'
import { nameOf, sourceOf } from './sources.ts'
import { fileStream } from './write.ts'

export type Job = typeof tables.listExport.$inferSelect
type Key = Pick<Job, 'companyId' | 'id'>

class Cancelled extends Error {}

const REPORTED_EVERY = 500
/** Without progress for this long, the server of a running export must have stopped. */
const LOST_AFTER = 60_000

const isIt = ({ companyId, id }: Key) =>
  ofCompany(tables.listExport, companyId, eq(tables.listExport.id, id))

async function asReader<T>(
  kernel: Kernel,
  { companyId, startedBy }: Pick<Job, 'companyId' | 'startedBy'>,
  work: (scope: Scope) => Promise<T>,
): Promise<T> {
  const actor = await asSystem(kernel.pool, (db) =>
    memberActor(db, { companyId, userId: startedBy }),
  )
  if (actor === undefined) throw notSignedIn('ended')
  return inCompany(kernel.pool, companyId, (db) =>
    work(
      makeScope({
        actor,
        clock: kernel.clock,
        publicUrl: kernel.publicUrl,
        db,
        tags: [],
        open: () => {
          throw new Error('A step is already inside its transaction')
        },
      }),
    ),
  )
}

export const openList = (kernel: Kernel, scope: Scope, { what }: Pick<Job, 'what'>) =>
  sourceOf(kernel, what.list).open(scope, what.question)

/** Never throws: the row stores the outcome. */
export async function writeList(
  kernel: Kernel,
  job: Job,
  { opened, network = null }: { opened?: OpenExport; network?: string | null } = {},
): Promise<void> {
  const { pool, files, clock } = kernel
  let storageKey: string | undefined
  try {
    const list = opened ?? (await asReader(kernel, job, (scope) => openList(kernel, scope, job)))
    const { language, timezone } = await asReader(kernel, job, async ({ actor }) => actor)
    if (await report(kernel, job, { total: list.total, progress: 0 })) throw new Cancelled()
    let bytes = 0
    const stream = fileStream({
      name: nameOf[job.what.list],
      format: job.format,
      headings: job.headings,
      language,
      zone: timezone,
      columns: list.columns,
      batches: batchesOf(kernel, job, list),
      now: clock.now(),
    })
    async function* measured(): AsyncGenerator<Buffer> {
      for await (const chunk of stream) {
        const buffer = Buffer.from(chunk as Uint8Array) // no encoding is set
        bytes += buffer.length
        yield buffer
      }
    }
    storageKey = await files.put(Readable.from(measured()))
    const isLate = await report(kernel, job, {
      progress: list.total,
      bytes,
      storageKey,
      state: 'done',
      endedAt: clock.now(),
    })
    if (isLate) throw new Cancelled()
    await inCompany(pool, job.companyId, (db) =>
      recordSecurity(kernel, db, {
        kind: 'exported',
        companyId: job.companyId,
        byUserId: job.startedBy,
        network,
        detail: { what: job.what.list, rows: list.total },
      }),
    )
  } catch (error) {
    if (storageKey !== undefined) await files.remove(storageKey)
    await fail(kernel, job, error)
  }
}

async function* batchesOf(
  kernel: Kernel,
  job: Job,
  list: OpenExport,
): AsyncGenerator<ExportCell[][]> {
  let reported = performance.now()
  let done = 0
  for (const part of list.parts) {
    yield await kernel.heavyReads.take(job.companyId, () =>
      asReader(kernel, job, (scope) => list.read(scope, part)),
    )
    done = Math.min(list.total, done + sizeOf(part))
    if (performance.now() - reported < REPORTED_EVERY) continue
    reported = performance.now()
    if (await report(kernel, job, { progress: done })) throw new Cancelled()
  }
}

/** Saves the progress. Returns whether to stop: cancelled, or ended by another server. */
async function report(kernel: Kernel, job: Job, change: Partial<Job>): Promise<boolean> {
  const [row] = await asSystem(kernel.pool, (db) =>
    db
      .update(tables.listExport)
      .set({ ...change, heardAt: kernel.clock.now() })
      .where(
        and(
          isIt(job),
          eq(tables.listExport.state, 'running'),
          eq(tables.listExport.cancelRequested, false),
        ),
      )
      .returning({ id: tables.listExport.id }),
  )
  publish(kernel, job)
  return row === undefined
}

async function fail(kernel: Kernel, job: Job, error: unknown): Promise<void> {
  const isWanted = error instanceof Cancelled
  const fault = error instanceof Refusal ? (error.errors[0]?.code ?? null) : null
  if (!isWanted && fault === null)
    kernel.log.error({ err: error, export: job.id }, 'a list could not be exported')
  await asSystem(kernel.pool, (db) =>
    db
      .update(tables.listExport)
      .set({
        state: isWanted ? 'cancelled' : 'failed',
        fault,
        storageKey: null,
        endedAt: kernel.clock.now(),
      })
      .where(isIt(job)),
  )
  publish(kernel, job)
}

const publish = ({ live }: Kernel, { companyId, id }: Key): void =>
  live.publish(companyId, [{ type: 'ListExport', id }])

export async function resumeListExports(kernel: Kernel): Promise<void> {
  const now = kernel.clock.now()
  const lost = await asSystem(kernel.pool, (db) =>
    db
      .update(tables.listExport)
      .set({ heardAt: now })
      .where(
        and(
          eq(tables.listExport.state, 'running'),
          lt(tables.listExport.heardAt, new Date(+now - LOST_AFTER)),
        ),
      )
      .returning(),
  )
  for (const job of lost) await writeList(kernel, job)
}

export const startListExportJob = (kernel: Kernel): void =>
  void startJob(kernel, {
    name: 'exports of lists',
    every: LOST_AFTER,
    run: () => resumeListExports(kernel),
  })

/** Deletes expired files. Returns the keys whose bytes the caller must delete after the commit. */
export async function forgetListExports(db: Db, before: Date): Promise<string[]> {
  const gone = await db
    .delete(tables.listExport)
    .where(and(lt(tables.listExport.createdAt, before), ne(tables.listExport.state, 'running')))
    .returning({ key: tables.listExport.storageKey })
  return gone.flatMap(({ key }) => (key === null ? [] : [key]))
}
