import type { Shape } from './shape.ts'

export const atlasAssets: Shape = {
  system: 'Atlas CMMS',
  kind: 'equipment',
  source: 'August 2026: import-templates/en/asset.csv (github.com/Grashjs/cmms)',
  signs: ['Location Name', 'Parent Asset', 'Area', 'Barcode', 'Additional Information'],
  columns: {
    Name: 'name',
    Barcode: 'equipmentId',
    Category: 'type',
    Status: 'status',
    'Location Name': 'location',
    Area: 'locationText',
    'Parent Asset': 'owner',
    'Serial Number': 'serialNumber',
    'Warranty Expiration Date': 'warrantyUntil',
    'Acquisition cost': 'detail',
  },
}
