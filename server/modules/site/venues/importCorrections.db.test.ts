import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contract } from '#contract/index.ts'
import type { Id } from '#contract/ids.ts'
import { corrections } from '#contract/venue/corrections.ts'
import type { VenueImport } from '#contract/venue/venueImports.ts'
import { openTestAppWithFixtures } from '#tests/fixturesTemplate.ts'
import type { TestApp } from '#tests/testApp.ts'

let testApp: TestApp
let admin: string
const { rtls, venueImports } = contract

beforeAll(async () => {
  ;({ testApp, token: admin } = await openTestAppWithFixtures())
})
afterAll(() => testApp.close())

const box = (x: number, size: number) => ({
  type: 'Polygon',
  coordinates: [
    [
      [x, 52],
      [x + size, 52],
      [x + size, 52 + size],
      [x, 52 + size],
      [x, 52],
    ],
  ],
})
const room = (id: string, x: number, more: object = {}) => ({
  type: 'Feature',
  properties: { id, type: 'room', name: `Room ${id}`, door_no: `D-${id}`, ...more },
  geometry: box(x, 0.0001),
})
const outline = {
  type: 'Feature',
  properties: { id: 'o', type: 'building_outline' },
  geometry: box(16, 0.0008),
}
const file = (...floors: object[][]) =>
  JSON.stringify({
    files: floors.map((features, floor) => ({
      name: `mill-${floor}.geojson`,
      text: JSON.stringify({ type: 'FeatureCollection', features: [outline, ...features] }),
    })),
  })
const two = file(
  [
    room('a', 16.0001),
    room('b', 16.0003),
    { ...room('lab', 16.0005), properties: { id: 'lab', type: 'labor', name: 'Lab' } },
  ],
  [room('c', 16.0001)],
)
const read = async (name: string, text = two) =>
  (await testApp.upload(admin, '/api/rtls/venue-imports', name, text, 'application/json'))
    .body as VenueImport
const correct = async ({ id, version }: { id: number; version: number }, made: object) =>
  testApp.call(admin, venueImports.correctVenueImport, {
    params: { id: id as Id<'venueImport'> },
    body: { version, corrections: corrections.parse(made) },
  })
const apply = async (id: number, body: object = {}) =>
  testApp.call(admin, venueImports.applyVenueImport, {
    params: { id: id as Id<'venueImport'> },
    body: body as never,
  })
const building = '#0'

