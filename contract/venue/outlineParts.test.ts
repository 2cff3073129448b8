import { describe, expect, it } from 'vitest'
import { joinPolygons } from './joinPolygons.ts'
import { outlineParts } from './outlineParts.ts'
import { areaOf } from './polygon.ts'
import type { Polygon, Position } from './shapes.ts'

/** Degrees: one metre is about a hundred-thousandth of a degree. */
const M = 1e-5

const box = (x: number, y: number, wide: number, deep: number): Polygon => ({
  type: 'Polygon',
  coordinates: [
    (
      [
        [x, y],
        [x + wide, y],
        [x + wide, y + deep],
        [x, y + deep],
        [x, y],
      ] as const
    ).map(([east, north]): Position => [14 + east * M, 50 + north * M]),
  ],
})

/** Sides of the shapes in metres, without direction, sorted. */
const sidesOf = (shapes: readonly Polygon[]): string[] =>
  shapes
    .flatMap(({ coordinates }) => coordinates)
    .flatMap((ring) =>
      ring.slice(0, -1).map((from, index) =>
        [from, ring[index + 1] ?? from]
          .map(([x, y]) => `${Math.round((x - 14) / M)} ${Math.round((y - 50) / M)}`)
          .toSorted()
          .join(' – '),
      ),
    )
    .toSorted()

const joinedOf = (...shapes: Polygon[]): Polygon => {
  const { outline } = joinPolygons(shapes)
  if (outline === null) throw new Error('Nothing was joined.')
  return outline
}

describe('The parts of an outline', () => {
  it('are the shape itself if it was not joined', () => {
    const hall = box(0, 0, 20, 10)
    expect(outlineParts(hall)).toEqual([hall])
    expect(outlineParts(hall)[0]).toBe(hall)
  })

  it('have no line from one part to the other', () => {
    const [hall, shed] = [box(0, 0, 20, 10), box(30, 0, 5, 5)]
    const parts = outlineParts(joinedOf(hall, shed))
    expect(parts).toHaveLength(2)
    expect(sidesOf(parts)).toEqual(sidesOf([hall, shed]))
  })

  it('are one where parts touch along a whole side', () => {
    const parts = outlineParts(joinedOf(box(0, 0, 20, 10), box(20, 0, 5, 10)))
    expect(parts).toHaveLength(1)
    expect(sidesOf(parts)).not.toContain('20 0 – 20 10')
    expect(parts.map(areaOf)[0]).toBeCloseTo(250 * M * M, 12)
  })

  it('are one where a small part touches the middle of a longer side', () => {
    const parts = outlineParts(joinedOf(box(0, 0, 20, 10), box(20, 3, 5, 4)))
    expect(parts).toHaveLength(1)
    expect(sidesOf(parts)).toEqual(
      [
        '0 0 – 20 0',
        '20 0 – 20 3',
        '20 3 – 25 3',
        '25 3 – 25 7',
        '20 7 – 25 7',
        '20 10 – 20 7',
        '0 10 – 20 10',
        '0 0 – 0 10',
      ].toSorted(),
    )
  })

  it('are two where parts touch in one corner', () => {
    const [one, other] = [box(0, 0, 10, 10), box(10, 10, 10, 10)]
    const parts = outlineParts(joinedOf(one, other))
    expect(parts).toHaveLength(2)
    expect(sidesOf(parts)).toEqual(sidesOf([one, other]))
  })

  it('keep a court that two parts enclose, and the holes of each', () => {
    const pierced = box(0, 0, 20, 10)
    pierced.coordinates.push(box(5, 3, 2, 2).coordinates[0]?.toReversed() ?? [])
    const around = [box(0, 10, 5, 10), box(15, 10, 5, 10), box(0, 20, 20, 5)]
    const parts = outlineParts(joinedOf(pierced, ...around))
    expect(parts).toHaveLength(1)
    expect(parts[0]?.coordinates).toHaveLength(3)
    expect(sidesOf(parts)).toContain('15 10 – 5 10')
    expect(sidesOf(parts)).not.toContain('0 10 – 5 10')
  })

  it('touch although one file rounds its corners', () => {
    const near = box(20, 0, 5, 10)
    const [ring = []] = near.coordinates
    near.coordinates[0] = ring.map(([x, y]): Position => [x + 3e-9, y - 3e-9])
    expect(outlineParts(joinedOf(box(0, 0, 20, 10), near))).toHaveLength(1)
  })
})
