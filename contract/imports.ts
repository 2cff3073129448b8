import { z } from 'zod'
import { mutation, query } from './endpoint.ts'
import { beaconFields, gatewayFields, sensorFields } from './devices/deviceFields.ts'
import { importedKeys, type CodeKey } from './entityFields.ts'
import { equipmentFields } from './equipment/equipmentFields.ts'
import { id, idParam } from './ids.ts'
import { locationFields } from './locations/locationFields.ts'
import { orgEntityFields } from './orgEntities/orgEntityFields.ts'
import { instant, listAnswer, listQuestion, text } from './shapes.ts'

export const IMPORT_MAXIMUM = 50 * 1024 * 1024
export const placeImportKinds = ['equipment', 'locations'] as const
export const deviceImportKinds = ['gateways', 'beacons', 'sensors'] as const
export const importKinds = [...placeImportKinds, 'orgEntities', ...deviceImportKinds] as const

export type ImportKind = (typeof importKinds)[number]
/** What may be said of each; `code` of its fields decides which row is the same thing. */
export const importedThings = {
  equipment: equipmentFields,
  locations: locationFields,
  orgEntities: orgEntityFields,
  gateways: gatewayFields,
  beacons: beaconFields,
  sensors: sensorFields,
} as const
/** Where a column may go. */
export const importFields = {
  equipment: importedKeys(equipmentFields),
  locations: importedKeys(locationFields),
  orgEntities: importedKeys(orgEntityFields),
  gateways: importedKeys(gatewayFields),
  beacons: importedKeys(beaconFields),
  sensors: importedKeys(sensorFields),
} as const satisfies Record<ImportKind, readonly string[]>
/** The field that decides what is the same thing. */
export const importKeys = {
  equipment: 'equipmentId',
  locations: 'code',
  orgEntities: 'code',
  gateways: 'mac',
  beacons: 'mac',
  sensors: 'deviceId',
} as const satisfies {
  [K in ImportKind]: CodeKey<(typeof importedThings)[K]>
}
/** A thing or a place may have no number or code; by its name it is the same one then. */
export const isKnownByName = (kind: ImportKind): boolean =>
  placeImportKinds.some((one) => one === kind)
/** A column that is none of the fields may be kept beside them: whether the thing has such facts. */
export const hasFacts = (kind: ImportKind): boolean => 'details' in importedThings[kind]

/** How the letters of a text file may be written. */
export const encodings = [
  'utf-8',
  'utf-16le',
  'utf-16be',
  'windows-1255',
  'windows-1251',
  'windows-1250',
  'windows-1256',
  'windows-1252',
] as const
export type Encoding = (typeof encodings)[number]
export const delimiters = [',', ';', '\t'] as const
export type Delimiter = (typeof delimiters)[number]

/** How the file was read: found out by looking at it, and changed by the person. */
const reading = z.discriminatedUnion('format', [
  z.object({
    format: z.literal('csv'),
    encoding: z.enum(encodings),
    delimiter: z.enum(delimiters),
  }),
  z.object({
    format: z.literal('xlsx'),
    sheet: z.string(),
    /** All there are, with how many rows have something in them below the heading. */
    sheets: z.array(z.object({ name: z.string(), rows: z.number().int() })),
  }),
])
export type Reading = z.infer<typeof reading>

const fieldsOfAll = [
  ...importFields.equipment,
  ...importFields.locations,
  ...importFields.orgEntities,
  ...importFields.gateways,
  ...importFields.beacons,
  ...importFields.sensors,
] as const
export type ImportField = (typeof fieldsOfAll)[number]

const mapping = z.strictObject({
  /**
   * One entry a column of the file, in its order: a field's name, `detail` (kept under the column's
   * heading) or `ignore`.
   */
  columns: z.array(z.enum(['detail', 'ignore', ...fieldsOfAll])).max(500),
  /** For a file that has no such column, or where the cell is empty. */
  defaults: z.strictObject({ type: text(200).optional() }).default({}),
  /** Cells that mean "nothing", beside the empty one. */
  emptyValues: z.array(text(40)).max(20).default(['NA', 'N/A', 'NULL']),
})
export type ImportMapping = z.infer<typeof mapping>

/**
 * One thing wrong in one place. `row` counts from 1 as a spreadsheet does, the heading and what
 * is empty among them.
 */
const importFault = z.object({
  row: z.number().int(),
  /** Its heading; null: no one column. */
  column: z.string().nullable(),
  /** What is wrong where the file has no column for it; its word is that of the screen. */
  field: z.enum(fieldsOfAll).optional(),
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
    /** Not the address of a radio. */
    'notAnAddress',
    /** There is no such thing for the importer; or several of that name. */
    'unknownEquipment',
    'ambiguousEquipment',
    /** Several places of that name; a code says which. */
    'ambiguousPlace',
    /** Control characters, or what turns the direction of the text around it, in a name. */
    'strayCharacters',
    /** A line break where there is one line: in a name, a number, a code. */
    'severalLines',
    'unknownType',
    /** What it would be fixed to has another one. */
    'alreadyFixed',
    /** Not the id of a device; or the device has several sensors and the row says no type. */
    'notADeviceId',
    'severalSensors',
    /** The lower limit is not below the upper one. */
    'limitsReversed',
    /** Of the organisation. */
    'unknownOrgEntity',
    'ambiguousOrgEntity',
    'tooDeep',
    'unknownPerson',
    'unknownKind',
  ]),
  value: z.string(),
})

/** Fields whose words are added to the company's lists when they are not there. */
const wordFields = ['type', 'status', 'tags'] as const
export type WordField = (typeof wordFields)[number]

/** Why a row of an import is not taken back. */
const undoReasons = [
  /** Somebody or something changed it since. */
  'changedSince',
  'gone',
  /** Work was done on it, or something is fixed to it or belongs to it. */
  'inUse',
  /** A sensor: what it measured would go with it. */
  'hasMeasured',
  'notEmpty',
  'refused',
] as const

/** Statuses of an import that the server is reading, writing or undoing now. */
export const importsAtWork = ['checking', 'running', 'undoing'] as const

export const importJob = z.object({
  id: id('import'),
  kind: z.enum(importKinds),
  fileName: z.string(),
  createdAt: instant,
  /**
   * uploaded → checking → checked → running → done (→ undoing → undone, or undoStopped with rows
   * that were not looked at); or cancelled, or failed.
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
  /** Null: read by an earlier version, as UTF-8 or as its mark says. */
  reading: reading.nullable(),
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
  /**
   * What writing would add to the company's own lists, by the field that speaks of it: how many
   * types, statuses or tags, and the first 20 of them.
   */
  newWords: z.array(
    z.object({
      field: z.enum(wordFields),
      count: z.number().int(),
      names: z.array(z.string()),
    }),
  ),
  /** Rows that it wrote and that were not taken back. */
  undoable: z.number().int(),
  /**
   * Rows taken back, and rows that the last try left as they are. Stopped in the middle, it did not
   * look at the others that are `undoable`.
   */
  undone: z.number().int(),
  undoLeft: z.number().int(),
  /** The first 200 of those left, each with its reason. */
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
    summary: 'Read the file otherwise: another encoding, separator or sheet',
    ...one,
    body: z.strictObject({
      encoding: z.enum(encodings).optional(),
      delimiter: z.enum(delimiters).optional(),
      sheet: text(200).optional(),
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
      /** Created rows that would go, changed rows that would be as before. */
      removed: z.number().int(),
      restored: z.number().int(),
      /** Touched by something else since: they would stay as they are. */
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
