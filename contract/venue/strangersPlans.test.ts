import { describe, expect, it } from 'vitest'
import { readVenue } from './readVenue.ts'
import { checksOf } from './planChecks.ts'
import { reachedRooms } from './reach.ts'
import { comparePlans } from './samePlan.ts'
import { readLevels } from './levelsInOne.ts'
import { planeAt } from './plane.ts'

const plane = planeAt({ longitude: 8.67, latitude: 49.41 })
const at = (x: number, y: number): [number, number] => {
  const { longitude, latitude } = plane.toDegrees({ x, y })
  return [longitude, latitude]
}
const box = (x: number, y: number, wide: number, high: number) => ({
  type: 'Polygon',
  coordinates: [[at(x, y), at(x + wide, y), at(x + wide, y + high), at(x, y + high), at(x, y)]],
})
const point = (x: number, y: number) => ({ type: 'Point', coordinates: at(x, y) })
let way = 0
const osm = (geometry: { type: string }, tags: object) => ({
  type: 'Feature',
  geometry,
  properties: { '@id': `${geometry.type === 'Point' ? 'node' : 'way'}/${(way += 1)}`, ...tags },
})
const read = (name: string, features: unknown[]) =>
  readVenue([{ name, text: JSON.stringify({ type: 'FeatureCollection', features }) }])
const unreached = ({ plan }: ReturnType<typeof readVenue>) =>
  plan.buildings.flatMap(({ floors }) =>
    reachedRooms(floors).flatMap((reached, floor) =>
      reached.flatMap((is, room) => (is ? [] : [floors[floor]?.rooms[room]?.name])),
    ),
  )

