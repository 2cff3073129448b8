import { expect, it } from 'vitest'
import { bucketFrom, groupFrom } from './address.ts'

it('an address names a column of the plan by its year or its word', () => {
  expect(['2028', 'overdue', 'later', 'none', '', '28', 'x'].map(bucketFrom)).toEqual([
    2028,
    'overdue',
    'later',
    'none',
    undefined,
    undefined,
    undefined,
  ])
})

it('an address names all groups, a group, or equipment without one', () => {
  expect(['-', '17', 'null'].map(groupFrom)).toEqual([undefined, 17, null])
})
