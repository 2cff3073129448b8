import { z } from 'zod'
import { colours } from '#contract/colours.ts'
import { mutation, query } from '#contract/endpoint.ts'
import { equipmentList } from './equipment.ts'
import { id, idParam, ids } from '#contract/ids.ts'
import { forbiddenReasons } from '#contract/rules/progress.ts'
import { instant, listAnswer } from '#contract/shapes.ts'

/** Maximum equipment per batch; `cut` counts matches beyond it. */
export const BATCH_MAXIMUM = 10_000

const asked = z.strictObject({
  /** Selected ids, or everything that matches this list request. */
  which: z.union([
    z.strictObject({ equipmentIds: ids('equipment').min(1) }),
    equipmentList.omit({ limit: true, offset: true, sort: true }),
  ]),
  statusId: id('equipmentStatus').nullable(),
  /** Applies a transition of this progress map, and only to equipment the map covers. */
  progressMapId: id('progressMap').optional(),
})

const preview = z.object({
  /** Selected equipment, and how many of it exceed the batch maximum. */
  total: z.number().int(),
  cut: z.number().int(),
  change: z.number().int(),
  same: z.number().int(),
  forbidden: z.number().int(),
  /**
   * Attached equipment that was not selected and gets the status with its owner, regardless of
   * progress maps.
   */
  fellows: z.number().int(),
  from: z.array(
    z.object({
      statusId: id('equipmentStatus').nullable(),
      name: z.string().nullable(),
      colour: z.enum(colours).nullable(),
      count: z.number().int(),
    }),
  ),
  maps: z.array(
    z.object({
      progressMapId: id('progressMap'),
      name: z.string(),
      reason: z.enum(forbiddenReasons),
      count: z.number().int(),
    }),
  ),
})
export type StatusPreview = z.output<typeof preview>

export const statusBatch = z.object({
  id: id('statusBatch'),
  statusId: id('equipmentStatus').nullable(),
  createdAt: instant,
  state: z.enum(['running', 'done', 'cancelled', 'undoing', 'undone', 'undoStopped', 'failed']),
  total: z.number().int(),
  progress: z.number().int(),
  updated: z.number().int(),
  fellows: z.number().int(),
  forbidden: z.number().int(),
  /** Results of the undo: restored, and left unchanged because of later changes. */
  restored: z.number().int(),
  left: z.number().int(),
  cut: z.number().int(),
})
export type StatusBatch = z.output<typeof statusBatch>

const one = { params: z.object({ id: idParam('statusBatch') }), response: statusBatch } as const

export const statusBatches = {
  previewStatusBatch: query({
    method: 'POST',
    path: '/api/equipment/status-batches/preview',
    access: 'can:editor|equipment',
    summary: 'What giving them this status would change, and what each progress map forbids',
    body: asked,
    response: preview,
    reads: ['Equipment', 'EquipmentStatus', 'ProgressMap'],
  }),
  startStatusBatch: mutation({
    method: 'POST',
    path: '/api/equipment/status-batches',
    access: 'can:editor|equipment',
    summary: 'Give them the status, in steps; what a progress map forbids is left out',
    body: asked,
    response: statusBatch,
    transaction: 'none',
    writes: ['Equipment', 'Journal'],
  }),
  listStatusBatchesAtWork: query({
    method: 'GET',
    path: '/api/equipment/status-batches',
    access: 'can:editor|equipment',
    summary:
      'Those of one’s own that are at work, newest first: found again after leaving the page',
    response: listAnswer(statusBatch),
    reads: ['Equipment'],
  }),
  getStatusBatch: query({
    method: 'GET',
    path: '/api/equipment/status-batches/{id}',
    access: 'can:editor|equipment',
    summary: 'How far it is',
    ...one,
    reads: ['Equipment'],
  }),
  cancelStatusBatch: mutation({
    method: 'POST',
    idempotent: true,
    path: '/api/equipment/status-batches/{id}/cancel',
    access: 'can:editor|equipment',
    summary:
      'Stop; what has its status already, or has it back, keeps it, until it is undone or gone on with',
    ...one,
    writes: ['Equipment'],
  }),
  undoStatusBatch: mutation({
    method: 'POST',
    path: '/api/equipment/status-batches/{id}/undo',
    access: 'can:editor|equipment',
    summary: 'Take the whole back; what has another status since keeps that one',
    ...one,
    transaction: 'none',
    writes: ['Equipment', 'Journal'],
  }),
}
