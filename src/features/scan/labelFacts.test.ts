import { expect, it } from 'vitest'
import { withNewFacts } from './labelFacts.ts'

it('the facts of a label are added once, and never replace a fact', () => {
  const stored = [
    { key: 'Serial number', value: 'SER-1' },
    { key: 'Lot', value: 'L1' },
  ]
  const label = [
    { key: 'Serial number', value: 'ser-1 ' },
    { key: 'Lot', value: 'L2' },
  ]
  const expected = [...stored, { key: 'Lot', value: 'L2' }]
  expect(withNewFacts(stored, label)).toEqual(expected)
  expect(withNewFacts(expected, label)).toEqual(expected)
})
