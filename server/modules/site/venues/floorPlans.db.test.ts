import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contract } from '#contract/index.ts'
import type { Id } from '#contract/ids.ts'
import type { Position } from '#contract/venue/shapes.ts'
import { box, drawn, floorOf, type Draft } from '#tests/drawnFloors.ts'
import type { Fixtures } from '#tests/fixtures.ts'
import { openTestAppWithBothFixtures } from '#tests/fixturesTemplate.ts'
import type { TestApp } from '#tests/testApp.ts'
import * as tables from '#db/schema/index.ts'
import { asSystem } from '#kernel/data/transaction.ts'

let testApp: TestApp
let admin: string
let staff: string
let own: Fixtures
let theirs: Fixtures
const { venuePlans: plans, rtls, locations, journal } = contract
const create = async (draft: Draft, token = admin) =>
  testApp.call(token, plans.createFloorPlan, { body: draft })
const save = (id: Id<'floor'>, version: number, draft: Draft, token = admin) => {
  const { buildingId: _id, buildingName: _name, ...body } = draft
  return testApp.call(token, plans.updateFloorPlan, { params: { id }, body: { ...body, version } })
}
const upload = async (token: string, mime = 'application/pdf', bytes = '%PDF-1.7 a plan') =>
  ((await testApp.upload(token, '/api/files', 'plan.pdf', bytes, mime)).body as { id: Id<'file'> })
    .id
const laid = (fileId: Id<'file'>) => ({
  fileId,
  page: 1,
  width: 800,
  height: 600,
  from: [16, 49] as Position,
  to: [16.001, 49] as Position,
})

beforeAll(async () => {
  ;({ testApp, token: admin, fixtures: own, theirs } = await openTestAppWithBothFixtures())
  staff = await testApp.signIn('staff')
})
afterAll(() => testApp.close())

