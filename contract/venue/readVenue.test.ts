import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { textOf, wordsOf } from './texts.ts'
import { checksOf } from './planChecks.ts'
import { readVenue } from './readVenue.ts'
import { gridOf, walkFrom } from './walking.ts'

const square = (x: number, y: number, size = 0.0001) => ({
  type: 'Polygon',
  coordinates: [
    [
      [x, y],
      [x + size, y],
      [x + size, y + size],
      [x, y + size],
      [x, y],
    ],
  ],
})
const collection = (features: unknown[]) => JSON.stringify({ type: 'FeatureCollection', features })
const feature = (geometry: unknown, properties: object, more: object = {}) => ({
  type: 'Feature',
  geometry,
  properties,
  ...more,
})

it('readVenue() takes an invisible name for none', () => {
  expect(wordsOf(' \u200b\u00ad')).toBe('')
  expect(textOf({ en: '\u2060', he: 'חדר' })).toBe('חדר')
})

describe('readVenue() of plain floors', () => {
  it('makes one building, a floor for each file, in the order of their numbers', () => {
    const { plan, faults } = readVenue([
      {
        name: 'house-1.geojson',
        text: collection([
          feature(square(14, 50, 0.001), { type: 'building_outline' }),
          feature(square(14.0001, 50.0001), { type: 'room', name: 'Lab', id: 7 }),
        ]),
      },
      {
        name: 'house-0.geojson',
        text: collection([
          feature(square(14, 50, 0.001), { type: 'building_outline' }),
          feature(square(14.0002, 50.0001), { type: 'elevator', id: 1 }),
        ]),
      },
    ])
    expect(faults).toEqual([])
    expect(
      plan.buildings.map(({ floors }) =>
        floors.map(({ ordinal, rooms }) => [
          ordinal,
          rooms.map(({ kind, name, externalId }) => [kind, name, externalId]),
        ]),
      ),
    ).toEqual([
      [
        [0, [['lift', '', '1']]],
        [1, [['room', 'Lab', '7']]],
      ],
    ])
  })
  it('reports each feature that cannot be used, and keeps the others', () => {
    const { plan, faults } = readVenue([
      { name: 'broken.geojson', text: '{' },
      {
        name: 'f0.geojson',
        text: collection([
          feature(null, { type: 'room', id: 'nothing' }),
          feature(
            {
              type: 'Polygon',
              coordinates: [
                [
                  [14, 50],
                  [14.1, 50],
                ],
              ],
            },
            { type: 'room', id: 'line' },
          ),
          feature(square(50, 140), { type: 'room', id: 'swapped' }),
          feature(square(14, 50), { type: 'room', id: 'good' }),
          feature(square(14, 50), { type: 'room', id: 'good' }),
          feature(square(14, 50), { type: 'teapot', id: 'odd' }),
          feature(square(20, 50), { type: 'room', id: 'sea' }),
          feature(square(14, 50, 0.001), { type: 'outline' }),
        ]),
      },
    ])
    expect(faults.map(({ feature: id, code }) => [id, code])).toEqual([
      [null, 'notJson'],
      ['nothing', 'noGeometry'],
      ['line', 'badGeometry'],
      ['swapped', 'outOfRange'],
      ['good', 'duplicate'],
      ['odd', 'unknownKind'],
      ['sea', 'farAway'],
    ])
    expect(checksOf(plan.buildings).faults).toMatchObject([{ code: 'roomsOverlap', room: 'good' }])
    expect(plan.buildings[0]?.floors[0]?.rooms.map(({ externalId }) => externalId)).toEqual([
      'good',
      'good#4',
    ])
  })
  it('takes holes in a floor as closed, closed lines as rooms, and a dash as no name', () => {
    const { coordinates } = square(14, 50)
    const line = { type: 'LineString', coordinates: coordinates[0] }
    const { plan, faults } = readVenue([
      {
        name: 'f0.geojson',
        text: collection([
          feature(square(14, 50), { type: 'floor_opening', id: 'hole' }),
          feature(line, { type: 'room', id: 'drawn', name: '-' }),
          feature(line, {}),
        ]),
      },
    ])
    const [floor] = plan.buildings[0]?.floors ?? []
    expect(floor?.rooms.map(({ externalId, kind, name }) => [externalId, kind, name])).toEqual([
      ['hole', 'closed', ''],
      ['drawn', 'room', ''],
    ])
    expect(floor?.parts).toEqual([])
    expect(plan.features?.at(-1)).toEqual({ what: '—', became: 'untyped', count: 1 })
    expect(faults).toEqual([])
    expect(checksOf(plan.buildings).faults).toMatchObject([{ code: 'roomsOverlap' }])
  })
  it('refuses files that contain nothing', () =>
    expect(
      readVenue([{ name: 'x.json', text: '{"hello":1}' }]).faults.map(({ code }) => code),
    ).toEqual(['notGeoJson', 'noFloors']))
})

