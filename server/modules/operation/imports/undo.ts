import { and, desc, eq, inArray, isNotNull, isNull, lt, notInArray, or, sql } from 'drizzle-orm'
import type { ImportJob, MadeKind, RowKind } from '#contract/imports.ts'
import * as tables from '#db/schema/index.ts'
import { ofCompany } from '#kernel/data/ofCompany.ts'
import { Refusal } from '#kernel/http/errors.ts'
import type { Kernel } from '#kernel/kernel.ts'
import type { Scope } from '#kernel/access/scope.ts'
import { forgetFacts } from '../../site/positions/index.ts'
import { withFailureReport, runStep, writeProgress, tagsOf, type Job, type Key } from './job.ts'
import type { Undo } from './target.ts'
import { versionsOf } from './writtenRows.ts'
import { madeKinds, rightOf, undoOf } from './targets.ts'

type Row = typeof tables.importedRow.$inferSelect
type Left = ImportJob['undoFaults'][number]

const STEP = 100
const SHOWN = 200

/**
 * In reverse order, so that children are deleted before their location. `progress` counts processed
 * rows; rows that stay are skipped by count.
 */
export async function undo(kernel: Kernel, key: Key): Promise<void> {
  await withFailureReport(kernel, key, async (job) => {
    let { progress, undone, undoable, undoLeft } = job
    const faults = [...job.undoFaults]
    for (;;) {
      const went = await runStep(kernel, job, async (scope) => {
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
        if (!(await writeProgress(scope, job, 'undoing', { progress: next().progress }, progress)))
          return 'lost' as const
        await takeBack(scope, { job, kernel }, rows, left)
        faults.push(...[...left.values()].slice(0, Math.max(0, SHOWN - faults.length)))
        const now = next()
        await writeProgress(scope, job, 'undoing', { ...now, undoFaults: faults }, now.progress)
        return now
      })
      if (went === 'lost') return
      if (went === 'all') break
      ;({ progress, undone, undoable, undoLeft } = went)
    }
    await removeMade(kernel, job)
    await runStep(kernel, job, async (scope) => {
      scope.changed(...tagsOf(job), 'Journal')
      await writeProgress(scope, job, 'undoing', { status: 'undone' })
    })
  })
  forgetFacts(kernel, key.companyId)
}

async function removeMade(kernel: Kernel, job: Job): Promise<void> {
  let last: Row['id'] | undefined
  for (;;) {
    const rows = await runStep(kernel, job, async (scope) => {
      const some: Row[] = await scope.db
        .select()
        .from(tables.importedRow)
        .where(
          and(
            ofJob(job),
            inArray(tables.importedRow.kind, madeKinds),
            last === undefined ? undefined : lt(tables.importedRow.id, last),
          ),
        )
        .orderBy(desc(tables.importedRow.id))
        .limit(STEP)
      if (some.length > 0) await takeBack(scope, { job, kernel }, some, new Map())
      return some
    })
    if (rows.length === 0) return
    last = rows.at(-1)?.id
  }
}

/** The last unprocessed rows. Skips the `passed` ones that stay. */
async function nextOf({ db }: Scope, job: Job, passed: number): Promise<Row[]> {
  return db
    .select()
    .from(tables.importedRow)
    .where(and(ofJob(job), isOfFile))
    .orderBy(desc(tables.importedRow.id))
    .offset(passed)
    .limit(STEP)
}
const isOfFile = or(isNull(tables.importedRow.kind), notInArray(tables.importedRow.kind, madeKinds))
const ofJob = ({ companyId, id }: Pick<Job, 'companyId' | 'id'>) =>
  ofCompany(tables.importedRow, companyId, eq(tables.importedRow.importId, id))

async function takeBack(
  scope: Scope,
  { job, kernel }: { job: Job; kernel: Kernel },
  rows: readonly Row[],
  left: Map<number, Left>,
): Promise<void> {
  const reasons = new Map<number, Left['reason']>()
  // One kind at a time, so that equipment is undone before the location that contains it.
  for (const own of ofOneKind(job, rows)) {
    const kind = kindOf(job, own[0])
    if (!scope.can(rightOf(kind))) {
      for (const { id } of own) reasons.set(id, 'notAllowed')
      continue
    }
    const held = await undoOf(kind).held(
      scope,
      own.map(({ entityId }) => entityId),
    )
    for (const set of sets(own))
      for (const [id, reason] of await takeBackSet(
        scope,
        { job, kernel },
        { set, held, step: own, kind },
      ))
        reasons.set(id, reason)
  }
  const done: Row['id'][] = []
  for (const { id, name, action } of rows) {
    const reason = reasons.get(id)
    if (reason === undefined) done.push(id)
    else left.set(id, { name, action, reason })
  }
  if (done.length > 0)
    await scope.db
      .delete(tables.importedRow)
      .where(and(ofJob(job), inArray(tables.importedRow.id, done)))
}

const kindOf = (job: Pick<Job, 'kind'>, row: Row | undefined) => row?.kind ?? job.kind

function ofOneKind(job: Job, rows: readonly Row[]): Row[][] {
  const all: Row[][] = []
  for (const row of rows) {
    const last = all.at(-1)
    if (last !== undefined && kindOf(job, last[0]) === kindOf(job, row)) last.push(row)
    else all.push([row])
  }
  return all
}

/** Splits rows wherever the action changes or a record repeats. */
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
  held: ReadonlySet<number>
  step: readonly Row[]
  kind: RowKind | MadeKind
}

/**
 * Undoes a set in a few statements. If refused, bisects, so that only refused rows stay. Returns
 * them with reasons.
 */
