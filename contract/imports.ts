import { z } from 'zod'
import { mutation, query } from './endpoint.ts'
import { beaconFields, gatewayFields, sensorFields } from './devices/deviceFields.ts'
import { importedKeys, type CodeKey } from './entityFields.ts'
import { equipmentFields } from './equipment/equipmentFields.ts'
import { importFaults, scheduleRefusals } from './importFaults.ts'
import { delimiters, encodings, heading, readingOf } from './importReading.ts'
import { newWords } from './importWords.ts'
import { id, idParam } from './ids.ts'
import { stockFields } from './inventoryFields.ts'
import { locationFields } from './locations/locationFields.ts'
import { readingFields } from './meters/readingFields.ts'
import { orgEntityFields } from './orgEntities/orgEntityFields.ts'
import { personFields } from './people/personFields.ts'
import { scheduleFields } from './rrules/scheduleFields.ts'
import { instant, listAnswer, listQuestion, text } from './shapes.ts'
import { ticketFields } from './ticketFields.ts'

export const IMPORT_MAXIMUM = 50 * 1024 * 1024
export const placeImportKinds = ['equipment', 'locations'] as const
export const deviceImportKinds = ['gateways', 'beacons', 'sensors'] as const
export const workImportKinds = ['stock', 'people', 'schedules', 'tickets'] as const
export const importKinds = [
  ...placeImportKinds,
  ...workImportKinds,
  'orgEntities',
  'meterReadings',
  ...deviceImportKinds,
] as const

export type ImportKind = (typeof importKinds)[number]
export type RowKind = ImportKind | 'items' | 'jobPlans'
/** List entries and locations that a run adds because rows name them. */
export type MadeKind =
  | 'tag'
  | 'equipmentType'
  | 'equipmentStatus'
  | 'locationType'
  | 'procedureType'
  | 'fellowType'
  | 'inventoryItem'
  | 'madePlace'
/** The importable fields of each kind. The field of kind `code` identifies the row's entity. */
export const importedThings = {
  equipment: equipmentFields,
  locations: locationFields,
  stock: stockFields,
  people: personFields,
  schedules: scheduleFields,
  tickets: ticketFields,
  orgEntities: orgEntityFields,
  meterReadings: readingFields,
  gateways: gatewayFields,
  beacons: beaconFields,
  sensors: sensorFields,
} as const
export const importFields = {
  equipment: importedKeys(equipmentFields),
  locations: importedKeys(locationFields),
  stock: importedKeys(stockFields),
  people: importedKeys(personFields),
  schedules: importedKeys(scheduleFields),
  tickets: importedKeys(ticketFields),
  orgEntities: importedKeys(orgEntityFields),
  meterReadings: importedKeys(readingFields),
  gateways: importedKeys(gatewayFields),
  beacons: importedKeys(beaconFields),
  sensors: importedKeys(sensorFields),
} as const satisfies Record<ImportKind, readonly string[]>
export const importKeys = {
  equipment: 'equipmentId',
  locations: 'code',
  stock: 'item',
  people: 'email',
  schedules: 'id',
  tickets: 'id',
  orgEntities: 'code',
  meterReadings: 'equipmentId',
  gateways: 'mac',
  beacons: 'mac',
  sensors: 'deviceId',
} as const satisfies {
  [K in ImportKind]: CodeKey<(typeof importedThings)[K]>
}
/** The field that identifies a row without a number or code. If absent, the row needs its key. */
const namedBy: Partial<Record<ImportKind, 'name' | 'procedure' | 'title' | 'equipment'>> = {
  equipment: 'name',
  locations: 'name',
  schedules: 'procedure',
  tickets: 'title',
  meterReadings: 'equipment',
}
export const nameFieldOf = (kind: ImportKind) => namedBy[kind]
export const isKnownByName = (kind: ImportKind): boolean => namedBy[kind] !== undefined
export const hasFacts = (kind: ImportKind): boolean => 'details' in importedThings[kind]