describe('readVenue() of IMDF', () => {
  const imdf = [
    {
      name: 'venue.geojson',
      text: collection([
        feature(null, { name: { en: 'Mall' } }, { id: 'v', feature_type: 'venue' }),
      ]),
    },
    {
      name: 'building.geojson',
      text: collection([
        feature(null, { name: { en: 'West wing' } }, { id: 'b', feature_type: 'building' }),
      ]),
    },
    {
      name: 'level.geojson',
      text: collection([
        feature(
          square(14, 50, 0.001),
          { ordinal: 1, short_name: { en: 'L1' }, name: { en: 'Level 1' }, building_ids: ['b'] },
          { id: 'l', feature_type: 'level' },
        ),
      ]),
    },
    {
      name: 'unit.geojson',
      text: collection([
        feature(
          square(14, 50),
          { category: 'room', level_id: 'l', name: { cs: 'Obchod' } },
          { id: 'u1', feature_type: 'unit' },
        ),
        feature(
          square(14.0001, 50),
          { category: 'restroom.female', level_id: 'l' },
          { id: 'u2', feature_type: 'unit' },
        ),
        feature(
          square(14, 50),
          { category: 'room', level_id: 'nowhere' },
          { id: 'u3', feature_type: 'unit' },
        ),
      ]),
    },
    {
      name: 'opening.geojson',
      text: collection([
        feature(
          {
            type: 'LineString',
            coordinates: [
              [14, 50],
              [14, 50.00001],
            ],
          },
          { category: 'pedestrian', level_id: 'l' },
          { id: 'o', feature_type: 'opening' },
        ),
      ]),
    },
  ]
  it('joins levels, units and openings by their ids, and names in any language', () => {
    const { plan, faults } = readVenue(imdf)
    expect(plan.buildings).toMatchObject([
      {
        name: 'West wing',
        floors: [
          {
            name: 'Level 1',
            shortName: 'L1',
            ordinal: 1,
            rooms: [{ name: 'Obchod', kind: 'room' }, { kind: 'toilet' }],
            parts: [{ kind: 'door' }],
          },
        ],
      },
    ])
    expect(faults).toEqual([{ file: 'unit.geojson', feature: 'u3', code: 'unknownLevel' }])
  })
})

const real = join(process.env['REAL_DATA'] ?? '../shared/data', 'venues/westport-house')
describe.skipIf(!existsSync(real))(
  'readVenue() of a real seven-storey office (not run where the real data is absent)',
  () => {
    const files = existsSync(real)
      ? readdirSync(real).map((name) => ({ name, text: readFileSync(join(real, name), 'utf8') }))
      : []
    const { plan, faults } = readVenue(files)
    it('gives seven floors in order, each with its walls', () => {
      expect(faults.filter(({ code }) => code !== 'unknownKind')).toEqual([])
      expect(
        plan.buildings.map(({ name, floors }) => [name, floors.map(({ ordinal }) => ordinal)]),
      ).toEqual([['Westport House', [0, 1, 2, 3, 4, 5, 6]]])
      for (const floor of plan.buildings[0]?.floors ?? [])
        expect(floor.parts.length, floor.name).toBeGreaterThan(10)
    })
    it('gives floors that can be walked through', () => {
      const floor = plan.buildings[0]?.floors[2]
      const grid = floor && gridOf(floor)
      const [from, to] = (floor?.rooms ?? []).filter(({ kind }) => kind === 'room')
      if (!grid || !from || !to) throw new Error('No floor to walk on')
      const metres = walkFrom(grid, [{ point: from, behind: 0 }]).metresTo(to)
      expect(metres).toBeGreaterThan(3)
      expect(metres).toBeLessThan(120)
    })
  },
)
