/**
 * The two background jobs of an import, checking and writing: in steps, with progress, cancellable,
 * resumed after a restart.
 */
import { Readable } from 'node:stream'
import { and, eq, sql } from 'drizzle-orm'
import type { Tag } from '#contract/endpoint.ts'
import type { MadeKind } from '#contract/imports.ts'
import type { Id } from '#contract/ids.ts'
import * as tables from '#db/schema/index.ts'
import { ofCompany } from '#kernel/data/ofCompany.ts'
import { memberActor, type Actor } from '#kernel/access/actor.ts'
import { makeYielder } from '#kernel/work/yieldToEventLoop.ts'
import { notAllowed, Refusal } from '#kernel/http/errors.ts'
import type { Kernel } from '#kernel/kernel.ts'
import { makeScope, type Scope } from '#kernel/access/scope.ts'
import { asSystem, inCompany } from '#kernel/data/transaction.ts'
import { LostBytes } from '#ports/files.ts'
import { forgetFacts } from '../../site/positions/index.ts'
import { readTable, type Table } from './csvFile.ts'
import { countsFrom1904, dayNumbersOf } from './dayNumbers.ts'
import { decimalSignsOf } from './decimalSigns.ts'
import { addedColumns } from './failedRows.ts'
import { metadataFields } from './metadataFields.ts'
import { saveWrittenRows } from './writtenRows.ts'
import { SaidWords } from './names.ts'
import { linkPlaces, linkPlans, readPart } from './parts.ts'
import { addFault, keyOf, markDuplicates, type Fault, type ReadRow } from './readRow.ts'
import type { Planned } from './target.ts'
import { isStoredTable, readStoredTable } from './storedTable.ts'
import { partKinds, targetOf, targets, undoOf } from './targets.ts'

export type Job = typeof tables.importJob.$inferSelect
export interface Key {
  companyId: Id<'company'>
  id: Id<'import'>
}

/** Rows per transaction. Other requests run in between. */
const STEP = 250
const SHOWN = 200

export async function checkImport(kernel: Kernel, key: Key): Promise<void> {
  await withFailureReport(kernel, key, async (job) => {
    const tally = { created: 0, updated: 0, unchanged: 0, failed: 0, setAside: 0 }
    const faults: Fault[] = []
    const preview: Job['preview'] = []
    const words = new SaidWords(job.kind)
    let progress = 0
    let lostTickets = 0
    for (const step of steps(await rowsOf(kernel, job))) {
      progress += step.length
      const isLeft = await runStep(kernel, job, async (scope) => {
        const planned = await planStep(scope, job, step)
        count(tally, planned)
        lostTickets += planned.reduce((sum, one) => sum + (one.lostTickets ?? 0), 0)
        if (step[0]?.kind === undefined) words.add(planned)
        for (const each of planned) {
          faults.push(...each.read.faults.map((one) => inWordsOfFile(job, one)))
          if (preview.length < SHOWN && (each.action !== 'unchanged' || preview.length < 20))
            preview.push(shownOf(each))
        }
        return writeProgress(scope, job, 'checking', { ...tally, progress })
      })
      if (!isLeft) return
    }
    const faultsKey =
      faults.length > 0
        ? await kernel.files.put(Readable.from(faults.map((one) => `${JSON.stringify(one)}\n`)))
        : null
    await runStep(kernel, job, async (scope) =>
      writeProgress(scope, job, 'checking', {
        ...tally,
        progress,
        status: 'checked',
        preview,
        newWords: await words.newOnes(scope),
        lostTickets,
        faults: faults.slice(0, SHOWN),
        faultCount: faults.length,
        faultsKey,
      }),
    )
  })
}

export async function runImport(kernel: Kernel, key: Key): Promise<void> {
  await withFailureReport(kernel, key, async (job) => {
    const rows = (await rowsOf(kernel, job)).slice(job.progress)
    const tally = {
      created: job.created,
      updated: job.updated,
      unchanged: job.unchanged,
      failed: job.failed,
      setAside: job.setAside,
      undoable: job.undoable,
    }
    let { progress } = job
    for (const step of steps(rows)) {
      const went = await runStep(kernel, job, async (scope) => {
        const planned = await planStep(scope, job, step)
        const next = { ...tally }
        count(next, planned)
        next.undoable += planned.filter(({ action }) => isWritten(action)).length
        // Claims the step first: if another server has it or the job was cancelled, writes nothing.
        if (
          !(await writeProgress(
            scope,
            job,
            'running',
            { ...next, progress: progress + step.length },
            progress,
          ))
        )
          return false
        const target = targetOf(job.kind, step[0]?.kind)
        const made = new Map<MadeKind, { id: number; name: string; before: null }[]>()
        const written = await target.write(scope, planned, {
          kernel,
          made: (kind, row) =>
            made.set(kind, [...(made.get(kind) ?? []), { ...row, before: null }]),
        })
        for (const [kind, rows] of made)
          await saveWrittenRows(scope, job, { kind, table: undoOf(kind).table, written: rows })
        await saveWrittenRows(scope, job, {
          kind: step[0]?.kind ?? job.kind,
          table: target.undo.table,
          written,
        })
        // Several rows may belong to one record.
        if (written.length !== next.undoable - tally.undoable) {
          next.undoable = tally.undoable + written.length
          await writeProgress(scope, job, 'running', { undoable: next.undoable })
        }
        Object.assign(tally, next)
        return true
      })
      if (!went) return
      progress += step.length
    }
    await runStep(kernel, job, async (scope) => {
      scope.changed(...tagsOf(job), 'Journal')
      await writeProgress(scope, job, 'running', { status: 'done' })
    })
  })
  kernel.sendSoon()
  forgetFacts(kernel, key.companyId)
}

