import fc from 'fast-check'
import { expect, it } from 'vitest'
import { scaleAfter } from './detail.ts'

it('the resolution stays after a frame or two, and while frames come in time', () => {
  expect(scaleAfter(1, [400, 400])).toBe(1)
  expect(scaleAfter(1, [16, 17, 16, 300])).toBe(1)
  expect(scaleAfter(0.6, [24, 25, 26])).toBe(0.6)
})

it('the resolution falls by as much as a frame is late, and rises again if there is time', () => {
  expect(scaleAfter(1, [48, 48, 48])).toBeCloseTo(Math.SQRT1_2)
  expect(scaleAfter(0.6, [16, 16, 16])).toBeCloseTo(0.75)
})

it('the resolution never exceeds the screen’s own, nor becomes unreadable', () => {
  const gap = fc.double({ min: 0, max: 10_000, noNaN: true })
  fc.assert(
    fc.property(
      fc.double({ min: 0.27, max: 1, noNaN: true }),
      fc.array(gap, { maxLength: 20 }),
      (scale, gaps) => {
        const next = scaleAfter(scale, gaps)
        expect(next).toBeGreaterThanOrEqual(0.27)
        expect(next).toBeLessThanOrEqual(1)
      },
    ),
  )
})
