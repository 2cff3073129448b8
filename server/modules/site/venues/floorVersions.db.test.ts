import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contract } from '#contract/index.ts'
import type { Id } from '#contract/ids.ts'
import { MAX_VERSIONS } from '#contract/venue/planBounds.ts'
import { box, drawn, floorOf, withinOf, type Draft } from '#tests/drawnFloors.ts'
import type { Fixtures } from '#tests/fixtures.ts'
import { openTestAppWithBothFixtures } from '#tests/fixturesTemplate.ts'
import type { TestApp } from '#tests/testApp.ts'
import * as tables from '#db/schema/index.ts'
import { ofCompany } from '#kernel/data/ofCompany.ts'
import { asSystem } from '#kernel/data/transaction.ts'

let testApp: TestApp
let admin: string
let own: Fixtures
const { venuePlans: plans, rtls, venueImports } = contract
const create = async (draft: Draft, token = admin) =>
  testApp.call(token, plans.createFloorPlan, { body: draft })
const save = (id: Id<'floor'>, version: number, draft: Draft, token = admin) => {
  const { buildingId: _id, buildingName: _name, ...body } = draft
  return testApp.call(token, plans.updateFloorPlan, { params: { id }, body: { ...body, version } })
}

beforeAll(async () => {
  ;({ testApp, token: admin, fixtures: own } = await openTestAppWithBothFixtures())
})
afterAll(() => testApp.close())

describe('the versions of a floor', () => {
  const versions = async (id: Id<'floor'>) =>
    (await testApp.call(admin, plans.listFloorVersions, { params: { id }, body: {} })).body.rows

  it('say who and when, and one of them is restored, rooms and all', async () => {
    const { body: made } = await create(floorOf([drawn('8.01', 0), drawn('8.02', 5)]))
    const ids = made.rooms.map((one) => one.id)
    await save(made.id, 1, floorOf([drawn('8.01', 0, { id: ids[0] ?? null, name: 'Store' })]))
    const [now, first] = await versions(made.id)
    expect([now, first]).toMatchObject([
      { number: 2, how: 'drawn', rooms: 1, isCurrent: true },
      { number: 1, how: 'drawn', rooms: 2, isCurrent: false },
    ])
    expect(now?.by).not.toBeNull()
    const back = await testApp.call(admin, plans.restoreFloorVersion, {
      params: { id: made.id, versionId: first?.id as never },
      body: { version: 2 },
    })
    expect(back.body.rooms.map(({ code, name }) => [code, name])).toEqual([
      ['8.01', ''],
      ['8.02', ''],
    ])
    expect(back.body.rooms[0]?.id).toBe(ids[0])
    expect((await versions(made.id))[0]).toMatchObject({ how: 'restored', restoredFrom: 1 })
  })

  it('begin with what was there before any were stored', async () => {
    await asSystem(testApp.pool, (db) =>
      db
        .delete(tables.floorVersion)
        .where(
          ofCompany(
            tables.floorVersion,
            testApp.here.id,
            eq(tables.floorVersion.floorId, own.floor as never),
          ),
        ),
    )
    const plan = await testApp.call(admin, plans.getFloorPlan, {
      params: { id: own.floor as never },
    })
    const kept = plan.body.rooms.map(({ location, ...one }) => ({
      ...one,
      locationId: location?.id ?? null,
    }))
    const answer = await save(
      plan.body.id,
      plan.body.version,
      floorOf([...kept, drawn('9.01', 2, { outline: withinOf(plan.body.outline) })], {
        outline: plan.body.outline,
      }),
    )
    expect(answer.status, JSON.stringify(answer.body)).toBe(200)
    expect(await versions(own.floor as never)).toMatchObject([
      { number: 2, how: 'drawn', rooms: 2 },
      { number: 1, how: 'before', by: null, rooms: 1 },
    ])
    // The room keeps its id from the file, so that another import finds it.
    const named = await asSystem(testApp.pool, (db) =>
      db
        .select({ name: tables.room.externalId })
        .from(tables.room)
        .where(eq(tables.room.id, own.room as never)),
    )
    expect(named).toEqual([{ name: 'OURS' }])
  })

  it('are stored of an import too, and the oldest are dropped', async () => {
    const level = (name: string) =>
      JSON.stringify({
        type: 'FeatureCollection',
        features: [
          {
            type: 'Feature',
            properties: { id: 'r', type: 'room', name },
            geometry: box(0, 0, 20, 20),
          },
        ],
      })
    let floorId: Id<'floor'> | undefined
    for (const name of ['Hall', 'Hall', 'Lobby']) {
      const { body } = await testApp.upload(
        admin,
        '/api/rtls/venue-imports',
        'kept-0.geojson',
        level(name),
      )
      await testApp.call(admin, venueImports.applyVenueImport, {
        params: { id: (body as { id: number }).id },
        body: {},
      })
      const houses = (await testApp.call(admin, rtls.listBuildings, {})).body.rows
      floorId = houses.find((house) => house.name === 'kept-0')?.floors[0]?.id
    }
    expect(await versions(floorId as Id<'floor'>)).toMatchObject([
      { number: 2, how: 'imported' },
      { number: 1, how: 'imported' },
    ])
    const { body: made } = await create(floorOf([drawn('0', 0)]))
    for (let version = 1; version <= MAX_VERSIONS + 2; version += 1)
      await save(made.id, version, floorOf([drawn(String(version), 0)]))
    const all = await testApp.call(admin, plans.listFloorVersions, {
      params: { id: made.id },
      body: { limit: 100 },
    })
    expect(all.body.count).toBe(MAX_VERSIONS)
    expect(all.body.rows[0]?.number).toBe(MAX_VERSIONS + 3)
  })
})
