/**
 * An import taken back: what it made goes, what it changed is as before. A row that something else
 * touched since stays as it is, and is told with its reason.
 */
import { and, desc, eq, inArray, lt } from 'drizzle-orm'
import type { ImportJob } from '#contract/imports'
import { importedRow } from '../../db/schema/index.ts'
import { Refusal } from '../../kernel/errors.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import type { Scope } from '../../kernel/scope.ts'
import { forgetFacts } from '../rtls/index.ts'
import { guarded, inStep, report, type Job, type Key } from './job.ts'
import { versionsOf } from './kept.ts'
import { targets } from './targets.ts'

type Row = typeof importedRow.$inferSelect
type Left = ImportJob['undoFaults'][number]

const STEP = 100
const SHOWN = 200

/**
 * From the last written to the first: what lies inside a place goes before it. `progress` is how
 * many rows were looked at; those that stay are passed over by their number.
 */
export async function undo(kernel: Kernel, key: Key): Promise<void> {
  await guarded(kernel, key, async (job) => {
    let { progress, undone, undoable, undoLeft } = job
    const faults = [...job.undoFaults]
    for (;;) {
      const went = await inStep(kernel, job, async (scope) => {
        const rows = await nextOf(scope, job, undoLeft)
        if (rows.length === 0) return 'all' as const
        const left = new Map<number, Left>()
        const next = () => {
          const gone = rows.length - left.size
          return {
            progress: progress + rows.length,
            undone: undone + gone,
            undoable: undoable - gone,
            undoLeft: undoLeft + left.size,
          }
        }
        // The claim on this step comes first; its numbers once they are known.
        if (!(await report(scope, job, 'undoing', { progress: next().progress }, progress)))
          return 'lost' as const
        await takeBack(scope, job, rows, left)
        faults.push(...[...left.values()].slice(0, Math.max(0, SHOWN - faults.length)))
        const now = next()
        await report(scope, job, 'undoing', { ...now, undoFaults: faults }, now.progress)
        return now
      })
      if (went === 'lost') return
      if (went === 'all') break
      ;({ progress, undone, undoable, undoLeft } = went)
    }
    await inStep(kernel, job, async (scope) => {
      scope.changed(...targets[job.kind].tags, 'Journal')
      await report(scope, job, 'undoing', { status: 'undone' })
    })
  })
  forgetFacts(kernel, key.companyId)
}

/** The last ones that were not looked at: as many as stay already are passed over. */
async function nextOf({ db }: Scope, job: Job, passed: number): Promise<Row[]> {
  return db
    .select()
    .from(importedRow)
    .where(ofJob(job))
    .orderBy(desc(importedRow.id))
    .offset(passed)
    .limit(STEP)
}
const ofJob = ({ companyId, id }: Pick<Job, 'companyId' | 'id'>) =>
  and(eq(importedRow.companyId, companyId), eq(importedRow.importId, id))

async function takeBack(
  scope: Scope,
  job: Job,
  rows: readonly Row[],
  left: Map<number, Left>,
): Promise<void> {
  const { undo: how } = targets[job.kind]
  const ids = rows.map(({ entityId }) => entityId)
  const held = await how.held(scope, ids)
  const done: Row['id'][] = []
  for (const row of rows) {
    const stay = (reason: Left['reason']) =>
      left.set(row.id, { name: row.name, action: row.action, reason })
    // Asked for each: what was taken back before it may have carried it along.
    const version = (await versionsOf(scope, how.table, [row.entityId])).get(row.entityId)
    if (version === undefined) stay('gone')
    else if (version !== row.madeVersion) stay('changedSince')
    else if (row.action === 'create' && held.has(row.entityId)) stay(how.heldFor ?? 'inUse')
    else {
      const refused = await scope.attempt<Left['reason'] | null>(
        async () => {
          if (row.before === null) await how.remove(scope, row.entityId)
          else {
            await how.restore(scope, row.entityId, version, row.before)
            await carryVersion(scope, job, row, rows)
          }
          return null
        },
        (error) => reasonOf(error),
      )
      if (refused !== null) stay(refused)
      else done.push(row.id)
    }
  }
  if (done.length > 0)
    await scope.db.delete(importedRow).where(and(ofJob(job), inArray(importedRow.id, done)))
}

/**
 * The same import may have written the thing before (cancelled, mapped anew and run again): with
 * this change taken back it is as that left it, if nobody came in between.
 */
async function carryVersion(scope: Scope, job: Job, row: Row, step: readonly Row[]): Promise<void> {
  const { table } = targets[job.kind].undo
  const now = (await versionsOf(scope, table, [row.entityId])).get(row.entityId)
  if (now === undefined) return
  // Of this step it is read already.
  for (const older of step)
    if (
      older.entityId === row.entityId &&
      older.id < row.id &&
      older.madeVersion === row.madeVersion - 1
    )
      older.madeVersion = now
  await scope.db
    .update(importedRow)
    .set({ madeVersion: now })
    .where(
      and(
        ofJob(job),
        eq(importedRow.entityId, row.entityId),
        lt(importedRow.id, row.id),
        eq(importedRow.madeVersion, row.madeVersion - 1),
      ),
    )
}

function reasonOf(error: unknown): Left['reason'] {
  if (!(error instanceof Refusal)) return 'refused'
  const code = error.errors[0]?.code
  if (code === 'inUse' || code === 'heldByDeleted') return 'inUse'
  return code === 'notEmpty' ? 'notEmpty' : code === 'staleVersion' ? 'changedSince' : 'refused'
}

/** What taking it back would do now. */
export async function undoPreview(
  scope: Scope,
  job: Job,
): Promise<{ removed: number; restored: number; touched: number }> {
  const { undo: how } = targets[job.kind]
  const all = { removed: 0, restored: 0, touched: 0 }
  let last: Row['id'] | undefined
  // Of what this import wrote twice: what the older row has to find.
  const before = new Map<number, { version: number; isRestored: boolean }>()
  for (;;) {
    const rows: Row[] = await scope.db
      .select()
      .from(importedRow)
      .where(and(ofJob(job), last === undefined ? undefined : lt(importedRow.id, last)))
      .orderBy(desc(importedRow.id))
      .limit(PREVIEW_STEP)
    if (rows.length === 0) return all
    last = rows.at(-1)?.id
    const ids = rows.map(({ entityId }) => entityId)
    const versions = await versionsOf(scope, how.table, ids)
    const held = await how.held(scope, ids)
    for (const { entityId, madeVersion, action } of rows) {
      const newer = before.get(entityId)
      const isTouched =
        (newer?.version ?? versions.get(entityId)) !== madeVersion ||
        (action === 'create' && held.has(entityId))
      // One thing is one: what is removed in the end was not restored.
      if (!isTouched && newer?.isRestored === true) all.restored -= 1
      all[isTouched ? 'touched' : action === 'create' ? 'removed' : 'restored'] += 1
      if (action === 'update')
        before.set(entityId, { version: madeVersion - 1, isRestored: !isTouched })
    }
  }
}
const PREVIEW_STEP = 2_000

/** From the beginning, whatever a try before left. */
export const begunAnew = (userId: NonNullable<Job['undoneBy']>): Partial<Job> => ({
  status: 'undoing',
  undoneBy: userId,
  progress: 0,
  undoLeft: 0,
  undoFaults: [],
})