describe('a plan of OpenStreetMap', () => {
  const house = (x: number, name: string) => [
    osm(box(x, 0, 40, 20), { building: 'yes', name, 'building:levels': '3' }),
    osm(box(x, 8, 20, 4), { indoor: 'corridor', level: '-1;0;1' }),
    osm(box(x + 20, 8, 20, 4), { indoor: 'area', level: '-1-1' }),
    osm(box(x, 0, 10, 8), { indoor: 'room', level: '0', ref: '01' }),
    osm(box(x, 12, 10, 8), { indoor: 'room', level: '0', repeat_on: '1' }),
    osm(box(x + 10, 12, 10, 8), { indoor: 'room', level: '-1' }),
    osm(box(x + 20, 12, 4, 4), { indoor: 'room', stairs: 'yes', level: '-1-1' }),
    osm(box(x + 30, 12, 8, 8), { indoor: 'room', level: '0', name: 'Walled in' }),
    osm(point(x + 5, 8), { door: 'yes', level: '0' }),
    osm(point(x + 5, 12), { door: 'hinged' }),
    osm(point(x + 15, 12), { door: 'yes', level: '-1' }),
    osm(point(x + 5, 16), { amenity: 'pharmacy', name: 'Pharmacy', level: '0' }),
    osm(point(x + 25, 10), { highway: 'elevator', level: '-1;0;1' }),
  ]
  const answer = read('-1.geojson', [...house(0, 'East'), ...house(200, 'West')])

  it('is as many buildings and floors as it says, named by themselves', () =>
    expect(
      answer.plan.buildings.map(({ name, floors }) => [name, floors.map(({ ordinal }) => ordinal)]),
    ).toEqual([
      ['East', [-1, 0, 1]],
      ['West', [-1, 0, 1]],
    ]))
  it('has its stairs and lifts by their tags, and names rooms by the points in them', () => {
    const ground = answer.plan.buildings[0]?.floors[1]?.rooms ?? []
    expect(ground.map(({ kind }) => kind).toSorted()).toEqual(
      ['corridor', 'corridor', 'lift', 'room', 'room', 'room', 'stairs'].toSorted(),
    )
    expect(ground.map(({ name }) => name)).toContain('Pharmacy')
  })
  it('is walked by its doors on every floor; a room without a door is reported', () =>
    expect(unreached(answer)).toEqual(['Walled in', 'Walled in']))
  it('reads levels in every way that they are written', () => {
    expect(
      ['0;1', '0-4', '-1', '0.5', '-3--1', '0,5', '0,1', '−١', '۲'].map(
        (said) => readLevels(said).levels,
      ),
    ).toEqual([[0, 1], [0, 1, 2, 3, 4], [-1], [0.5], [-3, -2, -1], [0.5], [0, 1], [-1], [2]])
    expect(readLevels('0-9999')).toEqual({ levels: [], tooMany: true })
  })
  it('keeps both parts of a room that an editor has cut in two', () => {
    const part = (x: number, name: string) => ({
      ...osm(box(x, 0, 4, 4), { indoor: 'room', level: '0', name }),
      properties: { '@id': 'way/7', indoor: 'room', level: '0', name },
    })
    const { plan, faults } = read('cut.geojson', [
      part(0, 'Left'),
      part(4, 'Right'),
      part(0, 'Left'),
    ])
    const rooms = plan.buildings[0]?.floors[0]?.rooms ?? []
    expect(rooms.map(({ name }) => name)).toEqual(['Left', 'Right'])
    expect(new Set(rooms.map(({ externalId }) => externalId)).size).toBe(2)
    expect(faults.map(({ code }) => code)).toEqual(['duplicate', 'duplicate'])
  })
  it('has the rooms that osmtogeojson 3.0.0-beta.5 leaves as closed lines', () => {
    const [coordinates] = box(0, 0, 4, 4).coordinates
    const { plan } = read('indoorOsm.geojson', [
      osm({ type: 'LineString', coordinates } as never, { buildingpart: 'room', level: '0' }),
    ])
    expect(plan.buildings[0]?.floors[0]?.rooms).toHaveLength(1)
  })
  it('has no room for a clock or a bench, and none is named by a machine', () => {
    const { plan } = read('machines.geojson', [
      osm(box(0, 0, 9, 9), { indoor: 'room', level: '0' }),
      osm(point(4, 4), { amenity: 'vending_machine', name: 'Snacks', level: '0' }),
      osm(point(20, 4), { amenity: 'clock', level: '0' }),
      osm(point(21, 4), { level: '0', timestamp: '2020-11-11T20:16:15Z' }),
    ])
    expect(plan.buildings[0]?.floors[0]?.rooms.map(({ name }) => name)).toEqual([''])
    expect(plan.features).toEqual([
      { what: 'indoor=room', became: 'room', count: 1 },
      { what: 'amenity=vending_machine', became: 'furnishing', count: 1 },
      { what: 'amenity=clock', became: 'furnishing', count: 1 },
      { what: 'level', became: 'untyped', count: 1 },
    ])
  })
  it('has the outline of its building on a floor of which only parts are drawn', () => {
    const part = { 'building:part': 'yes', height: '16' }
    const { plan } = read('parts.geojson', [
      osm(box(0, 0, 40, 20), { building: 'yes', name: 'East' }),
      osm(box(0, 0, 20, 20), part),
      osm(box(0, 0, 10, 20), { ...part, level: '1' }),
      osm(box(0, 0, 9, 9), { indoor: 'room', level: '0;1' }),
      osm(box(30, 0, 9, 9), { indoor: 'room', level: '0' }),
      osm(box(0, 10, 9, 9), { indoor: 'room', level: '1' }),
    ])
    const [ground, upper] = plan.buildings[0]?.floors ?? []
    const width = (outline: { coordinates: number[][][] } | undefined) => {
      const metres = (outline?.coordinates[0] ?? []).map(
        ([longitude = 0, latitude = 0]) => plane.toMetres({ longitude, latitude }).x,
      )
      return Math.round(Math.max(...metres) - Math.min(...metres))
    }
    expect([width(ground?.outline), width(upper?.outline)]).toEqual([40, 10])
    expect(plan.features).toContainEqual({
      what: 'building:part=yes',
      became: 'otherOutline',
      count: 1,
    })
  })
  it('has no building of which the file has the outside only', () => {
    const { plan } = read('neighbours.geojson', [
      ...house(0, 'East'),
      osm(box(300, 0, 20, 20), { building: 'yes', name: 'Next door' }),
      osm(box(300, 0, 20, 20), { 'building:part': 'yes', level: '0' }),
    ])
    expect(plan.buildings.map(({ name }) => name)).toEqual(['East'])
  })
  it('with thousands of levels, coordinates off the earth or no level gets a sentence', () => {
    const { faults } = read('x.geojson', [
      osm(box(0, 0, 40, 20), { building: 'yes' }),
      osm(box(0, 0, 9, 9), { indoor: 'room', level: '0-5000' }),
      osm({ type: 'Point', coordinates: [500, 500] } as never, { door: 'yes', level: '0' }),
      osm(box(0, 0, 9, 9), { indoor: 'room' }),
    ])
    expect(faults.map(({ code }) => code)).toEqual(['tooManyLevels', 'outOfRange', 'withoutLevel'])
    const bare = read('y.geojson', [osm(box(0, 0, 40, 20), { building: 'yes', level: '0' })])
    expect(bare.faults.map(({ code }) => code)).toContain('withoutFloors')
  })
})

