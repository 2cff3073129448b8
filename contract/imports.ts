import { z } from 'zod'
import { mutation, query } from './endpoint.ts'
import { importedKeys, type CodeKey } from './entityFields.ts'
import { equipmentFields } from './equipmentFields.ts'
import { id, idParam } from './ids.ts'
import { locationFields } from './locationFields.ts'
import { instant, listAnswer, listQuestion, text } from './shapes.ts'

export const IMPORT_MAXIMUM = 50 * 1024 * 1024
export const importKinds = ['equipment', 'locations'] as const

export type ImportKind = (typeof importKinds)[number]
/** What may be said of each; `code` of its fields decides which row is the same thing. */
export const importedThings = { equipment: equipmentFields, locations: locationFields } as const
/** Where a column may go. */
export const importFields = {
  equipment: importedKeys(equipmentFields),
  locations: importedKeys(locationFields),
} as const satisfies Record<ImportKind, readonly string[]>
/** The field that decides what is the same thing. */
export const importKeys = { equipment: 'equipmentId', locations: 'code' } as const satisfies {
  [K in ImportKind]: CodeKey<(typeof importedThings)[K]>
}

const mapping = z.strictObject({
  /**
   * One entry a column of the file, in its order: a field's name, `detail` (kept under the column's
   * heading) or `ignore`.
   */
  columns: z
    .array(z.enum(['detail', 'ignore', ...importFields.equipment, ...importFields.locations]))
    .max(500),
  /** For a file that has no such column, or where the cell is empty. */
  defaults: z.strictObject({ type: text(200).optional() }).default({}),
  /** Cells that mean "nothing", beside the empty one. */
  emptyValues: z.array(text(40)).max(20).default(['NA', 'N/A', 'NULL']),
})
export type ImportMapping = z.infer<typeof mapping>

/**
 * One thing wrong in one place. `row` counts from 1 as a spreadsheet does, the heading being row 1.
 */
const importFault = z.object({
  row: z.number().int(),
  column: z.string().nullable(),
  code: z.enum([
    'required',
    'tooLong',
    'notANumber',
    'outOfRange',
    'duplicateKey',
    'unknownParent',
    'circle',
    'badEncoding',
    'wrongCellCount',
    'unclosedQuote',
    'unknownZone',
    'notABoolean',
    'refused',
    /** The uploaded file itself is lost. */
    'fileGone',
    /**
     * `taken`: by something the importer may not see. `notPermitted`: a type they may not choose.
     * `cannotMake`: new, and not theirs to make.
     */
    'taken',
    'notPermitted',
    'cannotMake',
  ]),
  value: z.string(),
})

export const importJob = z.object({
  id: id('import'),
  kind: z.enum(importKinds),
  fileName: z.string(),
  createdAt: instant,
  /** uploaded → checking → checked → running → done; or cancelled, or failed. */
  status: z.enum(['uploaded', 'checking', 'checked', 'running', 'done', 'cancelled', 'failed']),
  headings: z.array(z.string()),
  /** The first rows of the file, as they stand. */
  sample: z.array(z.array(z.string())),
  /** What the headings look like to us; the person decides. */
  mapping,
  rowCount: z.number().int(),
  /** How far the checking or the writing is. */
  progress: z.number().int(),
  /** What the check found would happen, and, once run, what did. */
  created: z.number().int(),
  updated: z.number().int(),
  unchanged: z.number().int(),
  failed: z.number().int(),
  faultCount: z.number().int(),
  /** The first 200; all of them are in the file of failed rows. */
  faults: z.array(importFault),
  /** The first rows with what would become of them. */
  preview: z.array(
    z.object({
      row: z.number().int(),
      name: z.string(),
      action: z.enum(['create', 'update', 'unchanged', 'fail']),
      changes: z.array(z.object({ field: z.string(), before: z.string(), after: z.string() })),
    }),
  ),
})
export type ImportJob = z.infer<typeof importJob>

const one = { params: z.object({ id: idParam('import') }), response: importJob } as const
const touches = ({ params }: { params: { id: number } }) =>
  [{ type: 'Import', id: params.id }, 'Import'] as const

export const imports = {
  listImports: query({
    method: 'POST',
    path: '/api/imports/get',
    access: 'can:editor|import',
    summary: 'Earlier imports, newest first',
    body: listQuestion(['createdAt']).strict(),
    response: listAnswer(importJob.omit({ sample: true, preview: true, faults: true })),
    reads: ['Import'],
  }),
  getImport: query({
    method: 'GET',
    path: '/api/imports/{id}',
    access: 'can:editor|import',
    summary: 'One import and how far it is',
    ...one,
    reads: ({ params }) => [{ type: 'Import', id: params.id }],
  }),
  uploadImport: mutation({
    method: 'POST',
    path: '/api/imports',
    access: 'can:editor|import',
    summary: 'Give the file (multipart, field `file`); nothing is written but the job',
    wire: 'upload',
    transaction: 'none',
    params: z.object({ kind: z.enum(importKinds) }),
    response: importJob,
    writes: ['Import'],
  }),
  checkImport: mutation({
    method: 'POST',
    path: '/api/imports/{id}/check',
    access: 'can:editor|import',
    summary: 'Preview: what would be created, updated, skipped, and every fault',
    ...one,
    body: z.strictObject({ mapping }),
    transaction: 'none',
    writes: touches,
  }),
  runImport: mutation({
    method: 'POST',
    path: '/api/imports/{id}/run',
    access: 'can:editor|import',
    summary: 'Write what the check showed; faulty rows are left out',
    ...one,
    transaction: 'none',
    writes: touches,
  }),
  cancelImport: mutation({
    method: 'POST',
    path: '/api/imports/{id}/cancel',
    access: 'can:editor|import',
    summary: 'Stop; rows already written stay and are counted',
    ...one,
    writes: touches,
  }),
  getFailedRows: query({
    method: 'GET',
    path: '/api/imports/{id}/failed-rows',
    access: 'can:editor|import',
    summary: 'The rows that failed as CSV, each with its reason, ready to mend and give again',
    wire: 'stream',
    params: one.params,
    response: z.string(),
    reads: [],
  }),
}
