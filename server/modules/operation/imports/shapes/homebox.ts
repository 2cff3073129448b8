import type { Shape } from './shape.ts'

export const homebox: Shape = {
  system: 'Homebox',
  kind: 'equipment',
  source: 'August 2026: reporting/io_row.go (github.com/sysadminsmedia/homebox)',
  signs: ['HB.name', 'HB.location', 'HB.import_ref'],
  columns: {
    'HB.name': 'name',
    'HB.asset_id': 'equipmentId',
    'HB.location': 'location',
    'HB.tags': 'tags',
    'HB.labels': 'tags',
    'HB.serial_number': 'serialNumber',
    'HB.manufacturer': 'manufacturer',
    'HB.model_number': 'model',
    'HB.purchase_date': 'purchasedOn',
    'HB.warranty_expires': 'warrantyUntil',
  },
}
