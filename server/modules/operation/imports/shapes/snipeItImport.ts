import type { Shape } from './shape.ts'

export const snipeItImport: Shape = {
  system: 'Snipe-IT',
  kind: 'equipment',
  source: '8.1.4: sample_csvs/assets-sample.csv (github.com/snipe/snipe-it)',
  signs: ['Asset Tag', 'Model Number', 'Checkout Type', 'Category'],
  columns: {
    'Asset Tag': 'equipmentId',
    Name: 'name',
    Category: 'type',
    Location: 'location',
    Manufacturer: 'manufacturer',
    Model: 'model',
    Serial: 'serialNumber',
    'Model Number': 'detail',
    'Asset Notes': 'detail',
    'Purchase Date': 'purchasedOn',
  },
}
