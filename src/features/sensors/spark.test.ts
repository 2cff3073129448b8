import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { box, sparkOf } from './spark.ts'

describe('a sensor’s line of the last hours', () => {
  it('is broken where nothing was measured, and a lone hour is a dot', () => {
    const { lines, end } = sparkOf([1, 2, null, 3], [])
    expect(lines).toHaveLength(2)
    expect(lines[1]?.split(' ')).toHaveLength(2)
    expect(end?.x).toBe(box.width - box.margin)
  })

  it('continues over hours in which the sensor need not report', () => {
    expect(sparkOf([1, null, null, 2], [], 2).lines).toHaveLength(1)
    expect(sparkOf([1, null, null, 2], [], 1).lines).toHaveLength(2)
  })

  it('shows the limits that lie within it', () => {
    expect(sparkOf([1, 9], [2, 8]).limits).toHaveLength(2)
    expect(sparkOf([3, 7], [2, 8]).limits).toEqual([])
  })

  it('stays within its box, whatever was measured', () => {
    fc.assert(
      fc.property(
        fc.array(fc.option(fc.double({ min: -1e6, max: 1e6, noNaN: true })), { maxLength: 24 }),
        (values) => {
          for (const point of sparkOf(values, []).lines.flatMap((line) => line.split(' '))) {
            const [x = -1, y = -1] = point.split(',').map(Number)
            expect(x >= 0 && x <= box.width && y >= 0 && y <= box.height).toBe(true)
          }
        },
      ),
    )
  })
})
