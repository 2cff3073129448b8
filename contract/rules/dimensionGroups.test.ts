import { expect, it } from 'vitest'
import { groupName, inOwnOrder } from './dimensionGroups.ts'

it('groupName() names days in the reader’s language, and keeps the names of the data', () => {
  expect(groupName('dayOfWeek', 'en', 0, '')).toBe('Sunday')
  expect(groupName('location', 'en', 0, 'Ward')).toBe('Ward')
})

it('inOwnOrder() puts days as the week runs, unassigned last, and keeps any other order', () => {
  const groups = [{ id: null }, { id: 0 }, { id: 6 }, { id: 1 }]
  expect(inOwnOrder('dayOfWeek', groups, 1).map(({ id }) => id)).toEqual([1, 6, 0, null])
  expect(inOwnOrder('location', groups, 1)).toEqual(groups)
})
