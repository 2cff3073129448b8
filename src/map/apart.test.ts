import fc from 'fast-check'
import { expect, it } from 'vitest'
import { apart } from './apart.ts'

it('leaves what has room where it is, and pushes on what has none', () => {
  expect(apart([10, 60, 120], 34)).toEqual([10, 60, 120])
  expect(apart([100, 90, 10], 34)).toEqual([124, 90, 10])
  expect(apart([5, 5, 5], 34)).toEqual([5, 39, 73])
  expect(apart([], 34)).toEqual([])
})

it('keeps the order and the room, whatever is wished for', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: -500, max: 2_000 }), { maxLength: 20 }), (wanted) => {
      const placed = apart(wanted, 34)
      const sorted = placed.toSorted((a, b) => a - b)
      for (const [index, y] of sorted.entries())
        if (index > 0) expect(y - (sorted[index - 1] ?? 0)).toBeGreaterThanOrEqual(34)
      for (const [index, y] of placed.entries())
        expect(y).toBeGreaterThanOrEqual(wanted[index] ?? 0)
    }),
  )
})
