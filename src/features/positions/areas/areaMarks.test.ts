import { expect, it } from 'vitest'
import type { Polygon } from '#contract/venue/shapes.ts'
import type { AreaRow } from '#contract/zones.ts'
import { areasOver } from './areaMarks.ts'

const box = (west: number, south: number, east: number, north: number): Polygon => ({
  type: 'Polygon',
  coordinates: [
    [
      [west, south],
      [east, south],
      [east, north],
      [west, north],
      [west, south],
    ],
  ],
})
const room = box(14, 50, 14.001, 50.001)

it.each([
  ['lies in it', box(14.0002, 50.0002, 14.0004, 50.0004), true],
  ['holds it', box(13, 49, 15, 51), true],
  ['shares a corner of it', box(14.0008, 50.0008, 14.002, 50.002), true],
  ['lies along its wall', box(14, 50.001, 14.001, 50.002), false],
  ['lies elsewhere', box(15, 50, 15.001, 50.001), false],
])('an area that %s is over a room, or is not', (_how, outline, isOver) => {
  const area = { id: 1, outline } as AreaRow
  expect(areasOver([area], room)).toEqual(isOver ? [area] : [])
})
