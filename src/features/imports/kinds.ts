import {
  deviceImportKinds,
  placeImportKinds,
  workImportKinds,
  type ImportJob,
  type ImportKind,
} from '#contract/imports.ts'
import type { PermissionGroup } from '#contract/people/permissions.ts'
import { pathTo } from '#lib/paths.ts'

export const listOf = {
  equipment: pathTo('equipment'),
  locations: pathTo('locations'),
  stock: pathTo('inventory'),
  people: pathTo('users'),
  schedules: pathTo('schedules'),
  tickets: pathTo('tickets'),
  orgEntities: pathTo('orgEntities'),
  meterReadings: pathTo('equipment'),
  gateways: pathTo('gateways'),
  beacons: pathTo('gateways', undefined, { view: 'beacons' }),
  sensors: pathTo('sensors'),
} as const satisfies Record<ImportKind, string>

/** Address of the list of imported rows. Null if the list has no such filter. */
export const importedRowsAddress = ({ kind, id }: Pick<ImportJob, 'kind' | 'id'>): string | null =>
  kind === 'equipment' || kind === 'locations' ? pathTo(kind, undefined, { import: id }) : null

export const kindsOf = {
  import: [...placeImportKinds, ...workImportKinds, 'orgEntities', 'meterReadings'],
  iotImport: deviceImportKinds,
} as const satisfies Record<string, readonly ImportKind[]>

export const pageOf = (kind: ImportKind): 'import' | 'iotImport' =>
  deviceImportKinds.some((one) => one === kind) ? 'iotImport' : 'import'

/** The permission required in addition to importing: that of creating by hand. */
export const rightOf = {
  equipment: 'editor|equipment',
  locations: 'editor|locations',
  stock: 'editor|equipment',
  people: 'editor|users',
  schedules: 'editor|schedules',
  tickets: 'editor|tickets',
  orgEntities: 'editor|management',
  meterReadings: 'editor|equipment',
  gateways: 'editor|devices',
  beacons: 'editor|equipment',
  sensors: 'editor|devices',
} as const satisfies Record<ImportKind, PermissionGroup>
