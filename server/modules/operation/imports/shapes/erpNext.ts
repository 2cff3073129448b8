import type { Shape } from './shape.ts'

export const erpNext: Shape = {
  system: 'ERPNext',
  kind: 'equipment',
  source: 'September 2026: assets/doctype/asset/asset.json (github.com/frappe/erpnext)',
  signs: ['Asset Name', 'Item Code', 'Company', 'Location'],
  columns: {
    ID: 'equipmentId',
    'Asset Name': 'name',
    'Asset Category': 'type',
    Status: 'status',
    Location: 'location',
    'Cost Center': 'detail',
    Department: 'detail',
    'Asset Type': 'detail',
    'Item Code': 'detail',
    'Purchase Date': 'purchasedOn',
  },
}
