import { asc, desc, eq, inArray, sql } from 'drizzle-orm'
import type { Tag } from '#contract/endpoint.ts'
import type { Id } from '#contract/ids.ts'
import { verdictOf } from '#contract/rules/progress.ts'
import { groupBy } from '#contract/rules/groupBy.ts'
import * as tables from '#db/schema/index.ts'
import { ofCompany } from '#kernel/data/ofCompany.ts'
import { memberActor } from '#kernel/access/actor.ts'
import { notAllowed } from '#kernel/http/errors.ts'
import type { Kernel } from '#kernel/kernel.ts'
import { makeScope, type Scope } from '#kernel/access/scope.ts'
import { asSystem, inCompany } from '#kernel/data/transaction.ts'
import { mapsOf } from './maps.ts'
import { restoreStatuses, setStatus } from './statuses.ts'

export type Batch = typeof tables.statusBatch.$inferSelect
type Row = typeof tables.statusBatchRow.$inferSelect

/** Rows per transaction. Other requests run between transactions. */
const STEP = 50

export const runBatch = (kernel: Kernel, batch: Batch): Promise<void> =>
  inSteps(kernel, batch, 'running', 'waiting', async (scope, rows) => {
    const maps = await mapsOf(scope)
    const along = maps.find(({ id }) => id === batch.progressMapId)
    const things = await scope.db
      .select({
        id: tables.equipment.id,
        typeId: tables.equipment.typeId,
        statusId: tables.equipment.statusId,
      })
      .from(tables.equipment)
      .where(inRows(scope, rows))
    const judged = groupBy(
      things,
      (equipment) => verdictOf(equipment, batch.statusId, maps, along).kind,
    )
    const changing = (judged.get('change') ?? []).map(({ id }) => id)
    const set = changing.length === 0 ? null : await setStatus(scope, changing, batch.statusId)
    const done = (set?.before ?? []).flatMap(({ statusId: was, equipmentIds }) =>
      equipmentIds.map((equipmentId) => ({
        companyId: batch.companyId,
        batchId: batch.id,
        equipmentId,
        state: 'done' as const,
        was,
      })),
    )
    if (done.length > 0) await scope.db.insert(tables.statusBatchRow).values(done)
    return {
      updated: sql`${tables.statusBatch.updated} + ${set?.updated ?? 0}`,
      fellows: sql`${tables.statusBatch.fellows} + ${set?.fellows ?? 0}`,
      forbidden: sql`${tables.statusBatch.forbidden} + ${judged.get('forbidden')?.length ?? 0}`,
    }
  })

export const undoBatch = (kernel: Kernel, batch: Batch): Promise<void> =>
  inSteps(kernel, batch, 'undoing', 'done', async (scope, rows) => {
    const things = await scope.db
      .select({ id: tables.equipment.id, statusId: tables.equipment.statusId })
      .from(tables.equipment)
      .where(inRows(scope, rows))
    const there = new Set<number>(
      things.filter(({ statusId }) => statusId === batch.statusId).map(({ id }) => id),
    )
    const left = rows.filter(({ equipmentId }) => !there.has(equipmentId))
    if (left.length > 0)
      await scope.db
        .insert(tables.statusBatchRow)
        .values(left.map(({ id: _id, ...row }) => ({ ...row, state: 'left' as const })))
    const before = [
      ...groupBy(
        rows.filter(({ equipmentId }) => there.has(equipmentId)),
        ({ was }) => was,
      ),
    ].map(([statusId, some]) => ({
      statusId,
      equipmentIds: some.map(({ equipmentId }) => equipmentId),
    }))
    const { updated } =
      before.length === 0 ? { updated: 0 } : await restoreStatuses(scope, batch.statusId, before)
    return {
      restored: sql`${tables.statusBatch.restored} + ${updated}`,
      left: sql`${tables.statusBatch.left} + ${rows.length - updated}`,
    }
  })

const inRows = ({ from }: Scope, rows: readonly Row[]) =>
  from.equipment(
    inArray(
      tables.equipment.id,
      rows.map(({ equipmentId }) => equipmentId),
    ),
  )

export async function resumeStatusBatches(kernel: Kernel): Promise<void> {
  const left = await asSystem(kernel.pool, (db) =>
    db
      .select()
      .from(tables.statusBatch)
      .where(inArray(tables.statusBatch.state, ['running', 'undoing'])),
  )
  for (const batch of left) await (batch.state === 'running' ? runBatch : undoBatch)(kernel, batch)
}

async function inSteps(
  kernel: Kernel,
  batch: Batch,
  state: 'running' | 'undoing',
  which: Row['state'],
  work: (scope: Scope, rows: readonly Row[]) => Promise<object>,
): Promise<void> {
  const mine = ofCompany(
    tables.statusBatch,
    batch.companyId,
    eq(tables.statusBatch.id, batch.id),
    eq(tables.statusBatch.state, state),
  )
  try {
    for (;;) {
      const goesOn = await inStep(kernel, batch, async (scope) => {
        const { db } = scope
        // Locked until the step commits, so that a cancel or another server waits.
        const [now] = await db.select().from(tables.statusBatch).where(mine).for('update')
        if (!now) return false
        const rows = await db
          .select()
          .from(tables.statusBatchRow)
          .where(
            ofCompany(
              tables.statusBatchRow,
              batch.companyId,
              eq(tables.statusBatchRow.batchId, batch.id),
              eq(tables.statusBatchRow.state, which),
            ),
          )
          .orderBy(
            which === 'done' ? desc(tables.statusBatchRow.id) : asc(tables.statusBatchRow.id),
          )
          .limit(STEP)
        if (rows.length === 0) {
          await db
            .update(tables.statusBatch)
            .set({ state: state === 'running' ? 'done' : 'undone' })
            .where(mine)
          return false
        }
        await db.delete(tables.statusBatchRow).where(
          ofCompany(
            tables.statusBatchRow,
            batch.companyId,
            inArray(
              tables.statusBatchRow.id,
              rows.map(({ id }) => id),
            ),
          ),
        )
        const change = await work(scope, rows)
        await db
          .update(tables.statusBatch)
          .set({ ...change, progress: sql`${tables.statusBatch.progress} + ${rows.length}` })
          .where(mine)
        return true
      })
      if (!goesOn) return
    }
  } catch (error) {
    kernel.log.error({ err: error, batchId: batch.id }, 'a batch of statuses failed')
    await inCompany(kernel.pool, batch.companyId, (db) =>
      db.update(tables.statusBatch).set({ state: 'failed' }).where(mine),
    )
    kernel.live.publish(batch.companyId, ['Equipment'])
  }
}

/** Runs one transaction as the user who began the batch, with that user's current permissions. */
async function inStep<T>(
  kernel: Kernel,
  { companyId, startedBy: userId }: Batch,
  work: (scope: Scope) => Promise<T>,
): Promise<T> {
  const actor = await asSystem(kernel.pool, (db) => memberActor(db, { companyId, userId }))
  if (actor?.permissions.has('editor|equipment') !== true) throw notAllowed('editor|equipment')
  const tags: Tag[] = ['Equipment', 'Journal']
  const result = await inCompany(kernel.pool, companyId as Id<'company'>, (db) =>
    work(
      makeScope({
        actor,
        clock: kernel.clock,
        publicUrl: kernel.publicUrl,
        db,
        tags,
        open: () => {
          throw new Error('A step is already inside its transaction')
        },
      }),
    ),
  )
  kernel.live.publish(companyId, tags)
  return result
}
