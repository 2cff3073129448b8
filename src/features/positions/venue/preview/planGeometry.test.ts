import { expect, it } from 'vitest'
import { joinPolygons } from '#contract/venue/joinPolygons.ts'
import { squareAround } from '#contract/venue/osmPoints.ts'
import { drawnPlan } from './planGeometry.ts'

it('the picture of a floor of two parts has two rings, without a line between them', () => {
  const parts = [14.4, 14.401].map((longitude) => squareAround({ longitude, latitude: 50 }, 20))
  const outline = joinPolygons(parts).outline ?? squareAround({ longitude: 0, latitude: 0 }, 1)
  const plan = drawnPlan({
    building: 'b',
    floor: 'f',
    outline,
    rooms: [],
    roomsLeft: 0,
    parts: [],
    partsLeft: 0,
    removed: [],
    faults: [],
  })
  const rings = plan.outline.split('M').slice(1)
  expect(rings).toHaveLength(2)
  expect(rings.map((ring) => ring.split('L').length)).toEqual([5, 5])
})
