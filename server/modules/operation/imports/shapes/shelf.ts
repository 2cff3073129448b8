import type { Shape } from './shape.ts'

export const shelf: Shape = {
  system: 'Shelf',
  kind: 'equipment',
  source: 'August 2026: shelf.nu-example-asset-import-from-content (github.com/Shelf-nu/shelf.nu)',
  signs: ['title', 'kit', 'category', 'custodian', 'bookable'],
  commaSeparates: true,
  columns: {
    title: 'name',
    category: 'type',
    location: 'location',
    barcode_Code128: 'equipmentId',
    assetModel: 'model',
    'cf: Serial number,type:text': 'serialNumber',
    description: 'detail',
    tags: 'tags',
    type: 'detail',
  },
}
