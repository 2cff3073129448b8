import { and, eq, inArray, sql, type SQL } from 'drizzle-orm'
import type { z } from 'zod'
import { isRoom, type RoomSettings } from '#contract/rules/mapping.ts'
import type { livePosition, mapEquipment } from '#contract/rtls/rtlsShapes.ts'
import * as tables from '#db/schema/index.ts'
import { shownNameOrNull } from '#kernel/data/shownName.ts'
import { ofCompany } from '#kernel/data/ofCompany.ts'
import { joinOn } from '#kernel/data/joinOn.ts'
import type { Scope } from '#kernel/access/scope.ts'
import { isReserved, userName } from './reservations.ts'

export const openTickets = sql<number>`(select count(*)::int from ${tables.ticket}
  join ${tables.ticketState} on ${tables.ticketState.companyId} = ${tables.ticket.companyId}
  and ${tables.ticketState.id} = ${tables.ticket.stateId}
  where ${tables.ticket.companyId} = ${tables.equipment.companyId} and ${tables.ticket.equipmentId} = ${tables.equipment.id}
  and ${tables.ticketState.category} <> 'closed')`
const hasBeacon = sql<boolean>`exists (select from ${tables.beacon}
  where ${tables.beacon.companyId} = ${tables.equipment.companyId} and ${tables.beacon.equipmentId} = ${tables.equipment.id})`
const isGateway = sql<boolean>`exists (select from ${tables.gateway}
  where ${tables.gateway.companyId} = ${tables.equipment.companyId} and ${tables.gateway.equipmentId} = ${tables.equipment.id})`

export const mapSort = {
  name: tables.equipment.name,
  type: tables.equipmentType.name,
  status: tables.equipmentStatus.name,
  at: tables.lastPosition.at,
}

export function selectMapEquipment(scope: Scope, where: SQL) {
  const { db, from, actor } = scope
  return db
    .select({
      equipment: tables.equipment,
      type: tables.equipmentType,
      status: tables.equipmentStatus,
      locationName: tables.location.name,
      last: tables.lastPosition,
      roomName: shownNameOrNull({ actor }, tables.room),
      floorName: shownNameOrNull({ actor }, tables.floor),
      buildingId: tables.building.id,
      alertsCount: openTickets,
      hasBeacon,
      isGateway,
      reservedUntil: tables.reservation.until,
      reservedById: tables.user.id,
      reservedByName: userName,
      isReservedByMe: sql<boolean | null>`${tables.reservation.userId} = ${actor.userId}::int`,
    })
    .from(tables.equipment)
    .innerJoin(tables.equipmentType, joinOn(tables.equipmentType, tables.equipment.typeId))
    .leftJoin(tables.equipmentStatus, joinOn(tables.equipmentStatus, tables.equipment.statusId))
    .leftJoin(
      tables.location,
      and(joinOn(tables.location, tables.equipment.locationId), from.locations()),
    )
    .leftJoin(
      tables.lastPosition,
      and(
        eq(tables.lastPosition.companyId, tables.equipment.companyId),
        eq(tables.lastPosition.equipmentId, tables.equipment.id),
      ),
    )
    .leftJoin(tables.room, joinOn(tables.room, tables.lastPosition.roomId))
    .leftJoin(tables.floor, joinOn(tables.floor, tables.lastPosition.floorId))
    .leftJoin(tables.building, joinOn(tables.building, tables.floor.buildingId))
    .leftJoin(tables.reservation, isReserved(scope))
    .leftJoin(tables.user, joinOn(tables.user, tables.reservation.userId))
    .where(where)
    .$dynamic()
}
type Selected = Awaited<ReturnType<typeof selectMapEquipment>>[number]

export const positionOf = (
  last: typeof tables.lastPosition.$inferSelect,
): z.input<typeof livePosition> => ({
  equipmentId: last.equipmentId,
  floorId: last.floorId,
  roomId: last.roomId,
  longitude: last.longitude,
  latitude: last.latitude,
  accuracy: last.accuracy,
  at: last.at.toISOString(),
  method: last.method,
})

export function viewOf(
  {
    equipment,
    type,
    status,
    locationName,
    last,
    roomName,
    floorName,
    buildingId,
    alertsCount,
    hasBeacon: carries,
    isGateway: hears,
    reservedUntil,
    reservedById,
    reservedByName,
    isReservedByMe,
  }: Selected,
  settings: RoomSettings,
): z.input<typeof mapEquipment> {
  return {
    id: equipment.id,
    name: equipment.name,
    equipmentId: equipment.equipmentId,
    type: { id: type.id, name: type.name },
    status: status && {
      id: status.id,
      name: status.name,
      colour: status.colour,
      isUsable: status.isUsable,
    },
    location:
      equipment.locationId === null || locationName === null
        ? null
        : { id: equipment.locationId, name: locationName },
    isStatic: equipment.isStatic,
    isGateway: hears,
    isRoom: isRoom(
      { name: equipment.name, typeId: equipment.typeId, typeName: type.name },
      settings,
    ),
    alertsCount,
    hasBeacon: carries,
    position: last && positionOf(last),
    roomName,
    floorName,
    buildingId,
    reservation:
      reservedUntil === null || reservedById === null
        ? null
        : {
            by: { id: reservedById, name: reservedByName },
            until: reservedUntil.toISOString(),
            isMine: isReservedByMe === true,
          },
  }
}

export async function roomSettings({ db, actor }: Scope): Promise<RoomSettings> {
  const [row] = await db
    .select({
      roomEquipmentTypeId: tables.companySettings.roomEquipmentTypeId,
      roomEquipmentTypeWord: tables.companySettings.roomEquipmentTypeWord,
    })
    .from(tables.companySettings)
    .where(ofCompany(tables.companySettings, actor.companyId))
  return row ?? { roomEquipmentTypeId: null, roomEquipmentTypeWord: null }
}

export async function mapEquipmentOf(
  scope: Scope,
  ids: readonly number[],
): Promise<z.input<typeof mapEquipment>[]> {
  if (ids.length === 0) return []
  const settings = await roomSettings(scope)
  return (
    await selectMapEquipment(
      scope,
      scope.from.equipment(inArray(sql`${tables.equipment.id}`, [...ids])),
    )
  ).map((row) => viewOf(row, settings))
}
