import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isInside } from '#contract/venue/polygon.ts'
import type { Polygon } from '#contract/venue/shapes.ts'
import { makeAreaLookup, type DrawnArea } from './areasAt.ts'
import { presencesAfter, type Sighting } from './visits.ts'

const box = (west: number, south: number, size: number): Polygon => ({
  type: 'Polygon',
  coordinates: [
    [
      [west, south],
      [west + size, south],
      [west + size, south + size],
      [west, south + size],
      [west, south],
    ],
  ],
})
const area = (id: number, outline: Polygon, more: Partial<DrawnArea> = {}): DrawnArea => ({
  id,
  floorId: 1,
  buildingId: 7,
  outline,
  drawnAt: 0,
  ...more,
})
const at = (longitude: number, latitude: number) => ({ longitude, latitude })

describe('areasAt()', () => {
  it('gives all areas at the point, of its floor', () => {
    const areas = makeAreaLookup([
      area(1, box(0, 0, 4)),
      area(2, box(2, 2, 4)),
      area(3, box(0, 0, 9), { floorId: 2 }),
    ])
    expect(areas.at(1, at(3, 3)).map(({ id }) => id)).toEqual([1, 2])
    expect(areas.at(1, at(5, 5)).map(({ id }) => id)).toEqual([2])
    expect(areas.at(1, at(8, 8))).toEqual([])
    expect(areas.at(2, at(8, 8)).map(({ id }) => id)).toEqual([3])
  })

  it('gives those that contain the point, whatever their boxes exclude', () => {
    const coordinate = fc.integer({ min: -20, max: 20 })
    const triangle = fc
      .array(fc.tuple(coordinate, coordinate), { minLength: 3, maxLength: 6 })
      .map((ring): Polygon => ({ type: 'Polygon', coordinates: [[...ring, ...ring.slice(0, 1)]] }))
    fc.assert(
      fc.property(fc.array(triangle), coordinate, coordinate, (outlines, x, y) => {
        const point = at(x + 0.5, y + 0.25)
        const found = makeAreaLookup(outlines.map((outline, id) => area(id, outline))).at(1, point)
        expect(found.map(({ id }) => id)).toEqual(
          outlines.flatMap((outline, id) => (isInside(outline, point) ? [id] : [])),
        )
      }),
    )
  })
})

describe('an area that is drawn', () => {
  const MINUTE = 60_000
  const placed = (zones: Sighting['zones'], drawnAt: number): Sighting => ({
    at: 0,
    zones,
    isPlaced: true,
    drawnAt,
  })

  it('has no visit from before it was drawn', () => {
    const zones = makeAreaLookup([area(1, box(0, 0, 4), { drawnAt: 5 * MINUTE })]).at(1, at(1, 1))
    const { begun } = presencesAfter([], placed(zones, 5 * MINUTE), 6 * MINUTE)
    expect(begun.map(({ kind, from }) => [kind, from])).toEqual([['area', 5 * MINUTE]])
  })

  it('is left by what stood in it when it was drawn elsewhere, not before', () => {
    const zones = makeAreaLookup([area(1, box(0, 0, 4))]).at(1, at(1, 1))
    const { presences } = presencesAfter([], placed(zones, 0), MINUTE)
    const after = presencesAfter(presences, placed([], 9 * MINUTE), 10 * MINUTE)
    expect(after.ended.map(({ to }) => to)).toEqual([9 * MINUTE])
  })
})
