import { describe, expect, it } from 'vitest'
import { changeOf, hasFewRows, splitOf } from './cardFigure.ts'

const before = (value: number | null, counted: number) => ({
  from: '2026-10-01',
  to: '2026-11-01',
  value,
  counted,
  isPartial: false,
})

describe('the change of a card’s number', () => {
  it('is better or worse if both periods have enough rows', () => {
    expect(changeOf({ value: 96.3, counted: 40, previous: before(94.5, 38) })).toEqual({
      by: 1.8,
      verdict: 'better',
    })
    expect(changeOf({ value: 90, counted: 40, previous: before(94.5, 38) })?.verdict).toBe('worse')
  })
  it('has no verdict if one log could have made it', () => {
    expect(changeOf({ value: 80, counted: 1, previous: before(100, 30) })).toEqual({
      by: -20,
      verdict: null,
    })
    expect(changeOf({ value: 80, counted: 30, previous: before(100, 4) })?.verdict).toBeNull()
  })
  it('is missing if one of the two has no value, and has no verdict if nothing changed', () => {
    expect(changeOf({ value: 80, counted: 9, previous: before(null, 0) })).toBeNull()
    expect(changeOf({ value: 80.04, counted: 9, previous: before(80, 9) })).toEqual({
      by: 0,
      verdict: null,
    })
  })
})

it('a card calls fewer than five rows few', () => {
  expect([4, 5].map((counted) => hasFewRows({ counted }))).toEqual([true, false])
})

it('a card splits scheduled work into shares of all of it, leaving out what has no rows', () => {
  expect(splitOf({ done: 6, doneLate: 0, notDone: 3, waiting: 3 })).toEqual([
    { part: 'doneInTime', share: 50 },
    { part: 'notDone', share: 25 },
    { part: 'waiting', share: 25 },
  ])
  expect(splitOf({ done: 0, doneLate: 0, notDone: 0, waiting: 0 })).toEqual([])
})

it('a card counts what was done late in one part alone', () => {
  expect(splitOf({ done: 6, doneLate: 2, notDone: 2, waiting: 0 })).toEqual([
    { part: 'doneInTime', share: 50 },
    { part: 'doneLate', share: 25 },
    { part: 'notDone', share: 25 },
  ])
})
