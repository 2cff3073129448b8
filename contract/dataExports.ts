import { z } from 'zod'
import { mutation, query } from './endpoint.ts'
import { id, idParam } from './ids.ts'
import { instant } from './shapes.ts'

/**
 * The server deletes an archive after this many days, because it is a copy of all the company's
 * data.
 */
export const EXPORT_KEPT_DAYS = 7

const dataExport = z.object({
  id: id('dataExport'),
  state: z.enum(['running', 'done', 'cancelled', 'failed']),
  startedBy: z.string(),
  createdAt: instant,
  endedAt: instant.nullable(),
  progress: z.number().int(),
  total: z.number().int(),
  rows: z.number().int(),
  files: z.number().int(),
  /** Files whose content was already missing from the store. */
  lost: z.number().int(),
  bytes: z.number(),
})
export type DataExport = z.output<typeof dataExport>

const one = { params: z.object({ id: idParam('dataExport') }) } as const

export const dataExports = {
  listDataExports: query({
    method: 'GET',
    path: '/api/data-exports',
    access: 'can:exporter|company',
    summary: 'The archives of the company that are there or being made: the newest ten',
    response: z.array(dataExport),
    reads: ['DataExport'],
  }),
  startDataExport: mutation({
    method: 'POST',
    path: '/api/data-exports',
    access: 'can:exporter|company',
    confirmed: true,
    security: 'exported',
    transaction: 'none',
    summary: 'Begin an archive of everything the company has; 409 while one is being made',
    response: dataExport,
    writes: ['DataExport'],
  }),
  cancelDataExport: mutation({
    method: 'POST',
    idempotent: true,
    path: '/api/data-exports/{id}/cancel',
    access: 'can:exporter|company',
    ...one,
    summary: 'End an archive that is being made; nothing of it stays',
    response: dataExport,
    writes: ['DataExport'],
  }),
  downloadDataExport: query({
    method: 'GET',
    path: '/api/data-exports/{id}/file',
    access: 'can:exporter|company',
    confirmed: true,
    security: 'exported',
    ...one,
    wire: 'stream',
    summary: 'The archive (application/zip)',
    response: z.string(),
    reads: [],
  }),
  removeDataExport: mutation({
    method: 'DELETE',
    path: '/api/data-exports/{id}',
    access: 'can:exporter|company',
    ...one,
    summary: 'Remove an archive before its time',
    response: z.object({ removed: z.literal(true) }),
    writes: ['DataExport'],
  }),
}
