/** Malformed plans: each defect costs only its feature, never the import. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { levelsOf } from './levelsInOne.ts'
import { isInside } from './polygon.ts'
import { checksOf } from './planChecks.ts'
import { readVenue } from './readVenue.ts'
import { gridOf } from './walking.ts'

type Ring = number[][]
const ring = (x: number, y: number, size = 0.0001): Ring => [
  [x, y],
  [x + size, y],
  [x + size, y + size],
  [x, y + size],
  [x, y],
]
const square = (x: number, y: number, size?: number) => ({
  type: 'Polygon',
  coordinates: [ring(x, y, size)],
})
const feature = (geometry: unknown, properties: unknown, more: object = {}) => ({
  type: 'Feature',
  geometry,
  properties,
  ...more,
})
const text = (features: unknown[], more: object = {}) =>
  JSON.stringify({ type: 'FeatureCollection', features, ...more })
const outline = feature(square(14, 50, 0.001), { type: 'outline', id: 'o' })
const read = (features: unknown[]) =>
  readVenue([{ name: 'f0.geojson', text: text([outline, ...features]) }])
const roomsOf = (answer: ReturnType<typeof readVenue>) =>
  answer.plan.buildings[0]?.floors[0]?.rooms ?? []
const faultsOf = ({ faults }: ReturnType<typeof readVenue>) =>
  faults.map(({ feature: id, code }) => [id, code])

describe('a plain floor', () => {
  it('wound the wrong way, with its hole, is turned round', () => {
    const hole = ring(14.00002, 50.00002, 0.00003)
    const answer = read([
      feature(
        { type: 'Polygon', coordinates: [ring(14, 50).toReversed(), hole] },
        { type: 'room', id: 'r' },
      ),
    ])
    const shape = roomsOf(answer)[0]?.outline
    expect(faultsOf(answer)).toEqual([])
    expect(shape?.coordinates[0]).toEqual(ring(14, 50))
    expect(shape?.coordinates[1]).toEqual(hole.toReversed())
    expect(shape && isInside(shape, { longitude: 14.00003, latitude: 50.00003 })).toBe(false)
  })
  it('that crosses itself is used and reported; one without any area is reported', () => {
    const bow = (size: number) => ({
      type: 'Polygon',
      coordinates: [
        [
          [14, 50],
          [14 + size, 50.0002],
          [14.0002, 50],
          [14, 50.0001],
          [14, 50],
        ],
      ],
    })
    const answer = read([
      feature(bow(0.0001), { type: 'room', id: 'bow' }),
      feature(
        {
          type: 'Polygon',
          coordinates: [
            [
              [14, 50],
              [14.0001, 50],
              [14, 50],
            ],
          ],
        },
        { type: 'room', id: 'flat' },
      ),
    ])
    expect(faultsOf(answer)).toEqual([
      ['bow', 'selfCrossing'],
      ['flat', 'badGeometry'],
    ])
    expect(roomsOf(answer).map(({ externalId }) => externalId)).toEqual(['bow'])
    const [floor] = answer.plan.buildings[0]?.floors ?? []
    expect(floor && gridOf(floor)).not.toBeNull()
  })
  it('of several pieces is several rooms; a collection of shapes is taken apart; one in another in another is not', () => {
    const nested = (depth: number): object =>
      depth === 0 ? square(14, 50) : { type: 'GeometryCollection', geometries: [nested(depth - 1)] }
    const answer = read([
      feature(
        { type: 'MultiPolygon', coordinates: [[ring(14, 50)], [ring(14.0002, 50)]] },
        { type: 'room', id: 'm' },
      ),
      feature(nested(2), { type: 'room', id: 'c' }),
      feature(nested(500), { type: 'room', id: 'deep' }),
    ])
    expect(roomsOf(answer).map(({ externalId }) => externalId)).toEqual(['m', 'm/1', 'c'])
    expect(faultsOf(answer)).toEqual([['deep', 'badGeometry']])
    expect(checksOf(answer.plan.buildings).faults).toMatchObject([
      { code: 'roomsOverlap', room: 'm' },
    ])
  })
  it('with a byte order mark, with CRLF, and with what JSON cannot mean as text', () => {
    const dirty = `\uFEFF${text([outline, feature(square(14, 50), { type: 'room', id: 'r\u0000', name: 'Ward \u0000\ud800 7' })]).replaceAll(',', ',\r\n')}`
    const answer = readVenue([{ name: 'f0.geojson', text: dirty }])
    expect(roomsOf(answer).map(({ externalId, name }) => [externalId, name])).toEqual([
      ['r', 'Ward  \ufffd 7'],
    ])
  })
  it('with degrees swapped, in metres, or null is reported feature by feature; walls in the sea are dropped', () => {
    const answer = read([
      feature(square(50, 14), { type: 'room', id: 'swapped' }),
      feature(square(1_600_000, 6_400_000, 10), { type: 'room', id: 'metres' }),
      feature({ type: 'Point', coordinates: [14, 50] }, { type: 'room', id: 'point' }),
      feature(null, { type: 'room', id: 'none' }),
      feature(square(50, 14), { type: 'wall', id: 'sea wall' }),
      feature(square(14, 50), null),
      null,
      7,
      'room',
    ])
    expect(faultsOf(answer)).toEqual([
      ['metres', 'outOfRange'],
      ['point', 'badGeometry'],
      ['none', 'noGeometry'],
      ['swapped', 'farAway'],
    ])
    expect(answer.plan.buildings[0]?.floors[0]?.parts).toEqual([])
  })
  it.each([[['x', null]], [[null, null]], [[]], [null], ['x']])(
    'with a broken corner (%j) is reported, and no room is made of the other corners',
    (corner) => {
      const broken = [...ring(14, 50)]
      broken.splice(2, 1, corner as never) // files may contain any JSON here
      const answer = read([
        feature(square(14.0002, 50), { type: 'room', id: 'whole' }),
        feature({ type: 'Polygon', coordinates: [broken] }, { type: 'room', id: 'broken' }),
      ])
      expect(faultsOf(answer)).toEqual([['broken', 'outOfRange']])
      expect(roomsOf(answer).map(({ externalId }) => externalId)).toEqual(['whole'])
    },
  )
  it('without an outline has the box around most of it, whatever lies in the sea', () => {
    const answer = readVenue([
      {
        name: 'f.geojson',
        text: text([
          ...[0, 1, 2, 3].map((at) =>
            feature(square(14 + at * 0.0001, 50), { type: 'room', id: at }),
          ),
          feature(square(50, 14), { type: 'room', id: 'sea' }),
        ]),
      },
    ])
    expect(roomsOf(answer)).toHaveLength(4)
    expect(faultsOf(answer)).toEqual([['sea', 'farAway']])
  })
  it('in a folder of its own, named as the others, is a floor of its own', () => {
    const answer = readVenue([
      { name: 'level 0/floor.geojson', text: text([outline]) },
      { name: 'level 1/floor.geojson', text: text([outline]) },
    ])
    const floors = answer.plan.buildings[0]?.floors ?? []
    expect(new Set(floors.map(({ externalId }) => externalId)).size).toBe(2)
  })
  it('with its levels in one file is as many floors, also for what stands on several', () => {
    const answer = readVenue([
      {
        name: 'osm.geojson',
        text: text([
          feature(square(14, 50, 0.001), { indoor: 'level', level: '0-2', id: 'l' }),
          feature(square(14, 50), { indoor: 'room', level: '0', id: 'a' }),
          feature(square(14.0002, 50), { indoor: 'room', level: 2, id: 'b' }),
          feature(square(14.0004, 50), {
            highway: 'elevator',
            indoor: 'room',
            level: '0;1;2',
            id: 'lift',
          }),
        ]),
      },
    ])
    expect(
      answer.plan.buildings[0]?.floors.map(({ ordinal, rooms }) => [ordinal, rooms.length]),
    ).toEqual([
      [0, 2],
      [1, 1],
      [2, 2],
    ])
    expect(['-1-1', '3;5', 'x', '7-2', '0-9999'].map(levelsOf)).toEqual([
      [-1, 0, 1],
      [3, 5],
      [],
      [],
      [],
    ])
  })
  it('listed twice, or missing in the files, is reported; levels need not follow one another', () => {
    const index = {
      id: 'v',
      name: { he: 'בית', en: 'House' },
      levels: [
        { id: 'a', z_order: '-2', filename: 'a.geojson' },
        { id: 'a', z_order: 1, filename: 'b.geojson' },
        { id: 'b', z_order: 40.4, filename: 'b.geojson' },
        { id: 'c', z_order: 1e12, filename: 'nowhere.geojson' },
      ],
    }
    const answer = readVenue([
      { name: 'main.json', text: JSON.stringify(index) },
      { name: 'a.geojson', text: text([outline]) },
      { name: 'b.geojson', text: text([outline]) },
    ])
    expect(
      answer.plan.buildings.map(({ name, floors }) => [name, floors.map(({ ordinal }) => ordinal)]),
    ).toEqual([['House', [-2, 40]]])
    expect(faultsOf(answer)).toEqual([
      ['a', 'duplicate'],
      ['nowhere.geojson', 'unknownLevel'],
    ])
  })
})

describe('a dirty IMDF plan', () => {
  const files = (
    levels: unknown[],
    units: unknown[],
    more: { name: string; text: string }[] = [],
  ) => [
    { name: 'level.geojson', text: text(levels) },
    { name: 'unit.geojson', text: text(units) },
    ...more,
  ]
  const level = (id: string, properties: object, geometry: unknown = square(14, 50, 0.002)) =>
    feature(geometry, properties, { id, feature_type: 'level' })
  const unit = (id: string, x: number, properties: object = {}) =>
    feature(
      square(x, 50.0001),
      { category: 'room', level_id: 'l', ...properties },
      { id, feature_type: 'unit' },
    )
  it('whose level is shared by buildings gives each its own rooms', () => {
    const footprint = (id: string, x: number) =>
      feature(
        square(x, 50, 0.0009),
        { building_ids: [id], category: 'ground' },
        { id: `f${id}`, feature_type: 'footprint' },
      )
    const testApp = (id: string) =>
      feature(null, { name: { en: `House ${id}` } }, { id, feature_type: 'building' })
    const answer = readVenue(
      files(
        [level('l', { ordinal: 3, building_ids: ['east', 'west', 'east'] })],
        [unit('w', 14.0001), unit('e', 14.0011)],
        [
          {
            name: 'footprint.geojson',
            text: text([footprint('west', 14), footprint('east', 14.001)]),
          },
          { name: 'building.geojson', text: text([testApp('west'), testApp('east')]) },
        ],
      ),
    )
    expect(
      answer.plan.buildings.map(({ name, floors }) => [
        name,
        floors.flatMap(({ rooms }) => rooms.map(({ externalId }) => externalId)),
      ]),
    ).toEqual([
      ['House east', ['e']],
      ['House west', ['w']],
    ])
    expect(answer.faults).toEqual([])
  })
  it('with levels missing, twice, of no shape, and units twice or in the sea', () => {
    const answer = readVenue(
      files(
        [
          level('l', { ordinal: '7', name: { cs: 'Patro', ar: 'طابق' } }),
          level('l', { ordinal: 8 }),
          level('m', { ordinal: 9 }, null),
        ],
        [
          unit('u', 14.0001),
          unit('u', 14.0002),
          unit('lost', 14, { level_id: 'gone' }),
          unit('sea', 50),
          feature(null, { level_id: 'l' }, { id: 'none', feature_type: 'unit' }),
        ],
      ),
    )
    expect(
      answer.plan.buildings[0]?.floors.map(({ name, ordinal, rooms }) => [
        name,
        ordinal,
        rooms.length,
      ]),
    ).toEqual([['Patro', 7, 1]])
    expect(faultsOf(answer)).toEqual([
      ['l', 'duplicate'],
      ['m', 'noGeometry'],
      ['u', 'duplicate'],
      ['lost', 'unknownLevel'],
      ['none', 'noGeometry'],
      ['sea', 'farAway'],
    ])
  })
})

it('the plan reader leaves out more features than any building has, and reports it', () => {
  const many = Array.from({ length: 60 }, (_, id) =>
    feature(square(14 + id * 1e-5, 50, 1e-5), { type: 'room', id }),
  )
  const answer = readVenue([{ name: 'f0.geojson', text: text([outline, ...many]) }], { most: 50 })
  expect(roomsOf(answer)).toHaveLength(49)
  expect(answer.faults.map(({ code }) => code)).toEqual(['tooMany'])
})

it('the plan reader never throws, and what is planned is whole', () => {
  const number = fc.oneof(
    fc.double(),
    fc.integer({ min: -200, max: 200 }),
    fc.constant(14),
    fc.constant(50),
  )
  const position = fc.oneof(fc.array(number, { maxLength: 4 }), fc.jsonValue())
  const geometry = fc.oneof(
    fc.jsonValue(),
    fc.record({
      type: fc.constantFrom('Polygon', 'MultiPolygon', 'LineString', 'GeometryCollection', 'Point'),
      coordinates: fc.oneof(
        fc.array(fc.array(position, { maxLength: 6 }), { maxLength: 3 }),
        fc.jsonValue(),
      ),
      geometries: fc.jsonValue(),
    }),
  )
  const anyFeature = fc.record({
    type: fc.constant('Feature'),
    id: fc.jsonValue(),
    feature_type: fc.constantFrom('unit', 'level', 'building', 'opening', 'footprint', undefined),
    geometry,
    properties: fc.oneof(
      fc.jsonValue(),
      fc.record({
        type: fc.constantFrom('room', 'wall', 'outline', 'door'),
        level_id: fc.jsonValue(),
        building_ids: fc.jsonValue(),
        ordinal: fc.jsonValue(),
        name: fc.jsonValue(),
        level: fc.jsonValue(),
      }),
    ),
  })
  const file = fc.record({
    name: fc.string(),
    text: fc.oneof(
      fc.string(),
      fc.jsonValue().map((value) => JSON.stringify(value)),
      fc
        .array(fc.oneof(anyFeature, fc.jsonValue()), { maxLength: 6 })
        .map((features) => text(features)),
      fc.jsonValue().map((levels) => JSON.stringify({ levels })),
    ),
  })
  fc.assert(
    fc.property(fc.array(file, { maxLength: 3 }), (files) => {
      const { plan, faults } = readVenue(files)
      expect(plan.buildings.length + faults.length).toBeGreaterThan(0)
      for (const { floors, longitude, latitude } of plan.buildings) {
        expect(Number.isFinite(longitude) && Number.isFinite(latitude)).toBe(true)
        for (const { rooms, ordinal } of floors) {
          expect(Number.isInteger(ordinal)).toBe(true)
          expect(new Set(rooms.map(({ externalId }) => externalId)).size).toBe(rooms.length)
        }
      }
    }),
    { numRuns: 400, seed: 21 },
  )
})
