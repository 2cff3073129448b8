import type { Shape } from './shape.ts'

export const fracttal: Shape = {
  system: 'Fracttal',
  kind: 'locations',
  source: 'How to prepare the import template (help.fracttal.com/en/articles/6014636)',
  signs: ['Name', 'Code', 'Barcode', 'Priority', 'Group 1', 'Group 2'],
  columns: {
    Name: 'name',
    Code: 'code',
    Type: 'type',
    'Parent Code (Located in or Part of)': 'parent',
    'Parent Code': 'parent',
    'Cost Center': 'detail',
    Barcode: 'detail',
  },
}
