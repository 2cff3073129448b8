import { expect, it } from 'vitest'
import type { Floor } from '#contract/rtls/rtlsShapes.ts'
import { joinPolygons } from '#contract/venue/joinPolygons.ts'
import { squareAround } from '#contract/venue/osmPoints.ts'
import { floorFeatures, groundFeatures } from './features.ts'

const parts = [14.4, 14.401].map((longitude) => squareAround({ longitude, latitude: 50 }, 20))
const outline = joinPolygons(parts).outline ?? squareAround({ longitude: 0, latitude: 0 }, 1)

it('a floor, a room and a building of two parts are drawn as two areas, without a line between', () => {
  const room: Partial<Floor['rooms'][number]> = { id: 1 as never, kind: 'room', outline }
  const floor: Partial<Floor> = { outline, parts: [], rooms: [room as Floor['rooms'][number]] }
  const drawn = floorFeatures(floor as Floor, () => '#111111').features
  expect(drawn.map(({ properties }) => properties['part'])).toEqual([
    'site',
    'site',
    'room',
    'room',
  ])
  expect(drawn.map(({ properties }) => properties['roomId'])).toEqual([undefined, undefined, 1, 1])
  const houses = groundFeatures([], [outline]).features
  expect(houses).toHaveLength(2)
  for (const { geometry } of [...drawn, ...houses])
    expect(geometry.type === 'Polygon' && geometry.coordinates[0]).toHaveLength(5)
})
