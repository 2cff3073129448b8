/**
 * An import taken back: what it made goes, what it changed is as before. A row that something else
 * touched since stays as it is, and is told with its reason.
 */
import { and, desc, eq, inArray, lt, sql } from 'drizzle-orm'
import type { ImportJob } from '#contract/imports.ts'
import { importedRow, importJob } from '#db/schema/index.ts'
import { Refusal } from '#kernel/http/errors.ts'
import type { Kernel } from '#kernel/kernel.ts'
import type { Scope } from '#kernel/access/scope.ts'
import { forgetFacts } from '../positions/index.ts'
import { guarded, inStep, report, type Job, type Key } from './job.ts'
import { versionsOf } from './writtenRows.ts'
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

/** Takes these back, the last written first; those that stay are put into `left`, in that order. */
async function takeBack(
  scope: Scope,
  job: Job,
  rows: readonly Row[],
  left: Map<number, Left>,
): Promise<void> {
  const { undo: how } = targets[job.kind]
  const held = await how.held(
    scope,
    rows.map(({ entityId }) => entityId),
  )
  const reasons = new Map<number, Left['reason']>()
  for (const set of sets(rows))
    for (const [id, reason] of await takeBackSet(scope, job, { set, held, step: rows }))
      reasons.set(id, reason)
  const done: Row['id'][] = []
  for (const { id, name, action } of rows) {
    const reason = reasons.get(id)
    if (reason === undefined) done.push(id)
    else left.set(id, { name, action, reason })
  }
  if (done.length > 0)
    await scope.db.delete(importedRow).where(and(ofJob(job), inArray(importedRow.id, done)))
}

/** Rows in their order, cut wherever one is taken back otherwise or speaks of a thing once more. */
function* sets(rows: readonly Row[]): Generator<Row[]> {
  let set: Row[] = []
  for (const row of rows) {
    const first = set[0]
    if (
      first !== undefined &&
      ((first.before === null) !== (row.before === null) ||
        set.some(({ entityId }) => entityId === row.entityId))
    ) {
      yield set
      set = []
    }
    set.push(row)
  }
  if (set.length > 0) yield set
}

interface SetOfRows {
  set: readonly Row[]
  /** Those that hold something. */
  held: ReadonlySet<number>
  /** All that are looked at together. */
  step: readonly Row[]
}

/**
 * Takes a set back at once, in a few statements. What is refused is looked for by halves, so that
 * only the row it concerns stays. Tells which stay, and why.
 */
async function takeBackSet(
  scope: Scope,
  job: Job,
  { set, held, step }: SetOfRows,
): Promise<ReadonlyMap<number, Left['reason']>> {
  const { undo: how } = targets[job.kind]
  const left = new Map<number, Left['reason']>()
  // Asked for each set: what was taken back before it may have carried some of it along.
  const versions = await versionsOf(
    scope,
    how.table,
    set.map(({ entityId }) => entityId),
    { toChange: true },
  )
  const free: Row[] = []
  for (const row of set) {
    const version = versions.get(row.entityId)
    if (version === undefined) left.set(row.id, 'gone')
    else if (version !== row.madeVersion) left.set(row.id, 'changedSince')
    else if (row.action === 'create' && held.has(row.entityId))
      left.set(row.id, how.heldFor ?? 'inUse')
    else free.push(row)
  }
  if (free.length === 0) return left
  const refused = await scope.attempt<Left['reason'] | null>(
    async () => {
      const changed = free.flatMap(({ entityId: id, madeVersion: version, before }) =>
        before === null ? [] : [{ id, version, before }],
      )
      if (changed.length > 0) {
        await how.restore(scope, changed)
        await carryVersions(scope, job, free, step)
      } else
        await how.remove(
          scope,
          free.map(({ entityId }) => entityId),
        )
      return null
    },
    (error) => reasonOf(error),
  )
  if (refused === null) return left
  const [only, ...others] = free
  if (only !== undefined && others.length === 0) return left.set(only.id, refused)
  const half = Math.ceil(free.length / 2)
  for (const part of [free.slice(0, half), free.slice(half)])
    for (const [id, reason] of await takeBackSet(scope, job, { set: part, held, step }))
      left.set(id, reason)
  return left
}

/**
 * An import may have written the things before: another, or this one (cancelled, mapped anew and run
 * again). With these changes taken back they are as that left them, if nobody came in between.
 */
async function carryVersions(
  scope: Scope,
  job: Job,
  rows: readonly Row[],
  step: readonly Row[],
): Promise<void> {
  const now = await versionsOf(
    scope,
    targets[job.kind].undo.table,
    rows.map(({ entityId }) => entityId),
  )
  const carried = JSON.stringify(
    rows.flatMap(({ id, entityId, madeVersion }) => {
      const version = now.get(entityId)
      return version === undefined ? [] : [{ id, entity: entityId, made: madeVersion, version }]
    }),
  )
  const alike = scope.db
    .select({ id: importJob.id })
    .from(importJob)
    .where(and(eq(importJob.companyId, job.companyId), eq(importJob.kind, job.kind)))
  await scope.db.execute(sql`update ${importedRow} set made_version = newer.version
    from jsonb_to_recordset(${carried}::jsonb)
      as newer(id int, entity int, made int, version int)
    where ${importedRow.companyId} = ${job.companyId} and ${importedRow.entityId} = newer.entity
      and ${importedRow.id} < newer.id and ${importedRow.madeVersion} = newer.made - 1
      and ${inArray(importedRow.importId, alike)}`)
  const taken = new Map(rows.map((row) => [row.entityId, row]))
  // Of this step it is read already.
  for (const older of step) {
    const newer = taken.get(older.entityId)
    const version = now.get(older.entityId)
    if (newer === undefined || version === undefined) continue
    if (older.id < newer.id && older.madeVersion === newer.madeVersion - 1)
      older.madeVersion = version
  }
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
