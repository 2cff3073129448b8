import { expect, it } from 'vitest'
import type { ApiFailure } from '#api/http.ts'
import { answerToShow, withExactCount } from './listQuery.ts'

it.each([
  ['the answer to this question', { data: 'new', currentData: 'new', isFetching: false }, 'new'],
  ['the former one while the next is on its way', { data: 'old', isFetching: true }, 'old'],
  ['nothing once the next has failed', { data: 'old', isFetching: false }, undefined],
  [
    'the same one when refreshing it failed',
    { data: 'same', currentData: 'same', isFetching: false },
    'same',
  ],
] as const)('a list shows %s', (_what, query, shown) => {
  expect(answerToShow(query)).toBe(shown)
})

const failed = (status: number | null): ApiFailure => ({ status, message: '', errors: [] })

it.each([
  [404, undefined],
  [403, undefined],
  [500, 'same'],
  [null, 'same'],
])('a list whose refresh was answered %s shows %s', (status, shown) => {
  const query = { data: 'same', currentData: 'same', isFetching: false, error: failed(status) }
  expect(answerToShow(query)).toBe(shown)
  expect(answerToShow(query, true)).toBe('same')
})

it('a list replaces "more than ten thousand" once the exact number is known', () => {
  const query = (answer: { count: number; moreThanCount?: true }) => ({
    data: { ...answer, rows: [1] },
    currentData: { ...answer, rows: [1] },
    isFetching: false,
    refetch: () => undefined,
  })
  const long = query({ count: 10_000, moreThanCount: true })
  expect(withExactCount(long, undefined)).toEqual(long)
  expect(withExactCount(long, 100_488).data).toEqual({ count: 100_488, rows: [1] })
  expect(withExactCount(query({ count: 12 }), 3).currentData?.count).toBe(12)
})
