import fc from 'fast-check'
import { expect, it } from 'vitest'
import { spreadNames } from './spreadNames.ts'

const wide = { from: -1_000, to: 5_000 }

it('the spacing leaves what has room where it is, and moves what has none', () => {
  expect(spreadNames([10, 60, 120], 34, wide)).toEqual([10, 60, 120])
  expect(spreadNames([100, 90, 10], 34, wide)).toEqual([124, 90, 10])
  expect(spreadNames([5, 5, 5], 34, wide)).toEqual([5, 39, 73])
  expect(spreadNames([], 34, wide)).toEqual([])
})

it('the spacing keeps what should stand outside the range within it', () => {
  expect(spreadNames([-40, 60, 900], 34, { from: 10, to: 400 })).toEqual([10, 60, 400])
  expect(spreadNames([390, 395, 900], 34, { from: 10, to: 400 })).toEqual([332, 366, 400])
})

it('the spacing keeps order and distance, for any positions', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: -500, max: 2_000 }), { maxLength: 20 }), (wanted) => {
      const placed = spreadNames(wanted, 34, { from: 10, to: 500 })
      const seen = wanted
        .map((wish, index) => ({ wish, at: placed[index] ?? 0 }))
        .toSorted((one, other) => one.wish - other.wish)
      for (const [rank, { at }] of seen.entries()) {
        expect(at).toBeGreaterThanOrEqual(10)
        expect(at - (seen[rank - 1]?.at ?? -24)).toBeGreaterThanOrEqual(34)
      }
    }),
  )
})
