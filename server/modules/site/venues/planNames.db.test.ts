import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contract } from '#contract/index.ts'
import type { Language } from '#contract/languages.ts'
import * as tables from '#db/schema/index.ts'
import { asSystem } from '#kernel/data/transaction.ts'
import { openTestAppWithFixtures } from '#tests/fixturesTemplate.ts'
import { root } from '#tests/root.ts'
import type { TestApp } from '#tests/testApp.ts'

const { rtls, venueImports, venuePlans } = contract

let testApp: TestApp
let admin: string
beforeAll(async () => {
  ;({ testApp, token: admin } = await openTestAppWithFixtures())
})
afterAll(() => testApp.close())

const folder = join(root, 'tests/plans/clinic.imdf')
const files = readdirSync(folder).map((name) => ({
  name,
  text: readFileSync(join(folder, name), 'utf8'),
}))

const read = (language: Language) =>
  asSystem(testApp.pool, (db) => db.update(tables.user).set({ language }))

async function imported() {
  const { body } = await testApp.upload(
    admin,
    '/api/rtls/venue-imports',
    'clinic.json',
    JSON.stringify({ files }),
    'application/json',
  )
  const { id } = body as { id: never }
  return (await testApp.call(admin, venueImports.applyVenueImport, { params: { id }, body: {} }))
    .body
}

async function shown() {
  const { rows } = (await testApp.call(admin, rtls.listBuildings, {})).body
  const building = rows.find(({ floors }) =>
    floors.some(({ shortName }) => shortName === 'C Outdoor deck'),
  )
  const mark = building?.floors.find(({ ordinal }) => ordinal === 0)
  if (building === undefined || mark === undefined) throw new Error('There is no floor')
  const floor = (await testApp.call(admin, rtls.getFloor, { params: { id: mark.id } })).body
  return {
    building,
    floor,
    names: [
      building.name,
      mark.name,
      floor.name,
      ...floor.rooms.map(({ name }) => name).filter((name) => /Pharm|Lék|صيد/.test(name)),
    ],
  }
}

describe('names of an imported plan', () => {
  it('are those of the reader, or else those of the file', async () => {
    await imported()
    await read('cs')
    expect((await shown()).names).toEqual(['Dům A', 'Přízemí', 'Přízemí', 'Lékárna'])
    await read('ar')
    expect((await shown()).names).toEqual(['House A', 'Ground', 'Ground', 'صيدلية'])
    await read('sk')
    expect((await shown()).names).toEqual(['House A', 'Ground', 'Ground', 'Pharmacy'])
  })
  it('are those of the reader in areas', async () => {
    await read('cs')
    const { floor } = await shown()
    const corners = floor.rooms[0]?.outline.coordinates[0]?.slice(0, -1) ?? []
    const area = await testApp.call(admin, contract.zones.createArea, {
      body: { floorId: floor.id, name: 'Queue', colour: 'blue', corners } as never,
    })
    expect(area.body).toMatchObject({ floorName: 'Přízemí', buildingName: 'Dům A' })
    await testApp.call(admin, contract.zones.deleteArea, { params: { id: area.body.id } })
  })
  it('are those of the reader in totals of visits, and found by them', async () => {
    await read('cs')
    const { floor } = await shown()
    const { rows } = (
      await testApp.call(admin, contract.zones.listOccupancy, {
        body: {
          of: 'rooms',
          floorId: floor.id,
          search: 'lékár',
          from: '2026-11-01T00:00:00Z',
          to: '2026-11-02T00:00:00Z',
        },
      })
    ).body
    expect(rows).toMatchObject([{ name: 'Lékárna', floorName: 'Přízemí', buildingName: 'Dům A' }])
  })
  it('stay if the plan is imported again, and after an undo of that', async () => {
    await imported()
    await read('cs')
    expect((await shown()).names).toEqual(['Dům A', 'Přízemí', 'Přízemí', 'Lékárna'])
  })
  it('give way to a name that is given in the editor, and come back with the version', async () => {
    await read('cs')
    const { floor } = await shown()
    const params = { id: floor.id }
    const plan = (await testApp.call(admin, venuePlans.getFloorPlan, { params })).body
    const draft = {
      version: plan.version,
      name: plan.name,
      shortName: plan.shortName,
      ordinal: plan.ordinal,
      outline: plan.outline,
      parts: plan.parts,
      rooms: plan.rooms.map(({ location, ...room }) => ({
        ...room,
        locationId: location?.id ?? null,
        name: room.name === 'Pharmacy' ? 'Pharmacy 2' : room.name,
      })),
      locationId: null,
      newLocationTypeId: null,
      picture: null,
      gateways: [],
    }
    const saved = await testApp.call(admin, venuePlans.updateFloorPlan, {
      params,
      body: draft as never,
    })
    expect((await shown()).names).toEqual(['Dům A', 'Přízemí', 'Přízemí', 'Pharmacy 2'])
    const { rows } = (
      await testApp.call(admin, venuePlans.listFloorVersions, {
        params,
        body: { limit: 5, offset: 0 },
      })
    ).body
    const before = rows.find(({ how }) => how === 'imported')
    if (before === undefined) throw new Error('There is no version')
    await testApp.call(admin, venuePlans.restoreFloorVersion, {
      params: { ...params, versionId: before.id },
      body: { version: saved.body.version },
    })
    expect((await shown()).names).toEqual(['Dům A', 'Přízemí', 'Přízemí', 'Lékárna'])
  })
  it('of a building give way to another name, and not to the shown one', async () => {
    await read('cs')
    const { building } = await shown()
    const rename = (name: string) =>
      testApp.call(admin, rtls.renameBuilding, { params: { id: building.id }, body: { name } })
    await rename('Dům A')
    await read('en')
    expect((await shown()).building.name).toBe('House A')
    await rename('North clinic')
    await read('cs')
    expect((await shown()).building.name).toBe('North clinic')
  })
})