describe('a drawn floor', () => {
  it('is a building of the map like an imported one, with its rooms, doors and gateways', async () => {
    const door = {
      kind: 'door' as const,
      shape: {
        type: 'LineString' as const,
        coordinates: [
          [16, 49],
          [16.00002, 49],
        ] as Position[],
      },
    }
    const hung = testApp.call(admin, rtls.listMapEquipment, { body: { search: 'OURS radio' } })
    const gateway = (await hung).body.rows[0]
    const answer = await create(
      floorOf([drawn('0.01', 0), drawn('0.02', 5, { kind: 'stairs' })], {
        parts: [door],
        gateways: [{ equipmentId: gateway?.id as never, longitude: 16.0001, latitude: 49.00005 }],
      }),
    )
    expect(answer.status, JSON.stringify(answer.body)).toBe(200)
    expect(answer.body).toMatchObject({ version: 1, building: { name: 'Annex' } })
    expect(answer.body.gateways).toMatchObject([{ equipmentId: gateway?.id }])
    const shown = (await testApp.call(staff, rtls.getFloor, { params: { id: answer.body.id } }))
      .body
    expect(shown.rooms.map(({ code, kind }) => [code, kind])).toEqual([
      ['0.01', 'room'],
      ['0.02', 'stairs'],
    ])
    expect(shown.parts).toEqual([door])
    const houses = (await testApp.call(staff, rtls.listBuildings, {})).body.rows
    expect(houses.find(({ name }) => name === 'Annex')?.floors).toMatchObject([{ shortName: '0' }])
  })

  it('creates locations for its rooms inside its own, and leaves them when the rooms go', async () => {
    const { body: made } = await create(
      floorOf(
        [
          drawn('1.01', 0, { name: 'Office', makesLocation: true }),
          drawn('1.02', 5, { locationId: own.location as never }),
        ],
        { locationId: own.location as never, newLocationTypeId: own.locationType as never },
      ),
    )
    const [first, second] = made.rooms
    expect(first?.location?.name).toBe('1.01 Office')
    expect(second?.location?.id).toBe(own.location)
    const placeId = first?.location?.id as Id<'location'>
    const place = await testApp.call(admin, locations.getLocation, { params: { id: placeId } })
    expect(place.body.parent?.id).toBe(own.location)
    const fewer = await save(made.id, made.version, floorOf([drawn('1.02', 5)]))
    expect(fewer.body.rooms).toHaveLength(1)
    const still = await testApp.call(admin, locations.getLocation, { params: { id: placeId } })
    expect(still.status).toBe(200)
  })

  it('keeps a room the same room while it is moved', async () => {
    const { body: made } = await create(floorOf([drawn('2.01', 0)]))
    const roomId = made.rooms[0]?.id ?? null
    const { body: moved } = await save(
      made.id,
      made.version,
      floorOf([drawn('2.01', 9, { id: roomId }), drawn('2.02', 15)]),
    )
    expect(moved.rooms[0]?.id).toBe(roomId)
    expect(moved.rooms).toHaveLength(2)
  })

  it('that another user saved in between is 409 with the stored version', async () => {
    const { body: made } = await create(floorOf([drawn('3.01', 0)]))
    expect((await save(made.id, 1, floorOf([drawn('3.02', 0)]))).status).toBe(200)
    const late = await save(made.id, 1, floorOf([drawn('3.03', 0)]))
    expect([late.status, late.body]).toMatchObject([
      409,
      { errors: [{ code: 'staleVersion' }], current: { version: 2, rooms: [{ code: '3.02' }] } },
    ])
  })

  it('is recorded in the journal of its building', async () => {
    const { body: made } = await create(floorOf([drawn('4.01', 0)]))
    await save(made.id, 1, floorOf([drawn('4.01', 0), drawn('4.02', 5)]))
    const { rows } = (
      await testApp.call(admin, journal.listJournal, {
        body: { entity: 'building', entityId: made.building.id, limit: 1 },
      })
    ).body
    expect(rows[0]?.changes).toMatchObject([
      { field: 'rooms', part: 'Ground floor', before: 1, after: 2 },
      { field: 'planVersion', part: 'Ground floor', after: 2 },
    ])
  })

  it('GET /api/rtls/places/{id} answers for a shelf with the drawn room around it', async () => {
    const body = { name: 'Store', typeId: own.locationType as never }
    const store = (await testApp.call(admin, locations.createLocation, { body })).body
    const shelf = (
      await testApp.call(admin, locations.createLocation, {
        body: { ...body, name: 'Shelf 3', parentId: store.id },
      })
    ).body
    const placeOf = async (id: Id<'location'>) =>
      (await testApp.call(admin, rtls.getPlaceOfLocation, { params: { id } })).body
    expect(await placeOf(shelf.id)).toEqual({ floorId: null, roomId: null, isAbove: false })
    const { id: floorId, rooms } = (
      await create(floorOf([drawn('0.91', 0, { locationId: store.id })], { ordinal: 9 }))
    ).body
    const roomId = rooms[0]?.id
    expect(await placeOf(shelf.id)).toEqual({ floorId, roomId, isAbove: true })
    expect(await placeOf(store.id)).toEqual({ floorId, roomId, isAbove: false })
    const { body: annex } = await testApp.call(admin, rtls.listBuildings, {})
    const building = annex.rows.find(({ floors }) => floors.some(({ id }) => id === floorId))
    await testApp.call(admin, rtls.renameBuilding, {
      params: { id: building?.id as never },
      body: { locationId: shelf.id },
    })
    expect(await placeOf(shelf.id)).toEqual({ floorId, roomId: null, isAbove: false })
  })

  it('is not written by users who may not change locations, nor by another company', async () => {
    expect((await create(floorOf([]), staff)).status).toBe(403)
    const of = { params: { id: theirs.floor as never } }
    expect((await testApp.call(admin, plans.getFloorPlan, of)).status).toBe(404)
    expect((await save(theirs.floor as never, 1, floorOf([]))).status).toBe(404)
    expect((await testApp.call(admin, plans.deleteFloorPlan, of)).status).toBe(404)
    const foreign = drawn('5.01', 0, { id: theirs.room as never })
    expect((await save(own.floor as never, 1, floorOf([foreign]))).status).toBe(404)
  })

  it.each([
    [
      'crosses itself',
      [
        [16, 49],
        [16.001, 49.001],
        [16.001, 49],
        [16, 49.002],
        [16, 49],
      ],
    ],
    [
      'runs with the clock',
      [
        [16, 49],
        [16, 49.001],
        [16.001, 49.001],
        [16.001, 49],
        [16, 49],
      ],
    ],
    [
      'encloses nothing',
      [
        [16, 49],
        [16.001, 49],
        [16, 49],
        [16, 49],
      ],
    ],
  ])('with a room that %s is refused', async (_what, ring) => {
    const outline = { type: 'Polygon' as const, coordinates: [ring as Position[]] }
    const { status, body } = await create(floorOf([drawn('6.01', 0, { outline })]))
    expect([status, body]).toMatchObject([400, { errors: [{ path: 'body.rooms.0.outline' }] }])
  })

  it('is no larger than a sheet, nor has a room so far off', async () => {
    const refused = (path: string, message: string) => [
      400,
      { errors: [{ path, code: 'planTooLarge', message }] },
    ]
    const far = await create(floorOf([drawn('6.02', 60_000)]))
    expect([far.status, far.body]).toMatchObject(refused('body.rooms.0.outline', '6.02'))
    const whole = await create(floorOf([], { outline: box(0, 0, 30_000, 20) }))
    expect([whole.status, whole.body]).toMatchObject(refused('body.outline', 'Ground floor'))
  })

  const door = (x: number, y: number) => ({
    kind: 'door' as const,
    shape: box(x, y, 1, 0.2),
  })
  it.each([
    [
      'a room outside its floor',
      floorOf([drawn('8.01', 0), drawn('8.02', 38, { name: 'Porch' })]),
      '“8.02 Porch” lies outside the outline of its floor.',
      { path: 'body.rooms.1.outline', code: 'roomOutsideFloor', message: '8.02 Porch' },
    ],
    [
      'two rooms on each other',
      floorOf([drawn('8.01', 0), drawn('', 3)]),
      '“8.01” and “#2” lie on each other.',
      { path: 'body.rooms.1.outline', code: 'roomsOverlap', message: '8.01, #2' },
    ],
    [
      'a door in the middle of nowhere',
      floorOf([drawn('8.01', 0)], { parts: [door(5, 1), door(20, 12)] }),
      'A door beside “8.01” stands away from every wall.',
      { path: 'body.parts.1.shape', code: 'doorAwayFromWall', message: '8.01' },
    ],
  ])(
    'with %s is refused in a sentence that names the room',
    async (_what, draft, message, fault) => {
      const { status, body } = await create(draft)
      expect([status, body]).toMatchObject([400, { message, errors: [fault] }])
    },
  )

  it('is read by its innermost rooms, and faults of an import stop nobody from saving', async () => {
    const lobby = drawn('9.00', 0, { kind: 'corridor', outline: box(0, 0, 40, 20) })
    const lift = drawn('9.01', 0, { kind: 'lift', outline: box(10, 10, 2, 2) })
    const { body: made } = await create(floorOf([lobby, lift]))
    expect(made.rooms).toHaveLength(2)
    const [, liftRoom] = made.rooms
    await asSystem(testApp.pool, (db) =>
      db
        .update(tables.room)
        .set({ outline: box(0, 0, 30, 20) })
        .where(eq(tables.room.id, (liftRoom?.id ?? 0) as Id<'room'>)),
    )
    const { body: odd } = await testApp.call(admin, plans.getFloorPlan, { params: { id: made.id } })
    const rooms = odd.rooms.map(({ location: _at, ...one }) => ({ ...one, locationId: null }))
    const renamed = await save(odd.id, odd.version, floorOf(rooms, { name: 'Lobby' }))
    expect(renamed.status, JSON.stringify(renamed.body)).toBe(200)
    const more = await save(odd.id, renamed.body.version, floorOf([...rooms, drawn('9.02', 31)]))
    expect(more.status, JSON.stringify(more.body)).toBe(200)
    const worse = await save(odd.id, more.body.version, floorOf([...rooms, drawn('9.03', 28)]))
    expect(worse.body).toMatchObject({ errors: [{ code: 'roomsOverlap', message: '9.01, 9.03' }] })
  })

  it('is deleted, and its building stays', async () => {
    const { body: made } = await create(floorOf([drawn('7.01', 0)]))
    const of = { params: { id: made.id } }
    expect((await testApp.call(admin, plans.deleteFloorPlan, of)).status).toBe(200)
    expect((await testApp.call(admin, plans.getFloorPlan, of)).status).toBe(404)
  })
})