export const importExtras = {
  equipment: ['owner'],
  locations: ['mapRoom'],
  stock: [],
  people: [],
  schedules: [],
  tickets: [],
  orgEntities: [],
  meterReadings: [],
  gateways: [],
  beacons: [],
  sensors: [],
} as const satisfies Record<ImportKind, readonly string[]>

const reading = readingOf(z.enum(importKinds))
export type Reading = z.infer<typeof reading>

const fieldsOfAll = [
  ...importFields.equipment,
  ...importFields.locations,
  ...importFields.stock,
  ...importFields.people,
  ...importFields.schedules,
  ...importFields.tickets,
  ...importFields.orgEntities,
  ...importFields.meterReadings,
  ...importFields.gateways,
  ...importFields.beacons,
  ...importFields.sensors,
  ...importExtras.equipment,
  ...importExtras.locations,
] as const
export type ImportField = (typeof fieldsOfAll)[number]

const metadataColumn = z.templateLiteral(['metadata:', z.number().int().min(1).max(2_147_483_647)])
export type MetadataColumn = z.infer<typeof metadataColumn>
export const metadataColumnOf = (id: number): MetadataColumn => `metadata:${id}`
/** The id of the metadata field that a column becomes, or null. */
export const metadataFieldOf = (column: string): number | null =>
  column.startsWith('metadata:') ? Number(column.slice('metadata:'.length)) : null

const mapping = z.strictObject({
  /**
   * One entry per column of the file, in its order: a field's name, `metadata:` and the id of a
   * metadata field, `detail` (stored under the column's heading) or `ignore`.
   */
  columns: z
    .array(z.union([z.enum(['detail', 'ignore', ...fieldsOfAll]), metadataColumn]))
    .max(500),
  commaSeparates: z.boolean().optional(),
  /** Creates locations that equipment names and that are missing; `/` separates levels. */
  makesPlaces: z.boolean().optional(),
  defaults: z.strictObject({ type: text(200).optional() }).default({}),
  /** How the file writes 03/04/2026. If omitted, such days are faults. */
  dayOrder: z.enum(['dayFirst', 'monthFirst']).optional(),
  /**
   * The decimal sign of columns that do not show it. If omitted, 12.345 and 12,345 are faults
   * there. Workbooks need none.
   */
  decimalSign: z.enum(['comma', 'point']).optional(),
  /**
   * Reads 45292 as 2024-01-01, as Excel counts, in day columns that hold only such numbers. If
   * omitted, such cells are faults.
   */
  dayNumbers: z.boolean().optional(),
  emptyValues: z.array(text(40)).max(20).default(['NA', 'N/A', 'NULL']),
})
export type ImportMapping = z.infer<typeof mapping>

/**
 * One fault in one row. `row` counts from 1 as a spreadsheet does, including the heading and empty
 * rows.
 */
const importFault = z.object({
  row: z.number().int(),
  /** The column's heading; null if the fault is not in a single column. */
  column: z.string().nullable(),
  /** The faulty field if the file has no column for it. The page shows the field's label. */
  field: z.enum(fieldsOfAll).optional(),
  code: z.enum(importFaults),
  value: z.string(),
  because: z
    .object({
      code: z.enum(scheduleRefusals),
      part: z.string().nullable(),
      value: z.string().nullable(),
    })
    .optional(),
  refusal: z.object({ code: z.string(), message: z.string() }).optional(),
})

const undoReasons = [
  'changedSince',
  'gone',
  /** `inUse`: work was recorded on the entity, or other entities are attached to it. */
  'inUse',
  'hasMeasured',
  'notEmpty',
  'notAllowed',
  'refused',
] as const

export const importsAtWork = ['checking', 'running', 'undoing'] as const

