import {
  deviceImportKinds,
  placeImportKinds,
  type ImportJob,
  type ImportKind,
} from '#contract/imports'
import type { PermissionGroup } from '#contract/permissions'
import { pathTo } from '../../lib/paths.ts'

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

/** A row that shows how each column is written. */
export const samples = {
  equipment: { equipmentId: 'EQ-1001', name: 'Infusion pump 1', type: 'Infusion pump' },
  locations: { code: 'R-204', name: 'Room 204', type: 'Room' },
  orgEntities: {
    code: 'CARD',
    name: 'Cardiology',
    kind: 'department',
    parent: 'MED',
    responsible: 'head.nurse@example.com; deputy@example.com',
  },
  gateways: {
    mac: 'AC:23:3F:C0:00:01',
    type: 'Plantroom',
    equipment: 'EQ-1001',
    correction: '0',
    isActive: 'yes',
  },
  beacons: { mac: 'AC:23:3F:A0:00:01', equipment: 'EQ-1001', measuredPower: '-59' },
  sensors: {
    deviceId: 'A8:40:41:FF:FF:26:57:AC',
    name: 'Blood fridge 1',
    type: 'Fridge temperature',
    equipment: 'EQ-1001',
    location: 'R-204',
    offset: '-0.2',
    lowerLimit: '2',
    upperLimit: '8',
    limitMinutes: '15',
    isActive: 'yes',
  },
} as const satisfies Record<ImportKind, Readonly<Record<string, string>>>
