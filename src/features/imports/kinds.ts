import {
  deviceImportKinds,
  placeImportKinds,
  type ImportJob,
  type ImportKind,
} from '#contract/imports.ts'
import type { PermissionGroup } from '#contract/people/permissions.ts'
import { pathTo } from '#lib/paths.ts'

/** Where what was imported is shown. */
export const listOf = {
  equipment: pathTo('equipment'),
  locations: pathTo('locations'),
  orgEntities: pathTo('orgEntities'),
  gateways: pathTo('gateways'),
  beacons: pathTo('gateways', undefined, { view: 'beacons' }),
  sensors: pathTo('sensors'),
} as const satisfies Record<ImportKind, string>

/** Where only what this import wrote is shown; null: its list is not narrowed so. */
export const writtenBy = ({ kind, id }: Pick<ImportJob, 'kind' | 'id'>): string | null =>
  kind === 'equipment' || kind === 'locations' ? pathTo(kind, undefined, { import: id }) : null

/** What comes in on each page. */
export const kindsOf = {
  import: [...placeImportKinds, 'orgEntities'],
  iotImport: deviceImportKinds,
} as const satisfies Record<string, readonly ImportKind[]>

/** The page where files of this kind come in. */
export const pageOf = (kind: ImportKind): 'import' | 'iotImport' =>
  deviceImportKinds.some((one) => one === kind) ? 'iotImport' : 'import'

/** What a file of the kind takes beside the right to import: what making one by hand takes. */
export const rightOf = {
  equipment: 'editor|equipment',
  locations: 'editor|locations',
  orgEntities: 'editor|management',
  gateways: 'editor|devices',
  beacons: 'editor|equipment',
  sensors: 'editor|devices',
} as const satisfies Record<ImportKind, PermissionGroup>
