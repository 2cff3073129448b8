import type { Shape } from './shape.ts'

export const snipeItAssets: Shape = {
  system: 'Snipe-IT',
  kind: 'equipment',
  source: '8.1.4: ReportsController.php, resources/lang/en-US (github.com/snipe/snipe-it)',
  signs: ['Asset Tag', 'Asset Name', 'Model', 'Model No.', 'Category'],
  columns: {
    'Asset Tag': 'equipmentId',
    'Asset Name': 'name',
    Category: 'type',
    Status: 'status',
    Location: 'location',
    Serial: 'serialNumber',
    Manufacturer: 'manufacturer',
    Model: 'model',
    'Model No.': 'detail',
    Department: 'detail',
    'Default Location': 'detail',
    Purchased: 'purchasedOn',
    'Purchase Date': 'purchasedOn',
    'Warranty Expires': 'warrantyUntil',
  },
}
