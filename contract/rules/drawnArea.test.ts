import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { planeAt } from '#contract/venue/plane.ts'
import { isInside } from '#contract/venue/polygon.ts'
import type { Position } from '#contract/venue/shapes.ts'
import { areaFault, areaOutline, MAX_AREA_CORNERS } from './drawnArea.ts'

const plane = planeAt({ longitude: 14, latitude: 50 })
const at = (x: number, y: number): Position => {
  const { longitude, latitude } = plane.toDegrees({ x, y })
  return [longitude, latitude]
}
const floor = areaOutline([at(0, 0), at(60, 0), at(60, 30), at(0, 30)])
const faultOf = (...corners: [x: number, y: number][]) =>
  areaFault(
    corners.map(([x, y]) => at(x, y)),
    floor,
  )

describe('an area drawn on a floor', () => {
  it('may have any shape of three corners or more, also partly beside the building', () => {
    expect(faultOf([1, 1], [9, 1], [9, 9])).toBeNull()
    expect(faultOf([-30, 1], [9, 1], [9, 9], [5, 4], [-30, 9])).toBeNull()
  })

  it.each([
    [
      'tooFew',
      [
        [1, 1],
        [9, 1],
      ],
    ],
    [
      'crosses',
      [
        [1, 1],
        [9, 9],
        [9, 1],
        [1, 9],
      ],
    ],
    [
      'tooSmall',
      [
        [1, 1],
        [1.5, 1],
        [1.5, 1.5],
      ],
    ],
    [
      'tooFar',
      [
        [1, 1],
        [9, 1],
        [900, 9],
      ],
    ],
    ['tooMany', Array.from({ length: MAX_AREA_CORNERS + 1 }, (_, n) => around(n, 70))],
  ] as const)('is refused if it is %s', (fault, corners) => {
    expect(faultOf(...corners.map(([x = 0, y = 0]): [number, number] => [x, y]))).toBe(fault)
  })

  it('that is round may have the most corners, and contains its middle', () => {
    fc.assert(
      fc.property(fc.integer({ min: 3, max: MAX_AREA_CORNERS }), (corners) => {
        const ring = Array.from({ length: corners }, (_, n) => around(n, corners))
        expect(faultOf(...ring)).toBeNull()
        const [longitude, latitude] = at(30, 15)
        expect(isInside(areaOutline(ring.map(([x, y]) => at(x, y))), { longitude, latitude })).toBe(
          true,
        )
      }),
    )
  })
})

function around(n: number, of: number): [number, number] {
  const angle = (n / of) * 2 * Math.PI
  return [30 + 8 * Math.cos(angle), 15 + 8 * Math.sin(angle)]
}
