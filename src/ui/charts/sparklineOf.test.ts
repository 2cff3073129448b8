import fc from 'fast-check'
import { expect, it } from 'vitest'
import { sparklineOf } from './sparklineOf.ts'

const size = { width: 100, height: 28 }

it('sparklineOf() draws the greatest on top, the least at the bottom and the newest as a dot', () => {
  const { runs, last } = sparklineOf([0, 10, 5], null, size)
  expect(runs).toEqual(['3,25 50,3 97,14'])
  expect(last).toEqual({ x: 97, y: 14 })
})

it('sparklineOf() breaks where a value is unknown, and draws no dot without a newest one', () => {
  expect(sparklineOf([1, 2, null, 3, 4], null, size).runs).toHaveLength(2)
  expect(sparklineOf([1, 2, null], null, size).last).toBeNull()
})

it('sparklineOf() lays equal values and a lone one in the middle', () => {
  expect(sparklineOf([7, 7], null, size).runs).toEqual(['3,14 97,14'])
  expect(sparklineOf([7], null, size)).toEqual({ runs: [], last: { x: 3, y: 14 }, targetAt: null })
  expect(sparklineOf([], 5, size)).toEqual({ runs: [], last: null, targetAt: 14 })
})

it('sparklineOf() keeps every point and the target inside the picture', () => {
  const value = fc.option(fc.double({ min: -1e6, max: 1e6, noNaN: true }))
  fc.assert(
    fc.property(fc.array(value, { maxLength: 20 }), value, (values, target) => {
      const { runs, last, targetAt } = sparklineOf(values, target, size)
      const points = runs.flatMap((run) =>
        run.split(' ').map((point) => point.split(',').map(Number)),
      )
      for (const [x = Number.NaN, y = Number.NaN] of [
        ...points,
        ...(last === null ? [] : [[last.x, last.y]]),
        ...(targetAt === null ? [] : [[0, targetAt]]),
      ]) {
        expect(x).toBeGreaterThanOrEqual(0)
        expect(x).toBeLessThanOrEqual(size.width)
        expect(y).toBeGreaterThanOrEqual(0)
        expect(y).toBeLessThanOrEqual(size.height)
      }
    }),
  )
})
