/** A ward of two rooms with positions as the engine writes them, for visits and zone rules. */
import { eq } from 'drizzle-orm'
import { contract } from '#contract/index.ts'
import type { Id } from '#contract/ids.ts'
import type { App } from '../server/app.ts'
import * as tables from '#db/schema/index.ts'
import { ofCompany } from '#kernel/data/ofCompany.ts'
import { asSystem } from '#kernel/data/transaction.ts'
import { trackVisits } from '../server/modules/site/zones/visitTracking.ts'
import type { Fixtures } from './fixtures.ts'
import { openTestAppWithFixtures } from './fixturesTemplate.ts'
import type { TestApp } from './testApp.ts'

export const MINUTE_MS = 60_000

export interface TrackedWard {
  testApp: TestApp
  own: Fixtures
  /** The administrator's session, renewed as the clock is advanced. */
  admin: () => string
  signInAnew: () => Promise<void>
  server: () => App
  startAnew: () => Promise<void>
  floorId: Id<'floor'>
  ward: Id<'location'>
  rooms: readonly [Id<'room'>, Id<'room'>]
  createThing: (name: string) => Promise<Id<'equipment'>>
  hear: (equipmentId: Id<'equipment'>, at: 0 | 1) => Promise<void>
  stay: (equipmentId: Id<'equipment'>, at: 0 | 1, minutes: number) => Promise<void>
  close: () => Promise<void>
}

export async function openTrackedWard(): Promise<TrackedWard> {
  const { testApp, token, fixtures: own } = await openTestAppWithFixtures()
  const { pool, here, clock } = testApp
  let admin = token
  let server = testApp.app
  const floorId = own.floor as Id<'floor'>
  const { body: ward } = await testApp.call(admin, contract.locations.createLocation, {
    body: { name: 'Ward A1', typeId: own.locationType as Id<'locationType'> },
  })
  const rooms = await createRooms(testApp, floorId, ward.id)

  const createThing = async (name: string) => {
    const body = { name, typeId: own.equipmentType as Id<'equipmentType'> }
    return (await testApp.call(admin, contract.equipment.createEquipment, { body })).body.id
  }
  const signInAnew = async () => {
    admin = await testApp.signIn('administrator')
  }
  const hear = async (equipmentId: Id<'equipment'>, at: 0 | 1) => {
    const now = clock.now()
    const row = {
      companyId: here.id,
      equipmentId,
      floorId,
      roomId: rooms[at],
      longitude: 14.0001,
      latitude: 50.0001,
      accuracy: 2,
      method: 'distances' as const,
      at: now,
      changedAt: now,
    }
    await asSystem(pool, (db) =>
      db
        .insert(tables.lastPosition)
        .values(row)
        .onConflictDoUpdate({
          target: [tables.lastPosition.companyId, tables.lastPosition.equipmentId],
          set: row,
        }),
    )
    await trackVisits(server.kernel)
  }
  return {
    testApp,
    own,
    admin: () => admin,
    signInAnew,
    server: () => server,
    startAnew: async () => {
      const next = await testApp.beside()
      if (server !== testApp.app) await server.close()
      server = next
    },
    floorId,
    ward: ward.id,
    rooms,
    createThing,
    hear,
    stay: async (equipmentId, at, minutes) => {
      for (let minute = 0; minute <= minutes; minute += 1) {
        await hear(equipmentId, at)
        clock.advance(MINUTE_MS)
      }
      await signInAnew()
    },
    close: async () => {
      if (server !== testApp.app) await server.close()
      await testApp.close()
    },
  }
}

async function createRooms(
  { pool, here }: TestApp,
  floorId: Id<'floor'>,
  ward: Id<'location'>,
): Promise<[Id<'room'>, Id<'room'>]> {
  const [first, second] = await asSystem(pool, async (db) => {
    const [like] = await db
      .select()
      .from(tables.room)
      .where(ofCompany(tables.room, here.id, eq(tables.room.floorId, floorId)))
    if (!like) throw new Error('The fixture has no room')
    const { outline, longitude, latitude } = like
    const alike = {
      companyId: here.id,
      floorId,
      kind: 'room' as const,
      outline,
      longitude,
      latitude,
    }
    return db
      .insert(tables.room)
      .values([
        { ...alike, name: 'A1', locationId: ward },
        { ...alike, name: 'A2', locationId: null },
      ])
      .returning({ id: tables.room.id })
  })
  if (!first || !second) throw new Error('Two rooms were to be made')
  return [first.id, second.id]
}