describe('a hospital plan in IMDF', () => {
  const imdf = (id: string, kind: string, geometry: unknown, properties: object) => ({
    type: 'Feature',
    id,
    feature_type: kind,
    geometry,
    properties: { level_id: 'l', ...properties },
  })
  const door = (x: number, y: number) => ({
    type: 'LineString',
    coordinates: [at(x - 0.5, y), at(x + 0.5, y)],
  })
  const answer = read('hospital.geojson', [
    imdf('l', 'level', box(0, 0, 60, 20), { ordinal: 0, building_ids: ['b'] }),
    ...[0, 1, 2].map((piece) =>
      imdf(`c${piece}`, 'unit', box(piece * 20, 8, 20, 4), { category: 'walkway' }),
    ),
    ...[0, 1, 2].flatMap((piece) => [
      imdf(`r${piece}`, 'unit', box(piece * 20, 12, 20, 8), { category: 'room' }),
      imdf(`o${piece}`, 'opening', door(piece * 20 + 10, 12), { category: 'pedestrian' }),
    ]),
    imdf('lift', 'unit', box(0, 4, 3, 4), { category: 'elevator' }),
  ])
  it('whose corridor comes in pieces is walked through from end to end', () =>
    expect(unreached(answer)).toEqual([]))
  it('is recognised by its id and place: far away it is refused, and another one in its place is new', () => {
    const [plan] = answer.plan.buildings
    if (!plan) throw new Error('No building')
    const standing = {
      externalId: plan.externalId,
      outline: plan.outline,
      longitude: plan.longitude,
      latitude: plan.latitude,
      rooms: plan.floors.flatMap(({ ordinal, rooms }) =>
        rooms.map((room) => ({ ...room, ordinal })),
      ),
    }
    expect(comparePlans(plan, standing)).toBe('same')
    const moved = { ...plan, longitude: 9, outline: { ...plan.outline, coordinates: [[]] } }
    expect(comparePlans(moved, standing)).toBe('far')
    const other = standing.rooms.map((room) => ({ ...room, latitude: room.latitude + 0.01 }))
    expect(comparePlans({ ...plan, externalId: null }, { ...standing, rooms: other })).toBe('other')
    expect(comparePlans(plan, { ...standing, externalId: null })).toBe('other')
  })
})

it('checksOf() names by floor the rooms that nobody can reach', () => {
  const closed = Array.from({ length: 25 }, (_, index) =>
    osm(box(index * 4, 40, 3, 3), { indoor: 'room', level: '0', name: `Cell ${index}` }),
  )
  const { plan } = read('x.geojson', [
    osm(box(0, 0, 110, 60), { building: 'yes', name: 'Prison', 'building:levels': '1' }),
    osm(box(0, 0, 100, 30), { indoor: 'corridor', level: '0' }),
    ...closed,
  ])
  const [floor] = checksOf(plan.buildings).unreached
  expect(floor?.floor).toBe('level 0')
  expect(floor?.rooms).toHaveLength(25)
})
