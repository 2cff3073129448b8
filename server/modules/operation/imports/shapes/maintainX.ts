import type { Shape } from './shape.ts'

export const maintainX: Shape = {
  system: 'MaintainX',
  kind: 'equipment',
  source: 'Asset Imports, read in November 2026 (help.getmaintainx.com/import-asset-data)',
  signs: ['Asset', 'Parent Asset', 'Asset Type', 'Model'],
  columns: {
    Asset: 'name',
    Barcode: 'equipmentId',
    'Asset Type': 'type',
    'Parent Asset': 'owner',
    Location: 'location',
    'Serial Number': 'serialNumber',
    Manufacturer: 'manufacturer',
    Model: 'model',
    Description: 'detail',
  },
}
