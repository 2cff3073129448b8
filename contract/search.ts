import { z } from 'zod'
import { query } from './endpoint.ts'
import { id } from './ids.ts'
import { text } from './shapes.ts'
import { labelStandards, LABEL_TEXT_MAXIMUM } from './labelCodes/labelContent.ts'

export const CODES_MAXIMUM = 8

const scannedCode = z.object({
  /** The code as scanned, with separators and any symbology identifier. */
  text: z
    .string()
    .min(1)
    .max(LABEL_TEXT_MAXIMUM)
    .refine((value) => !value.includes('\u0000')),
  /** A Code 39 text is also looked up decoded as Full ASCII, and without a check character. */
  symbology: z.enum(['code39']).optional(),
  /** Typed by a person or a scanner, perhaps in another keyboard layout. */
  isTyped: z.boolean().optional(),
})
export type ScannedCode = z.output<typeof scannedCode>

export const codeMatches = ['number', 'serial', 'beacon', 'fact', 'lot', 'product'] as const

const foundByCode = z.object({
  kind: z.enum(['equipment', 'location', 'stock']),
  id: z.number().int(),
  name: z.string(),
  /**
   * Name of the location of the equipment or stock, or of the parent location. Null without a
   * location that the user may see.
   */
  place: z.string().nullable(),
  by: z.enum(codeMatches),
  /** The value that matched, as stored. */
  value: z.string(),
  /** Expiry of the stock's lot, yyyy-mm-dd; null without expiry and for other kinds. */
  expiresOn: z.string().nullable(),
})
export type FoundByCode = z.output<typeof foundByCode>

const labelContent = z.object({
  standard: z.enum(labelStandards),
  /** GTIN, 14 digits. */
  gtin: z.string().optional(),
  /** The manufacturer's product number (REF). */
  catalogueNumber: z.string().optional(),
  serial: z.string().optional(),
  lot: z.string().optional(),
  /** yyyy-mm-dd. */
  producedOn: z.string().optional(),
  expiresOn: z.string().optional(),
})

/** Kinds checked for an existing entity of the same name when a user creates one. */
export const namesakeKinds = [
  'equipment',
  'location',
  'procedure',
  'user',
  'orgEntity',
  'inventoryItem',
  'equipmentType',
  'equipmentStatus',
  'locationType',
  'tag',
  'procedureType',
  'ticketType',
  'metadataField',
  'assignRule',
  'validationType',
  'progressMap',
  'fellowType',
  'gatewayType',
  'sensorType',
  'meterType',
  'apiHook',
  'rrule',
  'sensor',
  'role',
  'zoneRule',
  'duty',
  'area',
  'dashboard',
  'dashboardItem',
  'dynamicDashboard',
] as const
export type NamesakeKind = (typeof namesakeKinds)[number]

export const search = {
  search: query({
    method: 'GET',
    path: '/api/search',
    access: 'session',
    summary:
      'Find any equipment, location, procedure, ticket, dashboard or person by a few letters',
    params: z.object({
      q: z
        .string()
        .trim()
        .min(1)
        .max(200)
        .refine((value) => !value.includes('\u0000')),
    }),
    response: z.array(
      z.object({
        kind: z.enum([
          'equipment',
          'location',
          'procedure',
          'ticket',
          'dashboard',
          'dynamicDashboard',
          'user',
        ]),
        id: z.number().int(),
        name: z.string(),
        hint: z.string().nullable(),
      }),
    ),
    reads: [
      'Equipment',
      'Location',
      'Procedure',
      'Ticket',
      'Dashboard',
      'DynamicDashboard',
      'User',
    ],
  }),
  /**
   * Finds what codes on labels identify: own numbers, and labels of manufacturers (GS1 with UDI,
   * HIBC, ISO 15434). The codes may be of one label or of several in view.
   */
  findByCodes: query({
    method: 'POST',
    path: '/api/search/codes',
    access: 'session',
    summary:
      'Equipment by inventory number, serial number, lot or product, locations by code, stock by lot',
    body: z.strictObject({
      codes: z.array(scannedCode).min(1).max(CODES_MAXIMUM),
    }),
    response: z.object({
      rows: z.array(foundByCode),
      /** True if there are more than the rows. */
      isCut: z.boolean(),
      /** Combined content of the labels; null if no code follows a manufacturers' standard. */
      label: labelContent.nullable(),
    }),
    reads: ['Equipment', 'Location', 'Stock'],
  }),
  /**
   * Finds entities of the same name. A hint only: duplicates are allowed, except in lists with
   * unique names.
   */
  findNamesakes: query({
    method: 'POST',
    path: '/api/search/namesakes',
    access: 'session',
    summary: 'What has this name already, as search compares names',
    body: z.strictObject({
      kind: z.enum(namesakeKinds),
      name: text(401),
      /** The edited row, which is left out. */
      exceptId: z.number().int().positive().max(2_147_483_647).optional(),
      /** Namesakes directly inside this location come first. */
      parentId: id('location').optional(),
    }),
    response: z.object({
      count: z.number().int(),
      rows: z.array(
        z.object({
          id: z.number().int(),
          name: z.string(),
          /** The parent of a location, or the number of equipment. */
          hint: z.string().nullable(),
        }),
      ),
    }),
    reads: [
      'Equipment',
      'Location',
      'Procedure',
      'User',
      'OrgEntity',
      'InventoryItem',
      'EquipmentType',
      'EquipmentStatus',
      'LocationType',
      'Tag',
      'ProcedureType',
      'TicketType',
      'MetadataField',
      'AssignRule',
      'ValidationType',
      'ProgressMap',
      'FellowType',
      'GatewayType',
      'SensorType',
      'MeterType',
      'ApiHook',
    ],
  }),
}