async function takeBackSet(
  scope: Scope,
  { job, kernel }: { job: Job; kernel: Kernel },
  { set, held, step, kind }: SetOfRows,
): Promise<ReadonlyMap<number, Left['reason']>> {
  const how = undoOf(kind)
  const left = new Map<number, Left['reason']>()
  // Read for each set, because undoing an earlier set may have moved some equipment.
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
        await how.restore(scope, changed, kernel)
        await carryVersions(scope, job, { rows: free, step, kind })
      } else {
        const ids = free.map(({ entityId }) => entityId)
        await how.remove(scope, ids)
        await deleteForGood(scope, how.table, ids)
      }
      return null
    },
    (error) => reasonOf(error),
  )
  if (refused === null) return left
  const [only, ...others] = free
  if (only !== undefined && others.length === 0) return left.set(only.id, refused)
  const half = Math.ceil(free.length / 2)
  for (const part of [free.slice(0, half), free.slice(half)])
    for (const [id, reason] of await takeBackSet(
      scope,
      { job, kernel },
      { set: part, held, step, kind },
    ))
      left.set(id, reason)
  return left
}

async function deleteForGood(
  scope: Scope,
  table: Undo['table'],
  ids: readonly number[],
): Promise<void> {
  if (
    table !== tables.equipment &&
    table !== tables.location &&
    table !== tables.procedure &&
    table !== tables.rrule
  )
    return
  const { deletedAt } = table
  const isDone = await scope.attempt<boolean>(
    async () => {
      await scope.db
        .delete(table)
        .where(
          ofCompany(
            table,
            scope.actor.companyId,
            inArray(sql`${table.id}`, [...ids]),
            isNotNull(deletedAt),
          ),
        )
      return true
    },
    () => false,
  )
  if (isDone || ids.length < 2) return
  const half = Math.ceil(ids.length / 2)
  for (const part of [ids.slice(0, half), ids.slice(half)]) await deleteForGood(scope, table, part)
}

/**
 * Another import, or an earlier run of this one, may have written the records before. After undoing
 * these changes, its version check must match again, if no other change came between.
 */
async function carryVersions(
  scope: Scope,
  job: Job,
  { rows, step, kind }: Pick<SetOfRows, 'step' | 'kind'> & { rows: readonly Row[] },
): Promise<void> {
  const now = await versionsOf(
    scope,
    undoOf(kind).table,
    rows.map(({ entityId }) => entityId),
  )
  const carried = JSON.stringify(
    rows.flatMap(({ id, entityId, madeVersion }) => {
      const version = now.get(entityId)
      return version === undefined ? [] : [{ id, entity: entityId, made: madeVersion, version }]
    }),
  )
  const alike = scope.db
    .select({ id: tables.importJob.id })
    .from(tables.importJob)
    .where(ofCompany(tables.importJob, job.companyId, sql`${tables.importJob.kind} = ${kind}`))
  await scope.db.execute(sql`update ${tables.importedRow} set made_version = newer.version
    from jsonb_to_recordset(${carried}::jsonb)
      as newer(id int, entity int, made int, version int)
    where ${tables.importedRow.companyId} = ${job.companyId} and ${tables.importedRow.entityId} = newer.entity
      and ${tables.importedRow.id} < newer.id and ${tables.importedRow.madeVersion} = newer.made - 1
      and (${tables.importedRow.kind} = ${kind}
        or ${tables.importedRow.kind} is null and ${inArray(tables.importedRow.importId, alike)})`)
  const taken = new Map(rows.map((row) => [row.entityId, row]))
  // rows of this step are already in memory
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

export async function undoPreview(
  scope: Scope,
  job: Job,
): Promise<{ removed: number; restored: number; touched: number }> {
  const all = { removed: 0, restored: 0, touched: 0 }
  let last: Row['id'] | undefined
  // For records this import wrote twice: the version that the older row expects.
  const before = new Map<string, { version: number; isRestored: boolean }>()
  async function countOf(rows: readonly Row[]): Promise<void> {
    const kind = kindOf(job, rows[0])
    const how = undoOf(kind)
    const ids = rows.map(({ entityId }) => entityId)
    const versions = await versionsOf(scope, how.table, ids)
    const held = await how.held(scope, ids)
    for (const { entityId, madeVersion, action } of rows) {
      const key = `${kind} ${entityId}`
      const newer = before.get(key)
      const isTouched =
        (newer?.version ?? versions.get(entityId)) !== madeVersion ||
        (action === 'create' && held.has(entityId))
      // A record counts once: if deleted in the end, it was not restored.
      if (!isTouched && newer?.isRestored === true) all.restored -= 1
      all[isTouched ? 'touched' : action === 'create' ? 'removed' : 'restored'] += 1
      if (action === 'update') before.set(key, { version: madeVersion - 1, isRestored: !isTouched })
    }
  }
  for (;;) {
    const rows: Row[] = await scope.db
      .select()
      .from(tables.importedRow)
      .where(
        and(ofJob(job), isOfFile, last === undefined ? undefined : lt(tables.importedRow.id, last)),
      )
      .orderBy(desc(tables.importedRow.id))
      .limit(PREVIEW_STEP)
    if (rows.length === 0) return all
    last = rows.at(-1)?.id
    for (const own of ofOneKind(job, rows)) await countOf(own)
  }
}
const PREVIEW_STEP = 2_000

export const restartedUndo = (userId: NonNullable<Job['undoneBy']>): Partial<Job> => ({
  status: 'undoing',
  undoneBy: userId,
  progress: 0,
  undoLeft: 0,
  undoFaults: [],
})