describe('the picture under a plan', () => {
  it('is its uploader’s own, seen by users who draw, and deleted with the plan', async () => {
    const fileId = await upload(admin)
    const { body: made } = await create(floorOf([], { picture: laid(fileId) }))
    expect(made.picture).toMatchObject({ file: { id: fileId, name: 'plan.pdf' }, width: 800 })
    expect((await testApp.raw(staff, 'GET', `/api/files/${fileId}`)).status).toBe(404)
    const manager = await testApp.signIn('manager')
    const seen = (await testApp.raw(manager, 'GET', `/api/files/${fileId}`)).status
    const mayDraw = (await testApp.call(manager, plans.getFloorPlan, { params: { id: made.id } }))
      .status
    expect(seen).toBe(mayDraw === 200 ? 200 : 404)
    await save(made.id, made.version, floorOf([]))
    const [left] = await asSystem(testApp.pool, (db) =>
      db.select({ keptAt: tables.file.keptAt }).from(tables.file).where(eq(tables.file.id, fileId)),
    )
    expect(left).toEqual({ keptAt: null })
  })

  it('is refused if it is not a picture, or belongs to somebody else or another company', async () => {
    const text = await upload(admin, 'text/plain', 'hello')
    expect((await create(floorOf([], { picture: laid(text) }))).body).toMatchObject({
      errors: [{ code: 'notAPlanPicture' }],
    })
    for (const id of [await upload(staff), theirs.file as never])
      expect((await create(floorOf([], { picture: laid(id) }))).status).toBe(404)
  })
})
