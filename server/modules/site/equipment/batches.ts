import { and, asc, desc, eq, gt, inArray, isNull, not, or, sql, type SQL } from 'drizzle-orm'
import type { z } from 'zod'
import type { Id } from '#contract/ids.ts'
import { inheritedChanges } from '#contract/rules/fellows.ts'
import { verdictOf, type Verdict } from '#contract/rules/progress.ts'
import {
  BATCH_MAXIMUM,
  type StatusPreview,
  statusBatches as contract,
  type statusBatch as shape,
} from '#contract/equipment/statusBatches.ts'
import * as tables from '#db/schema/index.ts'
import { ofCompany } from '#kernel/data/ofCompany.ts'
import { badInput, conflict, refuseNotFound } from '#kernel/http/errors.ts'
import type { Kernel } from '#kernel/kernel.ts'
import { count } from '#kernel/data/listQueries.ts'
import type { Handlers } from '#kernel/http/mount.ts'
import { requireRows } from '#kernel/data/existingRows.ts'
import type { Scope } from '#kernel/access/scope.ts'
import { fellowsBelow } from '../../foundation/fellows/index.ts'
import { listWhere } from './listWhere.ts'
import { mapsOf } from './maps.ts'
import { runBatch, undoBatch, type Batch } from './batchJob.ts'

type Asked = z.output<typeof contract.startStatusBatch.body>

export function statusBatchHandlers(kernel: Kernel): Handlers<typeof contract> {
  const begin = (batch: Batch, work: typeof runBatch) => {
    void work(kernel, batch).catch((error: unknown) =>
      kernel.log.error({ err: error, batchId: batch.id }, 'a batch of statuses could not begin'),
    )
    return viewOf(batch)
  }
  return {
    previewStatusBatch: async (scope, { body }) => previewOf(scope, body),
    async startStatusBatch(scope, { body }) {
      const batch = await scope.transaction((inner) => start(inner, body))
      return begin(batch, runBatch)
    },
    async listStatusBatchesAtWork(scope) {
      const rows = await scope.db
        .select()
        .from(tables.statusBatch)
        .where(mine(scope, inArray(tables.statusBatch.state, ['running', 'undoing'])))
        .orderBy(desc(tables.statusBatch.id))
        .limit(AT_WORK)
      return { count: rows.length, rows: rows.map(viewOf) }
    },
    getStatusBatch: async (scope, { params }) => viewOf(await one(scope, params.id)),
    async cancelStatusBatch(scope, { params }) {
      await one(scope, params.id)
      await scope.db
        .update(tables.statusBatch)
        .set({
          state: sql`case ${tables.statusBatch.state} when 'running' then 'cancelled' else 'undoStopped' end`,
        })
        .where(
          mine(
            scope,
            and(
              eq(tables.statusBatch.id, params.id),
              inArray(tables.statusBatch.state, ['running', 'undoing']),
            ),
          ),
        )
      return viewOf(await one(scope, params.id))
    },
    async undoStatusBatch(scope, { params }) {
      const batch = await scope.transaction(async (inner) => {
        const old = await one(inner, params.id)
        const again = await inner.db
          .update(tables.statusBatchRow)
          .set({ state: 'done' })
          .where(
            ofCompany(
              tables.statusBatchRow,
              inner.actor.companyId,
              eq(tables.statusBatchRow.batchId, old.id),
              inArray(tables.statusBatchRow.state, ['done', 'left']),
            ),
          )
          .returning({ id: tables.statusBatchRow.id })
        const [begun] = await inner.db
          .update(tables.statusBatch)
          .set({
            state: 'undoing',
            progress: 0,
            total: again.length,
            restored: sql`case ${tables.statusBatch.state} when 'undoStopped' then ${tables.statusBatch.restored} else 0 end`,
            left: 0,
          })
          .where(
            mine(
              inner,
              and(
                eq(tables.statusBatch.id, params.id),
                or(
                  inArray(tables.statusBatch.state, ['done', 'cancelled', 'failed', 'undoStopped']),
                  // rows that were left may match again by now
                  and(eq(tables.statusBatch.state, 'undone'), gt(tables.statusBatch.left, 0)),
                ),
              ),
            ),
          )
          .returning()
        if (begun) return begun
        throw conflict(`This batch is ${old.state}; it cannot be taken back.`, [
          { path: '', code: 'wrongStatus', message: old.state },
        ])
      })
      return begin(batch, undoBatch)
    },
  }
}

const mine = ({ actor }: Scope, more: SQL | undefined) =>
  ofCompany(
    tables.statusBatch,
    actor.companyId,
    actor.userId === null ? sql`false` : eq(tables.statusBatch.startedBy, actor.userId),
    more,
  )
const AT_WORK = 20

async function one(scope: Scope, id: Id<'statusBatch'>): Promise<Batch> {
  const [found] = await scope.db
    .select()
    .from(tables.statusBatch)
    .where(mine(scope, eq(tables.statusBatch.id, id)))
  if (!found) throw refuseNotFound('batch')
  return found
}

interface Judged {
  total: number
  /** Number of equipment that already has the status. Does not count towards the maximum. */
  same: number
  cut: number
  things: { id: Id<'equipment'>; statusId: Id<'equipmentStatus'> | null; verdict: Verdict }[]
}

