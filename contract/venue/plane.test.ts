import { describe, expect, it } from 'vitest'
import { metresPerDegree } from './perDegree.ts'
import { metresBetween } from './plane.ts'

describe('metres of the ellipsoid', () => {
  /**
   * Lengths of a degree of latitude and longitude by PROJ 9.1.1 (`geod`), measured over a
   * thousandth of a degree.
   */
  it.each([
    [0, 111_319.5, 110_574.3],
    [32.08, 94_411.0, 110_888.2],
    [50, 71_695.8, 111_229.1],
    [59.93, 55_917.8, 111_411.1],
    [-33.9, 92_492.9, 110_920.6],
  ])(
    'at %d° are those of a geodetic library to a millimetre in three hundred metres',
    (latitude, east, north) => {
      const found = metresPerDegree(latitude)
      expect(found.x / east).toBeCloseTo(1, 5.5)
      expect(found.y / north).toBeCloseTo(1, 5.5)
    },
  )
  it('show a hall of true 20.00 × 100.00 m as such, in the south and in the north', () => {
    const halls = [
      [34.78, 32.08, 34.7802118397, 32.080901809],
      [30.3, 59.93, 30.300357668, 59.930897577],
    ] as const
    for (const [west, south, east, north] of halls) {
      const corner = { longitude: west, latitude: south }
      expect(metresBetween(corner, { longitude: east, latitude: south })).toBeCloseTo(20, 2)
      expect(metresBetween(corner, { longitude: west, latitude: north })).toBeCloseTo(100, 2)
    }
  })
})
