import fc from 'fast-check'
import { expect, it } from 'vitest'
import { ticksUpTo } from './valueTicks.ts'

it('ends at what the values never pass: nothing is done to 102 percent', () => {
  expect(ticksUpTo(100, [97, 98, 92, 99])).toEqual([90, 95, 100])
  expect(ticksUpTo(100, [100, 100])).toEqual([99, 100])
  expect(ticksUpTo(100, [0, 100])).toEqual([0, 50, 100])
})

it('leaves the axis to round numbers where values lie far below', () => {
  expect(ticksUpTo(100, [40, 50])).toBeNull()
  expect(ticksUpTo(100, [])).toBeNull()
  expect(ticksUpTo(100, [90, 104])).toBeNull()
})

it('holds every value, in few equal steps', () => {
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