/** Every selected equipment with the result that the batch would have. */
async function judged(scope: Scope, { which, statusId, progressMapId }: Asked): Promise<Judged> {
  if (statusId !== null)
    await requireRows(scope, tables.equipmentStatus, [statusId], 'status', 'body.statusId')
  const maps = await mapsOf(scope)
  const along = maps.find(({ id }) => id === progressMapId)
  if (progressMapId !== undefined && along === undefined)
    throw refuseNotFound('progress map', 'body.progressMapId')
  if (along !== undefined && (statusId === null || !along.statusIds.includes(statusId)))
    throw badInput('body.statusId', 'noStep', 'The status is not a step of this progress map.')
  const where =
    'equipmentIds' in which
      ? scope.from.equipment(inArray(tables.equipment.id, [...new Set(which.equipmentIds)]))
      : listWhere(scope, which)
  const isSame = sql`${tables.equipment.statusId} is not distinct from ${statusId}`
  const [{ n, same } = { n: 0, same: 0 }] = await scope.db
    .select({ n: count, same: sql<number>`(count(*) filter (where ${isSame}))::int` })
    .from(tables.equipment)
    .where(where)
  if ('equipmentIds' in which && n !== new Set(which.equipmentIds).size)
    throw refuseNotFound('equipment', 'body.which.equipmentIds')
  const rows = await scope.db
    .select({
      id: tables.equipment.id,
      typeId: tables.equipment.typeId,
      statusId: tables.equipment.statusId,
    })
    .from(tables.equipment)
    .where(and(where, not(isSame)))
    .orderBy(asc(tables.equipment.id))
    .limit(BATCH_MAXIMUM)
  return {
    total: n,
    same,
    cut: n - same - rows.length,
    things: rows.map((row) => ({ ...row, verdict: verdictOf(row, statusId, maps, along) })),
  }
}

async function previewOf(
  scope: Scope,
  body: Asked,
): Promise<z.input<typeof contract.previewStatusBatch.response>> {
  const { total, same, cut, things } = await judged(scope, body)
  const counts = { change: 0, same, forbidden: 0 }
  const from = new Map<number | null, number>()
  const maps = new Map<string, StatusPreview['maps'][number]>()
  for (const { statusId, verdict } of things) {
    counts[verdict.kind] += 1
    if (verdict.kind === 'change') from.set(statusId, (from.get(statusId) ?? 0) + 1)
    if (verdict.kind !== 'forbidden') continue
    const { map, reason } = verdict
    const key = `${map.id}:${reason}`
    maps.set(key, {
      progressMapId: map.id as Id<'progressMap'>,
      name: map.name,
      reason,
      count: (maps.get(key)?.count ?? 0) + 1,
    })
  }
  const names = new Map(
    (
      await scope.db
        .select({
          id: tables.equipmentStatus.id,
          name: tables.equipmentStatus.name,
          colour: tables.equipmentStatus.colour,
        })
        .from(tables.equipmentStatus)
        .where(ofCompany(tables.equipmentStatus, scope.actor.companyId))
    ).map((status) => [Number(status.id), status]),
  )
  return {
    total,
    cut,
    ...counts,
    fellows: await fellowsAlong(
      scope,
      things.filter(({ verdict }) => verdict.kind === 'change').map(({ id }) => id),
      body.statusId,
    ),
    from: [...from]
      .map(([statusId, changing]) => {
        const status = statusId === null ? undefined : names.get(statusId)
        return {
          statusId,
          name: status?.name ?? null,
          colour: status?.colour ?? null,
          count: changing,
        }
      })
      .sort((a, b) => b.count - a.count),
    maps: [...maps.values()].sort((a, b) => b.count - a.count),
  }
}

async function fellowsAlong(
  scope: Scope,
  changing: readonly Id<'equipment'>[],
  statusId: Id<'equipmentStatus'> | null,
): Promise<number> {
  const { companyId } = scope.actor
  const said = { location: false, status: true }
  const along = inheritedChanges(
    await fellowsBelow(scope.db, companyId, changing),
    new Map(changing.map((id) => [Number(id), { statusId }])),
    new Map(changing.map((id) => [Number(id), said])),
  )
  if (along.length === 0) return 0
  const [{ n } = { n: 0 }] = await scope.db
    .select({ n: count })
    .from(tables.equipment)
    .where(
      ofCompany(
        tables.equipment,
        companyId,
        isNull(tables.equipment.deletedAt),
        inArray(
          sql`${tables.equipment.id}`,
          along.map(({ equipmentId }) => equipmentId),
        ),
        sql`${tables.equipment.statusId} is distinct from ${statusId}`,
      ),
    )
  return n
}

async function start(scope: Scope, body: Asked): Promise<Batch> {
  const { db, actor, clock } = scope
  if (actor.userId === null) throw new Error('Only people give many a status')
  const { things, cut } = await judged(scope, body)
  const changing = things.filter(({ verdict }) => verdict.kind === 'change')
  const [batch] = await db
    .insert(tables.statusBatch)
    .values({
      companyId: actor.companyId,
      statusId: body.statusId,
      progressMapId: body.progressMapId ?? null,
      startedBy: actor.userId,
      startedAt: clock.now(),
      state: 'running',
      total: changing.length,
      forbidden: things.filter(({ verdict }) => verdict.kind === 'forbidden').length,
      cut,
    })
    .returning()
  if (!batch) throw new Error('The batch was not kept')
  for (let at = 0; at < changing.length; at += INSERTED)
    await db.insert(tables.statusBatchRow).values(
      changing.slice(at, at + INSERTED).map(({ id }) => ({
        companyId: actor.companyId,
        batchId: batch.id,
        equipmentId: id,
        state: 'waiting' as const,
      })),
    )
  return batch
}
const INSERTED = 2_000

const viewOf = (batch: Batch): z.input<typeof shape> => ({
  id: batch.id,
  statusId: batch.statusId,
  createdAt: batch.startedAt.toISOString(),
  state: batch.state,
  total: batch.total,
  progress: batch.progress,
  updated: batch.updated,
  fellows: batch.fellows,
  forbidden: batch.forbidden,
  restored: batch.restored,
  left: batch.left,
  cut: batch.cut,
})
