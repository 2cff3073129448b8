import { and, eq, inArray, sql, type SQL } from 'drizzle-orm'
import type { z } from 'zod'
import { isRoom, type RoomSettings } from '#contract/rules/mapping.ts'
import type { livePosition, mapEquipment } from '#contract/rtls/rtlsShapes.ts'
import {
  beacon,
  building,
  companySettings,
  equipment,
  equipmentStatus,
  equipmentType,
  floor,
  gateway,
  lastPosition,
  location,
  reservation,
  room,
  ticket,
  ticketState,
  user,
} from '#db/schema/index.ts'
import { joinOn } from '#kernel/data/joinOn.ts'
import type { Scope } from '#kernel/access/scope.ts'
import { isReserved, userName } from './reservations.ts'

export const openTickets = sql<number>`(select count(*)::int from ${ticket}
  join ${ticketState} on ${ticketState.companyId} = ${ticket.companyId}
  and ${ticketState.id} = ${ticket.stateId}
  where ${ticket.companyId} = ${equipment.companyId} and ${ticket.equipmentId} = ${equipment.id}
  and ${ticketState.category} <> 'closed')`
const hasBeacon = sql<boolean>`exists (select from ${beacon}
  where ${beacon.companyId} = ${equipment.companyId} and ${beacon.equipmentId} = ${equipment.id})`
const isGateway = sql<boolean>`exists (select from ${gateway}
  where ${gateway.companyId} = ${equipment.companyId} and ${gateway.equipmentId} = ${equipment.id})`

export const mapSort = {
  name: equipment.name,
  type: equipmentType.name,
  status: equipmentStatus.name,
  at: lastPosition.at,
}

export function selectMapEquipment(scope: Scope, where: SQL) {
  const { db, from, actor } = scope
  return db
    .select({
      equipment,
      type: equipmentType,
      status: equipmentStatus,
      locationName: location.name,
      last: lastPosition,
      roomName: room.name,
      floorName: floor.name,
      buildingId: building.id,
      alertsCount: openTickets,
      hasBeacon,
      isGateway,
      reservedUntil: reservation.until,
      reservedById: user.id,
      reservedByName: userName,
      isReservedByMe: sql<boolean | null>`${reservation.userId} = ${actor.userId}::int`,
    })
    .from(equipment)
    .innerJoin(equipmentType, joinOn(equipmentType, equipment.typeId))
    .leftJoin(equipmentStatus, joinOn(equipmentStatus, equipment.statusId))
    .leftJoin(location, and(joinOn(location, equipment.locationId), from.locations()))
    .leftJoin(
      lastPosition,
      and(
        eq(lastPosition.companyId, equipment.companyId),
        eq(lastPosition.equipmentId, equipment.id),
      ),
    )
    .leftJoin(room, joinOn(room, lastPosition.roomId))
    .leftJoin(floor, joinOn(floor, lastPosition.floorId))
    .leftJoin(building, joinOn(building, floor.buildingId))
    .leftJoin(reservation, isReserved(scope))
    .leftJoin(user, joinOn(user, reservation.userId))
    .where(where)
    .$dynamic()
}
type Selected = Awaited<ReturnType<typeof selectMapEquipment>>[number]

export const positionOf = (
  last: typeof lastPosition.$inferSelect,
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
    equipment: thing,
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
    id: thing.id,
    name: thing.name,
    equipmentId: thing.equipmentId,
    type: { id: type.id, name: type.name },
    status: status && {
      id: status.id,
      name: status.name,
      colour: status.colour,
      isUsable: status.isUsable,
    },
    location:
      thing.locationId === null || locationName === null
        ? null
        : { id: thing.locationId, name: locationName },
    isStatic: thing.isStatic,
    isGateway: hears,
    isRoom: isRoom({ name: thing.name, typeId: thing.typeId, typeName: type.name }, settings),
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
      roomEquipmentTypeId: companySettings.roomEquipmentTypeId,
      roomEquipmentTypeWord: companySettings.roomEquipmentTypeWord,
    })
    .from(companySettings)
    .where(eq(companySettings.companyId, actor.companyId))
  return row ?? { roomEquipmentTypeId: null, roomEquipmentTypeWord: null }
}

export async function mapEquipmentOf(
  scope: Scope,
  ids: readonly number[],
): Promise<z.input<typeof mapEquipment>[]> {
  if (ids.length === 0) return []
  const settings = await roomSettings(scope)
  return (
    await selectMapEquipment(scope, scope.from.equipment(inArray(sql`${equipment.id}`, [...ids])))
  ).map((row) => viewOf(row, settings))
}
