import type { Id } from '#contract/ids.ts'
import type { Polygon } from '#contract/venue/shapes.ts'
import * as tables from '#db/schema/index.ts'
import { asSystem } from '#kernel/data/transaction.ts'
import type { Company, TestApp } from './testApp.ts'

/** A building of one floor with one room, about 30 m wide. */
export async function drawVenue(
  testApp: TestApp,
  company: Company,
  apiKeyId: number | null,
  mark: string,
): Promise<{
  venueImport: number
  floorVersion: Id<'floorVersion'>
  building: Id<'building'>
  floor: Id<'floor'>
  room: Id<'room'>
  quarantine: number
}> {
  const companyId = company.id
  const outline: Polygon = {
    type: 'Polygon',
    coordinates: [
      [
        [14, 50],
        [14.0004, 50],
        [14.0004, 50.0003],
        [14, 50.0003],
        [14, 50],
      ],
    ],
  }
  return asSystem(testApp.pool, async (db) => {
    const [home] = await db
      .insert(tables.building)
      .values({
        companyId,
        name: `${mark} house`,
        externalId: mark,
        longitude: 14,
        latitude: 50,
        outline,
      })
      .returning()
    if (!home) throw new Error('No building')
    const [ground] = await db
      .insert(tables.floor)
      .values({
        companyId,
        buildingId: home.id,
        name: `${mark} floor`,
        shortName: '0',
        ordinal: 0,
        externalId: mark,
        outline,
        parts: [],
      })
      .returning()
    if (!ground) throw new Error('No floor')
    const [inside] = await db
      .insert(tables.room)
      .values({
        companyId,
        floorId: ground.id,
        name: `${mark} ward`,
        kind: 'room',
        externalId: mark,
        longitude: 14.0002,
        latitude: 50.00015,
        outline,
      })
      .returning()
    const [aside] = await db
      .insert(tables.quarantine)
      .values({
        companyId,
        apiKeyId: apiKeyId as Id<'apiKey'> | null,
        format: 'minew',
        reason: 'noGateway',
        payload: mark,
        receivedAt: testApp.clock.now(),
      })
      .returning()
    if (!inside || !aside) throw new Error('No room')
    const [read] = await db
      .insert(tables.venueImport)
      .values({ companyId, fileName: mark, plan: { buildings: [] }, faults: [], faultCount: 0 })
      .returning()
    const [kept] = await db
      .insert(tables.floorVersion)
      .values({
        companyId,
        floorId: ground.id,
        number: 1,
        how: 'drawn',
        byName: mark,
        rooms: 0,
        plan: { name: mark, shortName: '0', ordinal: 0, outline, parts: [], rooms: [] },
      })
      .returning()
    if (!kept) throw new Error('No version')
    return {
      venueImport: read?.id ?? 0,
      floorVersion: kept.id,
      building: home.id,
      floor: ground.id,
      room: inside.id,
      quarantine: aside.id,
    }
  })
}

export async function surveyVenue(
  testApp: TestApp,
  { id: companyId }: Company,
  { floor: floorId, equipment: equipmentId }: { floor: Id<'floor'>; equipment: Id<'equipment'> },
  byName: string,
): Promise<{ surveyPoint: Id<'surveyPoint'>; radioCalibration: Id<'radioCalibration'> }> {
  const at = testApp.clock.now()
  return asSystem(testApp.pool, async (db) => {
    const [point] = await db
      .insert(tables.surveyPoint)
      .values({
        companyId,
        floorId,
        longitude: 14.0002,
        latitude: 50.0001,
        kind: 'walked',
        equipmentId,
        byName,
        at,
        measuredPower: -59,
        readings: [],
        gateways: [],
      })
      .returning()
    const [calibration] = await db
      .insert(tables.radioCalibration)
      .values({
        companyId,
        power: 0,
        exponent: 2.6,
        spread: 6,
        offsets: [],
        byName,
        at,
        undoneAt: at,
      })
      .returning()
    if (!point || !calibration) throw new Error('No survey')
    return { surveyPoint: point.id, radioCalibration: calibration.id }
  })
}