const isWritten = (action: Planned['action']) => action === 'create' || action === 'update'

async function rowsOf(kernel: Kernel, job: Job): Promise<ReadRow[]> {
  const table = await tableOf(kernel, job)
  const { headings } = table
  const { metadata, zone } = await runStep(kernel, job, async (scope) => ({
    metadata: await metadataFields(scope, job.kind),
    zone: scope.actor.timezone,
  }))
  const fields = new Map(metadata.map((field) => [field.id, field]))
  const file = {
    headings,
    mapping: job.mapping,
    surplus: addedColumns(headings).surplus,
    metadata: fields,
    zone,
    dayNumbers: dayNumbersOf(job, table),
    decimalSigns: await decimalSignsOf(job, fields, table),
    isFrom1904: countsFrom1904(job.reading),
  }
  const breathe = makeYielder()
  const rows: ReadRow[] = []
  for (const row of table.rows) {
    rows.push(readPart(job, file, row))
    await breathe()
  }
  return runStep(kernel, job, async (scope) => {
    const ordered: ReadRow[] = []
    // Locations come first, because equipment may be in them, and equipment before work on it.
    const [first, ...others] = partKinds
    for (const kind of [first, undefined, ...others]) {
      const own = rows.filter((read) => read.kind === kind)
      if (own.length === 0) continue
      const target = targetOf(job.kind, kind)
      const keyed = kind === undefined ? keyOf(job.kind, job.mapping) : 'name'
      markDuplicates(own, keyed, await target.partOf?.(scope))
      for (const read of await target.order(scope, own)) ordered.push(read)
    }
    linkPlaces(ordered)
    linkPlans(ordered)
    return ordered
  })
}

export async function bytesOf(kernel: Kernel, key: string): Promise<Buffer> {
  const parts: Buffer[] = []
  // a stream without encoding yields buffers
  for await (const part of await kernel.files.get(key)) parts.push(part as Buffer)
  return Buffer.concat(parts)
}

export async function tableOf(
  kernel: Kernel,
  { tableKey, storageKey, reading }: Pick<Job, 'tableKey' | 'storageKey' | 'reading'>,
): Promise<Table> {
  const bytes = await bytesOf(kernel, tableKey ?? storageKey)
  // Imports of earlier versions took the first row.
  const heading = reading?.heading ?? 'first'
  if (reading?.format === 'xlsx' && isStoredTable(bytes)) return readStoredTable(bytes, { heading })
  return readTable(bytes, {
    delimiter: reading?.format === 'csv' ? reading.delimiter : reading === null ? undefined : ',',
    heading,
  })
}

/** Splits rows into steps of one kind each. Removes them from `rows` to free their memory. */
function* steps(rows: ReadRow[]): Generator<ReadRow[]> {
  while (rows.length > 0) {
    const kind = rows[0]?.kind
    const other = rows.findIndex((read, index) => read.kind !== kind || index >= STEP)
    yield rows.splice(0, other < 0 ? rows.length : other)
  }
}

/** Rows of another kind also require the permission to create that kind by hand. */
function planStep(scope: Scope, job: Job, step: readonly ReadRow[]): Promise<Planned[]> {
  const target = targetOf(job.kind, step[0]?.kind)
  if (step[0]?.kind !== undefined && !scope.can(target.editor))
    for (const read of step) addFault(read, 'name', 'cannotMake')
  return target.plan(scope, step)
}

function count(
  tally: Pick<Job, 'created' | 'updated' | 'unchanged' | 'failed' | 'setAside'>,
  planned: readonly Planned[],
): void {
  const field = {
    create: 'created',
    update: 'updated',
    unchanged: 'unchanged',
    fail: 'failed',
  } as const
  for (const { action, isSetAside } of planned) {
    tally[field[action]] += 1
    if (isSetAside === true) tally.setAside += 1
  }
}

function inWordsOfFile({ headings, mapping }: Job, { field, ...about }: Fault): Fault {
  if (field === undefined) return about
  const heading = headings[mapping.columns.indexOf(field)] ?? ''
  return heading === '' ? { ...about, field } : { ...about, column: heading }
}

const shownOf = ({ read, action, changes, isSetAside }: Planned): Job['preview'][number] => ({
  row: read.row,
  name: read.name,
  action,
  ...(read.isByName && { isByName: true }),
  ...(isSetAside === true && { isSetAside }),
  changes: changes.slice(0, 50),
})

