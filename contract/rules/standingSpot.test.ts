import { expect, it } from 'vitest'
import { joinPolygons } from '#contract/venue/joinPolygons.ts'
import { planeAt } from '#contract/venue/plane.ts'
import type { Polygon } from '#contract/venue/shapes.ts'
import { standingSpotFault } from './standingSpot.ts'

const plane = planeAt({ longitude: 14, latitude: 50 })
const at = (x: number, y: number) => plane.toDegrees({ x, y })
function box(west: number, south: number, east: number, north: number): Polygon {
  const corners = [at(west, south), at(east, south), at(east, north), at(west, north)]
  const ring = [...corners, at(west, south)]
  return {
    type: 'Polygon',
    coordinates: [ring.map(({ longitude, latitude }): [number, number] => [longitude, latitude])],
  }
}
const floor = {
  outline: box(0, 0, 20, 10),
  rooms: [
    { kind: 'room', outline: box(0.4, 0.4, 6, 9.6) },
    { kind: 'room', outline: box(6.3, 0.4, 12, 9.6) },
    { kind: 'closed', outline: box(16, 4, 18, 6) },
  ],
}

it.each([
  ['in a room', 3, 3, null],
  ['in a corridor that is no room', 14, 3, null],
  ['between two rooms', 6.15, 5, 'inWall'],
  ['in a closed shaft', 17, 5, 'inWall'],
  ['at the outer wall', 14, 0.1, 'inWall'],
  ['outside', 30, 5, 'outsideFloor'],
])('spotFault() judges a spot %s', (_where, x, y, fault) => {
  expect(standingSpotFault(floor, at(x, y))).toBe(fault)
})

it('spotFault() finds no wall where two parts of a floor touch', () => {
  const outline = joinPolygons([box(0, 0, 20, 10), box(20, 0, 30, 10)]).outline ?? box(0, 0, 1, 1)
  expect(standingSpotFault({ outline, rooms: [] }, at(20.1, 5))).toBeNull()
  expect(standingSpotFault({ outline, rooms: [] }, at(29.9, 5))).toBe('inWall')
})