describe('corrections of an import', () => {
  it('are shown in preview and picture, written by the import, and undone with it', async () => {
    const first = await read('mill.json')
    expect(first).toMatchObject({
      corrections: null,
      texts: [{ key: 'name', isName: true }, { key: 'door_no', rooms: 3 }, { key: 'id' }],
    })
    const saved = await correct(first, {
      codeFrom: 'door_no',
      layers: [{ what: 'labor', became: 'unknownKind', to: 'room' }],
      floors: [{ building, floor: 'level 0', name: 'Ground', shortName: 'G' }],
      rooms: [
        { building, floor: 'level 0', room: 'a', name: 'Boiler house', isRestricted: true },
        { building, floor: 'level 0', room: 'b', onto: 'level 1' },
      ],
    })
    expect(saved.body).toMatchObject({
      unfit: [],
      buildings: [
        {
          floors: [
            { key: 'level 0', name: 'Ground', isCorrected: true, rooms: 2, restricted: 1 },
            { key: 'level 1', rooms: 2 },
          ],
        },
      ],
    })
    const picture = await testApp.ok(admin, venueImports.getPlannedFloor, {
      params: { id: first.id, building, floor: 'level 1' },
    })
    expect(picture.rooms.map(({ id, name, code, change }) => [id, name, code, change])).toEqual([
      ['b', 'Room b', 'D-b', 'new'],
      ['c', 'Room c', 'D-c', 'new'],
    ])
    const done = (await apply(first.id, { version: saved.body.version })).body
    const houses = (await testApp.ok(admin, rtls.listBuildings, {})).rows
    const house = houses.find(({ id }) => id === done.buildingIds[0])
    expect(house?.floors.map(({ name, shortName }) => [name, shortName])).toEqual([
      ['Ground', 'G'],
      ['mill-1', '1'],
    ])
    const ground = await testApp.ok(admin, rtls.getFloor, {
      params: { id: house?.floors[0]?.id as never },
    })
    expect(ground.rooms.map(({ name, isRestricted }) => [name, isRestricted === true])).toEqual(
      expect.arrayContaining([
        ['Boiler house', true],
        ['Lab', false],
      ]),
    )
    expect((await correct(saved.body, {})).status).toBe(409)
    const undone = await testApp.call(admin, venueImports.undoVenueImport, {
      params: { id: first.id },
    })
    expect(undone.body).toEqual({ restored: 0, removed: 2 })
  })
  it('are refused with 409 if another user has corrected the import, and an import of an older version is, too', async () => {
    const first = await read('mill.json')
    expect((await correct(first, { nameFrom: 'door_no' })).status).toBe(200)
    expect((await correct(first, { nameFrom: null })).status).toBe(409)
    expect((await apply(first.id, { version: first.version })).status).toBe(409)
  })
  it('find again what a correction solves: rooms of two floors that lie on each other', async () => {
    const one = await read('stacked.json', file([room('a', 16.0001), room('c', 16.0001)]))
    expect(one.faults).toMatchObject([{ code: 'roomsOverlap', place: { room: 'a' } }])
    const { body } = await correct(one, {
      added: [{ building, floor: 'added 1', name: 'Upper', shortName: '1', ordinal: 1 }],
      rooms: [{ building, floor: 'level 0', room: 'c', onto: 'added 1' }],
    })
    expect(body.faultCount).toBe(0)
    expect(body.buildings[0]?.floors.map(({ name }) => name)).toEqual(['mill-0', 'Upper'])
  })
  it('count the rooms that the import removes', async () => {
    const made = await read('removes.json')
    await apply(made.id)
    const again = await read('removes.json')
    const { body } = await correct(again, {
      rooms: [{ building, floor: 'level 0', room: 'a', isLeftOut: true }],
    })
    expect(body.buildings[0]?.floors[0]?.removed).toEqual({ count: 1, names: ['Room a'] })
    expect((await apply(again.id, { removes: 0 })).status).toBe(409)
    expect((await apply(again.id, { removes: 1 })).body).toMatchObject({ removed: 1 })
  })
  it('are offered again to the next import of the file, and what does not fit is named', async () => {
    const made = {
      rooms: [
        { building, floor: 'level 0', room: 'a', name: 'Boiler house' },
        { building, floor: 'level 0', room: 'b', name: 'Stock' },
      ],
    }
    await correct(await read('yearly.json'), made)
    const next = await read('yearly.json', file([room('a', 16.0001)]))
    expect(next.earlier).toMatchObject({ fits: 1, corrections: made })
    const { body } = await correct(next, next.earlier?.corrections ?? {})
    expect(body.unfit).toEqual([{ kind: 'room', name: 'b' }])
    expect((await read('other.json')).earlier).toBeNull()
  })
  it('of names alone leave the checks as they are', async () => {
    const one = await read('named.json', file([room('a', 16.0001), room('c', 16.0001)]))
    const { body } = await correct(one, {
      rooms: [{ building, floor: 'level 0', room: 'a', name: 'Hall' }],
    })
    expect(body.faults).toEqual(one.faults)
  })
})

it('readVenueFiles reads floors from the property that the user chose', async () => {
  const text = JSON.stringify({
    type: 'FeatureCollection',
    features: [
      outline,
      room('a', 16.0001, { level: 0, wing: 'x' }),
      room('b', 16.0003, { level: 0, wing: 'x' }),
      room('c', 16.0001, { level: 1, wing: 'y' }),
      room('d', 16.0003, { level: 1, wing: 'y' }),
    ],
  })
  const sent = async (query: string) =>
    (
      await testApp.upload(
        admin,
        `/api/rtls/venue-imports${query}`,
        'w.json',
        text,
        'application/json',
      )
    ).body as VenueImport
  const first = await sent('')
  expect(first.floorSources).toMatchObject([
    { key: 'level', floors: 2, isTaken: true },
    { key: 'wing', floors: 2, signs: ['x', 'y'], isTaken: false },
  ])
  const other = await sent('?floorFrom=wing')
  expect(other.buildings[0]?.floors.map(({ name }) => name)).toEqual(['x', 'y'])
})
