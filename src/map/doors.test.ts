import { expect, it } from 'vitest'
import { planeAt } from '#contract/venue/plane.ts'
import type { Part, Position } from '#contract/venue/shapes.ts'
import { doorSwing } from './doors.ts'

const plane = planeAt({ longitude: 14, latitude: 50 })
const box = (x0: number, y0: number, x1: number, y1: number): Part => ({
  kind: 'door',
  shape: {
    type: 'Polygon',
    coordinates: [
      [
        [x0, y0],
        [x1, y0],
        [x1, y1],
        [x0, y1],
        [x0, y0],
      ].map(([x = 0, y = 0]): Position => {
        const at = plane.toDegrees({ x, y })
        return [at.longitude, at.latitude]
      }),
    ],
  },
})
const metresOf = (line: ReturnType<typeof doorSwing>) =>
  (line?.coordinates ?? []).map(([longitude, latitude]) => plane.toMetres({ longitude, latitude }))

it('a door swings into the room and not into the corridor, on whichever side that is', () => {
  for (const isUp of [true, false]) {
    const line = doorSwing(box(0, 0, 1.2, 0.2), ({ latitude }) => latitude > 50.000001 === isUp)
    const points = metresOf(line)
    expect(points[0]?.x).toBeCloseTo(0, 3)
    expect(points[1]?.x).toBeCloseTo(0, 3)
    expect(points[1]?.y).toBeCloseTo(isUp ? 1.3 : -1.1, 3)
    expect(points.at(-1)?.x).toBeCloseTo(1.2, 3)
    expect(points.at(-1)?.y).toBeCloseTo(0.1, 3)
  }
})

it('a gate, a crack, a line and a door between two corridors have no leaf', () => {
  expect(doorSwing(box(0, 0, 6, 0.2), () => true)).toBeNull()
  expect(doorSwing(box(0, 0, 0.2, 0.1), () => true)).toBeNull()
  expect(doorSwing(box(0, 0, 1.2, 0.2), () => false)).toBeNull()
  expect(
    doorSwing(
      {
        kind: 'door',
        shape: {
          type: 'LineString',
          coordinates: [
            [14, 50],
            [14.1, 50],
          ],
        },
      },
      () => true,
    ),
  ).toBeNull()
})
