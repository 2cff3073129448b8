import { z } from 'zod'
import { alerts } from './alerts.ts'
import { mutation, query } from './endpoint.ts'
import { equipmentList } from './equipment/equipment.ts'
import { id, idParam, ids } from './ids.ts'
import { inventory } from './inventory.ts'
import { journal } from './journal/journal.ts'
import { locationList } from './locations/locations.ts'
import { people } from './people/people.ts'
import { replacement } from './replacement.ts'
import { procedureLogs } from './procedures/procedureLogs.ts'
import { rrules } from './rrules/rrules.ts'
import { security } from './security/security.ts'
import { givenInstant, instant } from './shapes.ts'
import { tickets } from './tickets.ts'
import { zones } from './zones.ts'

/** Up to this many rows, the response already contains the finished file. */
export const ROWS_AT_ONCE = 10_000
export const MAX_EXPORTED_ROWS = 5_000_000
/** Maximum columns of a file, the same as for an import. */
export const MAX_EXPORTED_COLUMNS = 500
/** The server deletes a file after this many hours, because it is a copy of the company's data. */
export const LIST_EXPORT_KEPT_HOURS = 24
/** Maximum concurrent exports per user. */
export const MAX_EXPORTS_RUNNING = 2

const page = { limit: true, offset: true } as const
const logQuestion = procedureLogs.listProcedureLogs.body.omit(page)
const of = <L extends string, Q extends z.ZodType>(list: L, question: Q) =>
  z.strictObject({ list: z.literal(list), question })

const exported = z.discriminatedUnion('list', [
  of('equipment', equipmentList.omit(page)),
  of('locations', locationList.omit(page)),
  of('stock', inventory.listStock.body.omit(page)),
  /** One row per log, with a column for each question. */
  of('procedureLogs', logQuestion),
  /** One row per answer. */
  of('procedureAnswers', logQuestion),
  of('people', people.listUsers.body.omit(page)),
  of('schedules', rrules.listRrules.body.omit(page)),
  of('tickets', tickets.listTickets.body.omit(page)),
  of('alerts', alerts.listAlerts.body.omit(page)),
  of('replacementPlan', replacement.listReplacements.body.omit(page)),
  of('visits', zones.listVisits.body.omit(page)),
  of(
    'readings',
    z.strictObject({
      sensorIds: ids('sensor').min(1).max(200),
      from: givenInstant.optional(),
      /** Exclusive. */
      to: givenInstant.optional(),
    }),
  ),
  of(
    'meterReadings',
    z.strictObject({
      meterIds: ids('meter').optional(),
      /** Meters of the equipment of a list. */
      equipment: equipmentList.omit(page).optional(),
      typeIds: ids('meterType').optional(),
      from: givenInstant.optional(),
      /** Exclusive. */
      to: givenInstant.optional(),
    }),
  ),
  of('journal', journal.listJournal.body.omit(page)),
  of('securityEvents', security.listSecurityEvents.body.omit(page)),
])
export type Exported = z.output<typeof exported>
export type ExportedInput = z.input<typeof exported>
export type ExportList = Exported['list']
export type QuestionOf<L extends ExportList> = Extract<Exported, { list: L }>['question']

export const exportFormats = ['xlsx', 'csv'] as const
export type ExportFormat = (typeof exportFormats)[number]
/**
 * `words`: headings, values, separator and decimal sign in the reader's language. `keys`:
 * machine-readable names, a comma and a decimal point.
 */
const exportHeadings = ['words', 'keys'] as const
export type ExportHeadings = (typeof exportHeadings)[number]

const listExport = z.object({
  id: id('listExport'),
  list: z.string(),
  format: z.enum(exportFormats),
  state: z.enum(['running', 'done', 'cancelled', 'failed']),
  /** Error code, if the export failed for a known reason. */
  fault: z.string().nullable(),
  /**
   * Counted in rows of the list, not of the file: a change of several fields makes several rows of
   * the file.
   */
  progress: z.number().int(),
  total: z.number().int(),
  fileName: z.string(),
  bytes: z.number(),
  createdAt: instant,
  endedAt: instant.nullable(),
})
export type ListExport = z.output<typeof listExport>

const one = { params: z.object({ id: idParam('listExport') }) } as const

export const listExports = {
  startListExport: mutation({
    method: 'POST',
    path: '/api/list-exports',
    access: 'session',
    transaction: 'none',
    summary: `Write a list into a file; up to ${ROWS_AT_ONCE} rows it is done with the answer`,
    body: z.strictObject({
      what: exported,
      format: z.enum(exportFormats).default('xlsx'),
      headings: z.enum(exportHeadings).default('words'),
    }),
    response: listExport,
    writes: ['ListExport'],
  }),
  getListExport: query({
    method: 'GET',
    path: '/api/list-exports/{id}',
    access: 'session',
    ...one,
    summary: 'How far an export of the caller is',
    response: listExport,
    reads: ({ params }) => [{ type: 'ListExport', id: params.id }],
  }),
  cancelListExport: mutation({
    method: 'POST',
    idempotent: true,
    path: '/api/list-exports/{id}/cancel',
    access: 'session',
    ...one,
    summary: 'End an export that is being made; nothing of it stays',
    response: listExport,
    writes: ({ params }) => [{ type: 'ListExport', id: params.id }],
  }),
  downloadListExport: query({
    method: 'GET',
    path: '/api/list-exports/{id}/file',
    access: 'session',
    ...one,
    wire: 'stream',
    summary: `The file, for ${LIST_EXPORT_KEPT_HOURS} hours`,
    response: z.string(),
    reads: [],
  }),
}
