import { expect, it } from 'vitest'
import { changeByLabel } from './labelFacts.ts'

const stored = {
  serialNumber: 'SER-1',
  gtin: null,
  lot: '',
  details: [{ key: 'Ref', value: 'R-9' }],
}

it('what a label says fills empty fields, and never replaces a value', () => {
  const label = [
    { key: 'Serial', value: 'SER-2', field: 'serialNumber' as const },
    { key: 'GTIN', value: '07610000000011', field: 'gtin' as const },
    { key: 'Lot', value: 'L1', field: 'lot' as const },
    { key: 'Ref', value: 'r-9 ' },
    { key: 'Expires on', value: '2028-01-31' },
  ]
  expect(changeByLabel(stored, label)).toEqual({
    gtin: '07610000000011',
    lot: 'L1',
    details: [
      { key: 'Ref', value: 'R-9' },
      { key: 'Serial', value: 'SER-2' },
      { key: 'Expires on', value: '2028-01-31' },
    ],
  })
})

it('a label of which everything is stored changes nothing', () => {
  expect(changeByLabel(stored, [{ key: 'Serial', value: 'ser-1', field: 'serialNumber' }])).toEqual(
    {},
  )
})
