import type { Shape } from './shape.ts'

export const fleet360: Shape = {
  system: 'RTA Fleet360',
  kind: 'equipment',
  source: 'Imports – Equipment Import Information, read in November 2026 (docs.rtafleet.com)',
  signs: ['Facility', 'Equipment Number', 'Mounted Facility', 'Mounted Vehicle'],
  columns: {
    'Equipment Number': 'equipmentId',
    Description: 'name',
    Type: 'type',
    Facility: 'location',
    Serial: 'serialNumber',
    Manufacturer: 'manufacturer',
    Model: 'model',
    Department: 'detail',
    Condition: 'detail',
    'Date Purchased': 'purchasedOn',
  },
}
