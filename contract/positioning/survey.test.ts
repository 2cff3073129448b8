import { describe, expect, it } from 'vitest'
import { groundOf } from './ground.ts'
import { fitRadioMap, radioTable, withoutPoint, type SurveyedPoint } from './radioMap.ts'
import { surveyedPoint, type SurveyRecord } from './siteSurvey.ts'
import { coverageOf, nextSpots, reasonToSurveyAgain } from './surveyAdvice.ts'
import type { Anchor } from './anchor.ts'

const square = [
  [
    { x: 0, y: 0 },
    { x: 24, y: 0 },
    { x: 24, y: 24 },
    { x: 0, y: 24 },
  ],
]
const ground = groundOf({ floorId: 1, buildingId: 1, ordinal: 0, outline: square, rooms: [] })
const anchors = new Map<number, Anchor>(
  [
    [1, 1],
    [23, 1],
    [1, 23],
    [23, 23],
    [12, 12],
  ].map(([x = 0, y = 0], index) => [
    index + 1,
    { gatewayId: index + 1, floorId: 1, correction: 0, x, y },
  ]),
)
const at = (id: number) => anchors.get(id) ?? { x: 0, y: 0 }
/** Minus the measured power. A wall shields gateway 1 from the east. */
const levelAt = (id: number, x: number, y: number) =>
  -12 * Math.log10((x - at(id).x) ** 2 + (y - at(id).y) ** 2 + 1) - (id === 1 && x > 12 ? 10 : 0)
const pointAt = (pointId: number, x: number, y: number): SurveyedPoint => ({
  pointId,
  floorId: 1,
  x,
  y,
  faintest: -40,
  listened: new Set(anchors.keys()),
  heard: [...anchors.keys()].map((gatewayId) => ({ gatewayId, level: levelAt(gatewayId, x, y) })),
})
const grid = [3, 9, 15, 21].flatMap((x, i) =>
  [3, 9, 15, 21].map((y, j) => pointAt(i * 4 + j, x, y)),
)
const mapOf = (points: readonly SurveyedPoint[]) => {
  const work = fitRadioMap(ground, anchors, points, { power: 0, exponent: 2.4 })
  for (;;) {
    const step = work.next()
    if (step.done === true) return step.value
  }
}
const expected = (map: NonNullable<ReturnType<typeof mapOf>>, x: number, y: number) => {
  const table = radioTable(
    map,
    anchors.get(1) ?? { gatewayId: 1, floorId: 1, correction: 0, x: 0, y: 0 },
  )
  if (!table) throw new Error('No table')
  const column = Math.floor((x - ground.west) / ground.cell) - table.west
  const row = Math.floor((y - ground.south) / ground.cell) - table.south
  const cell = row * table.width + column
  return { level: table.values[cell] ?? 0, variance: table.variances[cell] ?? 0 }
}

describe('a radio map', () => {
  it('knows a shadow where somebody stood, and doubts where nobody did', () => {
    const map = mapOf(grid)
    if (!map) throw new Error('No map')
    expect(expected(map, 21, 15).level).toBeCloseTo(levelAt(1, 21, 15), -0.5)
    const corner = mapOf(grid.filter(({ x }) => x < 12))
    if (!corner) throw new Error('No map')
    expect(expected(corner, 21, 21).variance).toBeGreaterThan(expected(corner, 3, 3).variance)
  })
  it('without a point is path loss alone', () => {
    const [map, fewer] = [mapOf(grid), mapOf(grid.filter(({ pointId }) => pointId !== 5))]
    if (!map || !fewer) throw new Error('No map')
    const left = expected(withoutPoint(map, 5), 9, 9)
    if (map.shape.reach === fewer.shape.reach && map.shape.noise === fewer.shape.noise)
      expect(left.level).toBeCloseTo(expected(fewer, 9, 9).level, 3)
    expect(left.variance).toBeGreaterThan(expected(map, 9, 9).variance)
  })
  it('needs more than two points', () => expect(mapOf(grid.slice(0, 2))).toBeNull())
})

const record: SurveyRecord = {
  pointId: 1,
  floorId: 1,
  x: 5,
  y: 5,
  measuredPower: -59,
  readings: [
    [0, 1, -70, 2],
    [1, 1, -73, 1],
    [0, 2, -80, 1],
  ],
  gateways: [
    { gatewayId: 1, ...at(1) },
    { gatewayId: 2, x: 10, y: 10 },
  ],
}

describe('a site survey', () => {
  it('forgets what a gateway heard from its former place', () => {
    const { heard, listened } = surveyedPoint(record, anchors, -92)
    expect(heard).toEqual([{ gatewayId: 1, level: -12 }])
    expect([...listened]).toEqual([1])
  })
  it('is out of date when gateways moved, came or went, and after half a year', () => {
    const year = 365 * 86_400_000
    const known = [...anchors.values()].filter(({ gatewayId }) => gatewayId !== 1)
    expect(reasonToSurveyAgain([{ ...record, at: 0 }], known, year)).toEqual([
      { reason: 'gatewayMoved', gatewayIds: [2] },
      { reason: 'gatewayAdded', gatewayIds: [3, 4, 5] },
      { reason: 'gatewayGone', gatewayIds: [1] },
      { reason: 'old', gatewayIds: [] },
    ])
    expect(reasonToSurveyAgain([], known, year)).toEqual([])
  })
  it('covers more with each point, and asks for the next where nobody stood', () => {
    const [none, some] = [coverageOf(ground, [], null), coverageOf(ground, grid.slice(0, 4), null)]
    expect(none.share).toBe(0)
    expect(some.share).toBeGreaterThan(0.1)
    const spots = nextSpots(some.cells, grid.slice(0, 4))
    expect(spots.length).toBeGreaterThan(2)
    expect(Math.min(...spots.map(({ x }) => x))).toBeGreaterThan(4)
  })

  it('proposes no spot at a wall, none that adds little, and nothing once all is covered', () => {
    const [west, east] = [0, 12].map((from) => [
      [
        { x: from + 0.5, y: 0.5 },
        { x: from + 11.5, y: 0.5 },
        { x: from + 11.5, y: 23.5 },
        { x: from + 0.5, y: 23.5 },
      ],
    ])
    const halves = groundOf({
      floorId: 1,
      buildingId: 1,
      ordinal: 0,
      outline: square,
      rooms: [
        { id: 1, isClosed: false, outline: west ?? [] },
        { id: 2, isClosed: true, outline: east ?? [] },
      ],
    })
    const bare = coverageOf(halves, [], null)
    for (const { x, gain } of nextSpots(bare.cells, [])) {
      expect(x).toBeLessThan(11.5)
      expect(gain).toBeGreaterThan(9)
    }
    const all = [3, 9].flatMap((x) => [2, 5, 8, 11, 14, 17, 20, 23].map((y) => ({ x, y })))
    expect(nextSpots(coverageOf(halves, all, null).cells, all)).toEqual([])
  })
})
