/**
 * Giving many one status: chosen one by one or by what the list was asked, seen before it is done,
 * done in steps, and taken back as one.
 */
import { z } from 'zod'
import { colours } from '#contract/colours.ts'
import { mutation, query } from '#contract/endpoint.ts'
import { equipmentList } from './equipment.ts'
import { id, idParam, ids } from '#contract/ids.ts'
import { forbiddenReasons } from '#contract/rules/progress.ts'
import { instant, listAnswer } from '#contract/shapes.ts'

/** So many things at once; what matches beyond it is told. */
export const BATCH_MAXIMUM = 10_000

const asked = z.strictObject({
  /** These; or all that the list shows when it is asked so. */
  which: z.union([
    z.strictObject({ equipmentIds: ids('equipment').min(1) }),
    equipmentList.omit({ limit: true, offset: true, sort: true }),
  ]),
  statusId: id('equipmentStatus').nullable(),
  /** Brings them along this map: to a step of it, and only what runs through it. */
  progressMapId: id('progressMap').optional(),
})

const preview = z.object({
  /** How many were chosen, and how many of them are beyond what is done at once. */
  total: z.number().int(),
  cut: z.number().int(),
  change: z.number().int(),
  /** They have the status already. */
  same: z.number().int(),
  forbidden: z.number().int(),
  /**
   * What belongs to those that change, was not chosen, and gets the status with its owner, whatever
   * a map says of it alone.
   */
  fellows: z.number().int(),
  /** Those that change, by the status they have now. */
  from: z.array(
    z.object({
      statusId: id('equipmentStatus').nullable(),
      name: z.string().nullable(),
      colour: z.enum(colours).nullable(),
      count: z.number().int(),
    }),
  ),
  /** Which map forbids how many, and why. */
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
  /** How many are to be changed, or taken back, and how far it is. */
  total: z.number().int(),
  progress: z.number().int(),
  updated: z.number().int(),
  /** What belongs to them and got the status too. */
  fellows: z.number().int(),
  forbidden: z.number().int(),
  /** Of the undo: back as before, and changed since and left so. */
  restored: z.number().int(),
  left: z.number().int(),
  /** How many more matched than are done at once: they wait to be done afterwards. */
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