export const tagsOf = ({ kind, mapping, reading }: Job): readonly Tag[] =>
  reading?.parts !== undefined
    ? [...targets[kind].tags, ...partKinds.flatMap((part) => targetOf(kind, part).tags)]
    : mapping.makesPlaces === true
      ? [...targets[kind].tags, ...targets.locations.tags]
      : targets[kind].tags

/** The permission required in addition to the import permission: that of creating one by hand. */
export const permissionForKind = (kind: Job['kind']) => targets[kind].editor

async function importerOf(kernel: Kernel, job: Job): Promise<Actor> {
  const { companyId } = job
  const isUndo = job.status === 'undoing'
  const userId = isUndo && job.undoneBy !== null ? job.undoneBy : job.startedBy
  const member = await asSystem(kernel.pool, (db) => memberActor(db, { companyId, userId }))
  for (const group of ['editor|import', permissionForKind(job.kind)] as const) {
    if (member?.permissions.has(group) !== true) throw notAllowed(group)
  }
  const cause = { kind: isUndo ? 'importUndo' : 'import', id: job.id, name: job.fileName } as const
  return { ...(member as Actor), cause }
}

export async function runStep<T>(
  kernel: Kernel,
  job: Job,
  work: (scope: Scope) => Promise<T>,
): Promise<T> {
  const tags: Tag[] = [{ type: 'Import', id: job.id }, 'Import']
  const actor = await importerOf(kernel, job)
  const result = await inCompany(kernel.pool, job.companyId, (db) =>
    work(
      makeScope({
        actor,
        clock: kernel.clock,
        db,
        tags,
        open: () => {
          throw new Error('A step is already inside its transaction')
        },
      }),
    ),
  )
  kernel.live.publish(job.companyId, tags)
  return result
}

/** Writes the report. Returns false if the job was cancelled or another server took the step. */
export async function writeProgress(
  scope: Scope,
  job: Job,
  expected: Job['status'],
  change: Partial<Job>,
  atProgress?: number,
): Promise<boolean> {
  const { db, actor, clock } = scope
  const mine = ofCompany(
    tables.importJob,
    actor.companyId,
    eq(tables.importJob.id, job.id),
    eq(tables.importJob.status, expected),
    atProgress === undefined ? undefined : eq(tables.importJob.progress, atProgress),
  )
  const [row] = await db
    .update(tables.importJob)
    .set({ ...change, updatedAt: clock.now() })
    .where(and(mine, eq(tables.importJob.cancelRequested, false)))
    .returning({ id: tables.importJob.id })
  if (row) return true
  const [stopped] = await db
    .update(tables.importJob)
    .set({ status: expected === 'undoing' ? undoEnded : 'cancelled', updatedAt: clock.now() })
    .where(
      ofCompany(
        tables.importJob,
        actor.companyId,
        eq(tables.importJob.id, job.id),
        eq(tables.importJob.cancelRequested, true),
        eq(tables.importJob.status, expected),
      ),
    )
    .returning({ id: tables.importJob.id })
  // What was written stays, so subscribers are notified.
  if (stopped) scope.changed(...tagsOf(job), 'Journal')
  return false
}

/** `undoStopped` if some rows were not processed. */
const undoEnded = sql<
  Job['status']
>`case when ${tables.importJob.undoable} > ${tables.importJob.undoLeft}
  then 'undoStopped' else 'undone' end`

export async function withFailureReport(
  kernel: Kernel,
  { companyId, id }: Key,
  work: (job: Job) => Promise<void>,
): Promise<void> {
  const where = ofCompany(tables.importJob, companyId, eq(tables.importJob.id, id))
  const [job] = await inCompany(kernel.pool, companyId, (db) =>
    db.select().from(tables.importJob).where(where),
  )
  if (!job) return
  try {
    await work(job)
  } catch (error) {
    const why = faultFrom(error, job)
    kernel.log.error(
      { importId: id, ...(why.code === 'fileGone' ? { why: String(error) } : { err: error }) },
      'an import failed',
    )
    await inCompany(kernel.pool, companyId, (db) =>
      db
        .update(tables.importJob)
        .set(
          // Undone rows stay undone, and the remaining rows can be retried.
          job.status === 'undoing'
            ? { status: undoEnded }
            : { status: 'failed', faults: [why], faultCount: 1 },
        )
        .where(where),
    )
    kernel.live.publish(companyId, [{ type: 'Import', id }, 'Import', ...tagsOf(job), 'Journal'])
  }
}

/** An error that stopped the whole import, reported at the first row. */
function faultFrom(error: unknown, job: Job): Fault {
  if (error instanceof LostBytes)
    return { row: 1, column: null, code: 'fileGone', value: job.fileName }
  const [refusal] = error instanceof Refusal ? error.errors : []
  return {
    row: 1,
    column: null,
    code: 'refused',
    value: '',
    ...(refusal !== undefined && {
      refusal: { code: refusal.code, message: refusal.message },
    }),
  }
}
