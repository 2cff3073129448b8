import { expect, it } from 'vitest'
import { answerToShow } from './listQuery.ts'

it.each([
  ['the answer to this question', { data: 'new', currentData: 'new', isFetching: false }, 'new'],
  ['the former one while the next is on its way', { data: 'old', isFetching: true }, 'old'],
  ['nothing once the next has failed', { data: 'old', isFetching: false }, undefined],
  [
    'the same one when refreshing it failed',
    { data: 'same', currentData: 'same', isFetching: false },
    'same',
  ],
] as const)('shows %s', (_what, query, shown) => {
  expect(answerToShow(query)).toBe(shown)
})
