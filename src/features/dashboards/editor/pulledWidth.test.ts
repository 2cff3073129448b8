import fc from 'fast-check'
import { expect, it } from 'vitest'
import { pulledWidth } from './pulledWidth.ts'

const pull = { from: 100, width: 6, gridWidth: 1200, isRtl: false }

it('a pulled card grows by a column for each twelfth of the grid, to where one reads', () => {
  expect(pulledWidth({ ...pull, to: 300 })).toBe(8)
  expect(pulledWidth({ ...pull, to: 300, isRtl: true })).toBe(4)
})

it('a pulled card stays between a quarter and all of the columns', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: -9_999, max: 9_999 }),
      fc.integer({ min: 0, max: 4_000 }),
      (to, gridWidth) => {
        const width = pulledWidth({ ...pull, to, gridWidth })
        return Number.isInteger(width) && width >= 3 && width <= 12
      },
    ),
  )
})
