import { asc, isNotNull } from 'drizzle-orm'
import { groupBy } from '#contract/rules/groupBy.ts'
import { idByPlace, type PlannedBuilding, type PlannedFloor } from '#contract/venue/plan.ts'
import { comparePlans } from '#contract/venue/samePlan.ts'
import * as tables from '#db/schema/index.ts'
import { joinOn } from '#kernel/data/joinOn.ts'
import { ofCompany } from '#kernel/data/ofCompany.ts'
import type { Scope } from '#kernel/access/scope.ts'

export async function knownOf(
  { db, actor: { companyId } }: Scope,
  houses: readonly PlannedBuilding[],
) {
  const standing = await db
    .select({
      id: tables.building.id,
      name: tables.building.name,
      names: tables.building.names,
      externalId: tables.building.externalId,
      longitude: tables.building.longitude,
      latitude: tables.building.latitude,
      outline: tables.building.outline,
    })
    .from(tables.building)
    .where(ofCompany(tables.building, companyId, isNotNull(tables.building.externalId)))
    .orderBy(asc(tables.building.id))
  const floors = await db
    .select({
      id: tables.floor.id,
      buildingId: tables.floor.buildingId,
      externalId: tables.floor.externalId,
      ordinal: tables.floor.ordinal,
    })
    .from(tables.floor)
    .innerJoin(tables.building, joinOn(tables.building, tables.floor.buildingId))
    .where(ofCompany(tables.floor, companyId, isNotNull(tables.building.externalId)))
  const rooms = groupBy(
    await db
      .select({
        buildingId: tables.floor.buildingId,
        ordinal: tables.floor.ordinal,
        longitude: tables.room.longitude,
        latitude: tables.room.latitude,
      })
      .from(tables.room)
      .innerJoin(tables.floor, joinOn(tables.floor, tables.room.floorId))
      .innerJoin(tables.building, joinOn(tables.building, tables.floor.buildingId))
      .where(ofCompany(tables.room, companyId, isNotNull(tables.building.externalId))),
    ({ buildingId }) => buildingId,
  )
  const judged = new Map(
    houses.map((house) => {
      const all = standing.map((one) => ({
        one,
        is: comparePlans(house, { ...one, rooms: rooms.get(one.id) ?? [] }),
      }))
      return [
        house,
        {
          same: all.find(({ is }) => is === 'same')?.one,
          isFar: all.some(({ is }) => is === 'far'),
        },
      ]
    }),
  )
  const findBuilding = (house: PlannedBuilding) => judged.get(house)?.same
  const taken = new Set(standing.map(({ externalId }) => externalId))
  return {
    building: findBuilding,
    isFar: (house: PlannedBuilding) => judged.get(house)?.isFar === true,
    /** By external id, or by location on the ground: drawn buildings have no external id. */
    idOf: (house: PlannedBuilding) =>
      findBuilding(house)?.externalId ?? house.externalId ?? idByPlace(house.outline, taken),
    floor: (house: PlannedBuilding, level: PlannedFloor) => {
      const own = floors.filter(({ buildingId }) => buildingId === findBuilding(house)?.id)
      const named = new Set(house.floors.map(({ externalId }) => externalId))
      return (
        own.find(({ externalId }) => externalId === level.externalId) ??
        own.find(
          ({ externalId, ordinal }) => ordinal === level.ordinal && !named.has(externalId ?? ''),
        )
      )
    },
  }
}