export const importJob = z.object({
  id: id('import'),
  kind: z.enum(importKinds),
  fileName: z.string(),
  createdAt: instant,
  /**
   * uploaded → checking → checked → running → done (→ undoing → undone, or undoStopped with rows
   * not processed); or cancelled, or failed.
   */
  status: z.enum([
    'uploaded',
    'checking',
    'checked',
    'running',
    'done',
    'cancelled',
    'failed',
    'undoing',
    'undone',
    'undoStopped',
  ]),
  /**
   * How the file was read. Null for imports of an earlier version, which read UTF-8 or the encoding
   * of the byte order mark.
   */
  reading: reading.nullable(),
  headings: z.array(z.string()),
  sample: z.array(z.array(z.string())),
  mapping,
  rowCount: z.number().int(),
  progress: z.number().int(),
  /** Results of the check; after the run, results of the run. */
  created: z.number().int(),
  updated: z.number().int(),
  unchanged: z.number().int(),
  failed: z.number().int(),
  /** Created or updated rows that wait for an explanation, and count nothing until then. */
  setAside: z.number().int(),
  faultCount: z.number().int(),
  /** The first 200 faults; the file of failed rows has all. */
  faults: z.array(importFault),
  preview: z.array(
    z.object({
      row: z.number().int(),
      name: z.string(),
      action: z.enum(['create', 'update', 'unchanged', 'fail']),
      /** The row has no number or code, so the server matches it by name and location. */
      isByName: z.boolean().optional(),
      isSetAside: z.boolean().optional(),
      changes: z.array(
        z.object({
          field: z.string(),
          before: z.string(),
          after: z.string(),
          /** `field` is the name of a fact or a metadata field. */
          isFact: z.literal(true).optional(),
        }),
      ),
    }),
  ),
  newWords,
  /** Open tickets that people of the file could no longer see or handle. */
  lostTickets: z.number().int(),
  undoable: z.number().int(),
  /**
   * Rows undone, and rows that the last attempt left unchanged. A stopped attempt did not process
   * the remaining `undoable` rows.
   */
  undone: z.number().int(),
  undoLeft: z.number().int(),
  undoFaults: z.array(
    z.object({
      name: z.string(),
      action: z.enum(['create', 'update']),
      reason: z.enum(undoReasons),
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
    body: listQuestion(['createdAt'])
      .extend({
        kinds: z.array(z.enum(importKinds)).max(importKinds.length).optional(),
        isAtWork: z.boolean().optional(),
      })
      .strict(),
    response: listAnswer(
      importJob.omit({
        sample: true,
        preview: true,
        newWords: true,
        faults: true,
        undoFaults: true,
      }),
    ),
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
  rereadImport: mutation({
    method: 'POST',
    path: '/api/imports/{id}/read',
    access: 'can:editor|import',
    summary: 'Read the file otherwise: another encoding, separator, sheet or heading',
    ...one,
    body: z.strictObject({
      encoding: z.enum(encodings).optional(),
      delimiter: z.enum(delimiters).optional(),
      sheet: text(200).optional(),
      heading: heading.optional(),
      /**
       * If false, each column is guessed separately, even if the file has the shape of a known
       * system.
       */
      usesShape: z.boolean().optional(),
    }),
    transaction: 'none',
    writes: touches,
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
    idempotent: true,
    path: '/api/imports/{id}/cancel',
    access: 'can:editor|import',
    summary: 'Stop; rows already written, or taken back, stay so and are counted',
    ...one,
    writes: touches,
  }),
  getImportUndo: query({
    method: 'GET',
    path: '/api/imports/{id}/undo',
    access: 'can:editor|import',
    summary: 'What undoing it would do now',
    params: one.params,
    response: z.object({
      /**
       * `removed`: created rows that would be deleted. `restored`: updated rows that would be
       * restored.
       */
      removed: z.number().int(),
      restored: z.number().int(),
      /** Rows changed since the import; they would stay unchanged. */
      touched: z.number().int(),
    }),
    reads: ({ params }) => [{ type: 'Import', id: params.id }, 'Journal'],
  }),
  undoImport: mutation({
    method: 'POST',
    path: '/api/imports/{id}/undo',
    access: 'can:editor|import',
    summary: 'Take it back: created rows go, changed rows are as before, touched ones stay',
    ...one,
    transaction: 'none',
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
