import type { ImportKind } from '#contract/imports'
import { pathTo } from '../../lib/paths.ts'

/** Where what was imported is shown. */
export const listOf = {
  equipment: pathTo('equipment'),
  locations: pathTo('locations'),
  gateways: pathTo('gateways'),
  beacons: pathTo('gateways', undefined, { view: 'beacons' }),
} as const satisfies Record<ImportKind, string>

/** The page where files of this kind come in. */
export const pageOf = (kind: ImportKind): 'import' | 'iotImport' =>
  kind === 'equipment' || kind === 'locations' ? 'import' : 'iotImport'

/** A row that shows how each column is written. */
export const samples = {
  equipment: { equipmentId: 'EQ-1001', name: 'Infusion pump 1', type: 'Infusion pump' },
  locations: { code: 'R-204', name: 'Room 204', type: 'Room' },
  gateways: {
    mac: 'AC:23:3F:C0:00:01',
    type: 'Plantroom',
    equipment: 'EQ-1001',
    correction: '0',
    isActive: 'yes',
  },
  beacons: { mac: 'AC:23:3F:A0:00:01', equipment: 'EQ-1001', measuredPower: '-59' },
} as const satisfies Record<ImportKind, Readonly<Record<string, string>>>
