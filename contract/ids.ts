/**
 * Branded integer ids: a ticket's id cannot be handed where an equipment's is asked, and a test can
 * find every id in any schema (`idKindOf`) and forge another company's there.
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
  'building',
  'floor',
  'floorVersion',
  'room',
  'area',
  'visit',
  'zoneRule',
  'gateway',
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
  'journalEntry',
  'alert',
  'hookDelivery',
  'dataExport',
  /** Rows that never leave the server. */
  'internal',
] as const
export type IdKind = (typeof idKinds)[number]
export type Id<K extends IdKind> = number & { readonly __id: K }

// what PostgreSQL's integer holds; a larger one is bad input, not a database error
const largest = 2_147_483_647

/** An id in a JSON body. */
export function id<K extends IdKind>(kind: K) {
  return z.number().int().min(1).max(largest).meta({ idKind: kind }) as unknown as z.ZodType<
    Id<K>,
    number
  >
}

/** An id in a path or query string, where everything arrives as text. */
export function idParam<K extends IdKind>(kind: K) {
  return z.coerce.number().int().min(1).max(largest).meta({ idKind: kind }) as unknown as z.ZodType<
    Id<K>,
    number | string
  >
}

/** A list of ids as it is given: of a filter, of what is to be changed. */
export function ids<K extends IdKind>(kind: K) {
  return z
    .array(id(kind))
    .refine(
      bounded((list: readonly unknown[]) => list.length <= MAX_IDS),
      `At most ${MAX_IDS} at once; a larger set is named by its type, place or tag`,
    )
    .meta({ maxItems: MAX_IDS })
}
