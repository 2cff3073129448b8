import fc from 'fast-check'
import { expect, it } from 'vitest'
import { ticksUpTo } from './valueTicks.ts'

it('the value axis ends at the maximum: no percentage above 100', () => {
  expect(ticksUpTo(100, [97, 98, 92, 99])).toEqual([90, 95, 100])
  expect(ticksUpTo(100, [100, 100])).toEqual([99, 100])
  expect(ticksUpTo(100, [0, 100])).toEqual([0, 50, 100])
})

it('the value axis uses round numbers if values lie far below the maximum', () => {
  expect(ticksUpTo(100, [40, 50])).toBeNull()
  expect(ticksUpTo(100, [])).toBeNull()
  expect(ticksUpTo(100, [90, 104])).toBeNull()
})

it('the value axis contains every value, in few equal steps', () => {
  fc.assert(
    fc.property(
      fc.array(fc.double({ min: 0, max: 100, noNaN: true }), { minLength: 1 }),
      (values) => {
        const ticks = ticksUpTo(100, values)
        if (ticks === null) return
        expect(ticks[0]).toBeLessThanOrEqual(Math.min(...values) + 1e-9)
        expect(ticks.at(-1)).toBe(100)
        expect(ticks.length).toBeLessThanOrEqual(5)
      },
    ),
    { seed: 7 },
  )
})
