/**
 * Branded integer ids. The compiler refuses a ticket's id as an equipment id, and a test can find
 * every id in a schema (`idKindOf`) and forge another company's.
 */
import { z } from 'zod'
import { MAX_IDS } from './rules/bounds.ts'
import { bounded } from './shapes.ts'

const idKinds = [
  'company',
  'companyDomain',
  'user',
  'role',
  'equipment',
  'equipmentType',
  'equipmentStatus',
  'location',
  'locationType',
  'tag',
  'procedure',
  'procedureType',
  'procedureLog',
  'surveyQuestion',
  'surveyAnswer',
  'automation',
  'automationRun',
  'ticket',
  'ticketType',
  'ticketState',
  'ticketComment',
  'ticketFinding',
  'ticketLink',
  'failureCode',
  'ticketCheck',
  'ticketView',
  'workEntry',
  'ticketCost',
  'metadataField',
  'apiHook',
  'assignRule',
  'inventoryItem',
  'stock',
  'stockLot',
  'stockMovement',
  'validationType',
  'progressMap',
  'fellowType',
  'orgEntity',
  'rrule',
  'occurrence',
  'dashboard',
  'dashboardItem',
  'dashboardCategory',
  'dynamicDashboard',
  'sensor',
  'sensorType',
  'deviceMeasurement',
  'meter',
  'meterType',
  'meterReading',
  'building',
  'floor',
  'floorVersion',
  'room',
  'area',
  'visit',
  'zoneRule',
  'duty',
  'dutyChange',
  'downtime',
  'gateway',
  'pushDevice',
  'gatewayType',
  'beacon',
  'surveyPoint',
  'radioCalibration',
  'apiKey',
  'quarantine',
  'venueImport',
  'file',
  'equipmentFile',
  'import',
  'statusBatch',
  'ticketBatch',
  'journalEntry',
  'alert',
  'hookDelivery',
  'dataExport',
  'listExport',
  'internal',
] as const
export type IdKind = (typeof idKinds)[number]
export type Id<K extends IdKind> = number & { readonly __id: K }

// PostgreSQL's integer maximum; a larger id is bad input, not a database error
const largest = 2_147_483_647

export function id<K extends IdKind>(kind: K) {
  return z.number().int().min(1).max(largest).meta({ idKind: kind }) as unknown as z.ZodType<
    Id<K>,
    number
  >
}

export function idParam<K extends IdKind>(kind: K) {
  return z.coerce.number().int().min(1).max(largest).meta({ idKind: kind }) as unknown as z.ZodType<
    Id<K>,
    number | string
  >
}

export function ids<K extends IdKind>(kind: K) {
  return z
    .array(id(kind))
    .refine(
      bounded((list: readonly unknown[]) => list.length <= MAX_IDS),
      `At most ${MAX_IDS} at once; a larger set is named by its type, place or tag`,
    )
    .meta({ maxItems: MAX_IDS })
}
