import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Id } from '#contract/ids.ts'
import { contract } from '#contract/index.ts'
import { drawVenue } from '#tests/drawVenue.ts'
import type { Fixtures } from '#tests/fixtures.ts'
import { openTestAppWithFixtures } from '#tests/fixturesTemplate.ts'
import type { TestApp } from '#tests/testApp.ts'

let testApp: TestApp
let admin: string
let own: Fixtures
const { rtls, venueImports, venuePlans, zones } = contract

beforeAll(async () => {
  ;({ testApp, token: admin, fixtures: own } = await openTestAppWithFixtures())
})
afterAll(() => testApp.close())

describe('an import of a venue', () => {
  const square = (x: number, size: number) => ({
    type: 'Polygon',
    coordinates: [
      [
        [x, 51],
        [x + size, 51],
        [x + size, 51 + size],
        [x, 51 + size],
        [x, 51],
      ],
    ],
  })
  const file = (room: string, roomId: string | number = 2) =>
    JSON.stringify({
      files: [
        {
          name: 'tower-0.geojson',
          text: JSON.stringify({
            type: 'FeatureCollection',
            features: [
              {
                type: 'Feature',
                properties: { id: 1, type: 'building_outline' },
                geometry: square(15, 0.001),
              },
              {
                type: 'Feature',
                properties: { id: roomId, type: 'room', name: room },
                geometry: square(15.0001, 0.0002),
              },
              { type: 'Feature', properties: { id: 3, type: 'room' }, geometry: null },
            ],
          }),
        },
      ],
    })
  const read = async (room: string) =>
    (
      await testApp.upload(
        admin,
        '/api/rtls/venue-imports',
        'tower.json',
        file(room),
        'application/json',
      )
    ).body as { id: number; faultCount: number; buildings: { isKnown: boolean }[] }
  it('is previewed, applied, and applied again without anything twice', async () => {
    const first = await read('Lab')
    expect(first).toMatchObject({
      faultCount: 1,
      faults: [{ feature: '3', code: 'noGeometry' }],
      buildings: [{ isKnown: false, floors: [{ rooms: 1 }] }],
    })
    expect(
      (
        await testApp.call(admin, venueImports.applyVenueImport, {
          params: { id: first.id as never },
          body: {},
        })
      ).body,
    ).toMatchObject({ created: 3, updated: 0, removed: 0 })
    const again = await read('Laboratory')
    expect(again.buildings).toMatchObject([{ isKnown: true }])
    const done = (
      await testApp.call(admin, venueImports.applyVenueImport, {
        params: { id: again.id as never },
        body: {},
      })
    ).body
    expect(done).toMatchObject({ created: 0, updated: 3, removed: 0 })
    const towers = (await testApp.call(admin, rtls.listBuildings, {})).body.rows.filter(
      ({ id }) => id === done.buildingIds[0],
    )
    expect(towers).toHaveLength(1)
    expect(
      (
        await testApp.call(admin, rtls.getFloor, {
          params: { id: towers[0]?.floors[0]?.id as never },
        })
      ).body.rooms.map(({ name, use }) => [name, use]),
    ).toEqual([['Laboratory', 'treatment']])
  })
  it('leaves another building alone that came from a file of the same name', async () => {
    const housesNow = async () =>
      (await testApp.call(admin, rtls.listBuildings, {})).body.rows.length
    const before = await housesNow()
    const elsewhere = file('Lab').replaceAll('15.', '17.').replaceAll('[15,', '[17,')
    const { body } = await testApp.upload(
      admin,
      '/api/rtls/venue-imports',
      'tower.json',
      elsewhere,
      'application/json',
    )
    expect(body).toMatchObject({ buildings: [{ isKnown: false }] })
    const done = await testApp.call(admin, venueImports.applyVenueImport, {
      params: { id: (body as { id: number }).id as never },
      body: {},
    })
    expect(done.body).toMatchObject({ created: 3, updated: 0, removed: 0 })
    expect(await housesNow()).toBe(before + 1)
  })
  const isUndone = async (id: number) =>
    testApp.call(admin, venueImports.undoVenueImport, { params: { id: id as never } })
  const roomsOf = async (buildingId: number | undefined) => {
    const house = (await testApp.call(admin, rtls.listBuildings, {})).body.rows.find(
      ({ id }) => id === buildingId,
    )
    const floorId = house?.floors[0]?.id
    if (floorId === undefined) return null
    const { body } = await testApp.call(admin, rtls.getFloor, { params: { id: floorId } })
    return body.rooms.map(({ name }) => name)
  }
  const moved = (text: string, by: string) =>
    text.replaceAll('15.', `${by}.`).replaceAll('[15,', `[${by},`)
  const upload = async (text: string) =>
    (await testApp.upload(admin, '/api/rtls/venue-imports', 'x.json', text, 'application/json'))
      .body as { id: number; buildings: { isFar: boolean; floors: object[] }[] }
  const takeOver = async (id: number) =>
    (
      await testApp.call(admin, venueImports.applyVenueImport, {
        params: { id: id as never },
        body: {},
      })
    ).body
  it('is undone: what was new goes, what was changed is restored', async () => {
    const first = await upload(moved(file('Ward'), '18'))
    const { buildingIds } = await takeOver(first.id)
    expect(await roomsOf(buildingIds[0])).toEqual(['Ward'])
    const second = await upload(moved(file('Annex', 'r9'), '18'))
    expect(second.buildings[0]?.floors[0]).toMatchObject({
      isKnown: true,
      removed: { count: 1, names: ['Ward'] },
      unreached: { count: 0, names: [] },
    })
    await takeOver(second.id)
    expect(await roomsOf(buildingIds[0])).toEqual(['Annex'])
    expect((await isUndone(first.id)).status).toBe(409) // the second import depends on it
    const back = await isUndone(second.id)
    expect(back.body).toEqual({ restored: 1, removed: 0 })
    expect(await roomsOf(buildingIds[0])).toEqual(['Ward'])
    expect((await isUndone(second.id)).body).toMatchObject({ errors: [{ code: 'undoneAlready' }] })
    expect((await isUndone(first.id)).body).toEqual({ restored: 0, removed: 1 })
  })
  it('that came alone leaves nothing behind when it is undone', async () => {
    const { id } = await upload(moved(file('Ward'), '19'))
    const { buildingIds } = await takeOver(id)
    expect((await isUndone(id)).body).toEqual({ restored: 0, removed: 1 })
    expect(await roomsOf(buildingIds[0])).toBeNull()
    const again = await takeOver(id)
    expect(await roomsOf(again.buildingIds[0])).toEqual(['Ward'])
  })
  it('is not undone if somebody drew on a floor that came with it', async () => {
    const { id } = await upload(moved(file('Ward'), '20'))
    const { buildingIds } = await takeOver(id)
    const house = (await testApp.call(admin, rtls.listBuildings, {})).body.rows.find(
      (one) => one.id === buildingIds[0],
    )
    const floorId = house?.floors[0]?.id as Id<'floor'>
    const { outline } = (await testApp.call(admin, rtls.getFloor, { params: { id: floorId } })).body
    const corners = (outline.coordinates[0] ?? []).slice(0, 3)
    const area = await testApp.call(admin, zones.createArea, {
      body: { floorId, name: 'Loading bay', colour: 'blue', corners },
    })
    expect(area.status, JSON.stringify(area.body)).toBe(200)
    expect((await isUndone(id)).body).toMatchObject({ errors: [{ code: 'planChangedSince' }] })
    const areasDrawn = { errors: [{ code: 'areasDrawn', message: 'Loading bay' }] }
    expect(
      (await testApp.call(admin, venuePlans.deleteFloorPlan, { params: { id: floorId } })).body,
    ).toMatchObject(areasDrawn)
    expect(
      (await testApp.call(admin, rtls.deleteBuilding, { params: { id: buildingIds[0] as never } }))
        .body,
    ).toMatchObject(areasDrawn)
    const newer = await upload(moved(file('Annex', 'r9'), '20'))
    await takeOver(newer.id)
    expect((await testApp.call(admin, zones.listAreas, { body: { floorId } })).body.count).toBe(1)
    expect((await isUndone(newer.id)).status).toBe(200)
    await testApp.call(admin, zones.deleteArea, { params: { id: area.body.id } })
    expect((await isUndone(id)).body).toEqual({ restored: 0, removed: 1 })
  })
  it('says where a location is drawn: its room, the floor of its building, or nowhere', async () => {
    const place = async (id: number) =>
      (await testApp.call(admin, rtls.getPlaceOfLocation, { params: { id: id as never } })).body
    expect(await place(own.location ?? 0)).toEqual({ floorId: null, roomId: null, isAbove: false })
    await testApp.call(admin, rtls.renameBuilding, {
      params: { id: own.building as never },
      body: { locationId: own.location as never },
    })
    expect(await place(own.location ?? 0)).toEqual({
      floorId: own.floor,
      roomId: null,
      isAbove: false,
    })
    await testApp.call(admin, rtls.renameBuilding, {
      params: { id: own.building as never },
      body: { locationId: null },
    })
    expect(
      (
        await testApp.call(admin, rtls.getPlaceOfLocation, {
          params: { id: 2_000_000_000 as never },
        })
      ).status,
    ).toBe(404)
  })
  it('with a level shared by two buildings, and values that a database cannot store, is applied all the same', async () => {
    const feature = (id: string, kind: string, geometry: unknown, properties: object) => ({
      type: 'Feature',
      id,
      feature_type: kind,
      geometry,
      properties,
    })
    const features = [
      feature('l', 'level', square(16, 0.002), {
        ordinal: 1e15,
        name: { en: 'Bridge \u0000\ud800' },
        building_ids: ['x1', 'x2'],
      }),
      feature('f1', 'footprint', square(16, 0.0009), { building_ids: ['x1'] }),
      feature('f2', 'footprint', square(16.001, 0.0009), { building_ids: ['x2'] }),
      feature('u1', 'unit', square(16.0001, 0.0001), { level_id: 'l', category: 'room' }),
      feature('u2', 'unit', square(16.0011, 0.0001), { level_id: 'l', category: 'room' }),
      feature('u2', 'unit', square(16.0012, 0.0001), { level_id: 'l', category: 'room' }),
    ]
    const made = (
      await testApp.upload(
        admin,
        '/api/rtls/venue-imports',
        'imdf.json',
        JSON.stringify({
          files: [
            { name: 'all.geojson', text: JSON.stringify({ type: 'FeatureCollection', features }) },
          ],
        }),
        'application/json',
      )
    ).body as { id: number }
    const done = (
      await testApp.call(admin, venueImports.applyVenueImport, {
        params: { id: made.id as never },
        body: {},
      })
    ).body
    expect(done).toMatchObject({ created: 6, updated: 0 })
    expect(
      await testApp.call(admin, venueImports.applyVenueImport, {
        params: { id: made.id as never },
        body: {},
      }),
    ).toMatchObject({ status: 409, body: { errors: [{ code: 'takenOverAlready' }] } })
    expect((await isUndone(made.id)).body).toEqual({ restored: 0, removed: 2 })
  })
  it('is applied once by two users who press at the same moment', async () => {
    const { id } = await upload(moved(file('Ward'), '23'))
    const apply = () =>
      testApp.call(admin, venueImports.applyVenueImport, {
        params: { id: id as never },
        body: {},
      })
    const statuses = (await Promise.all([apply(), apply()])).map(({ status }) => status)
    expect(statuses.toSorted((one, other) => one - other)).toEqual([200, 409])
    expect((await isUndone(id)).body).toEqual({ restored: 0, removed: 1 })
  })
  it('removes only the rooms that were previewed', async () => {
    const small = await upload(moved(file('Ward'), '24'))
    const other = await upload(moved(file('Annex', 'r9'), '24'))
    await takeOver(other.id)
    const apply = (removes: number) =>
      testApp.call(admin, venueImports.applyVenueImport, {
        params: { id: small.id as never },
        body: { removes },
      })
    expect(await apply(0)).toMatchObject({
      status: 409,
      body: { errors: [{ code: 'planRemovesMore' }] },
    })
    expect((await apply(1)).body).toMatchObject({ removed: 1 })
  })
  it('of another kind of file is refused with a sentence', async () => {
    expect(
      (
        await testApp.upload(
          admin,
          '/api/rtls/venue-imports',
          'x.zip',
          'PK not really',
          'application/zip',
        )
      ).body,
    ).toMatchObject({ errors: [{ code: 'brokenArchive' }] })
    expect(
      (await testApp.upload(admin, '/api/rtls/venue-imports', 'x.txt', 'hello', 'text/plain')).body,
    ).toMatchObject({ errors: [{ code: 'notAPlan' }] })
  })
  it('of another company is not found', async () => {
    const theirs = await drawVenue(testApp, testApp.there, null, 'THEIRS-2')
    expect(
      (await testApp.call(admin, rtls.getFloor, { params: { id: theirs.floor } })).status,
    ).toBe(404)
    expect(
      (await testApp.call(admin, rtls.listBuildings, {})).body.rows.map(({ name }) => name).join(),
    ).not.toContain('THEIRS')
  })
})
