/** What is kept of positions, read as a list and as stays, with why each was chosen. */
import { and, asc, desc, eq, gte, inArray, lte, sql, type SQL } from 'drizzle-orm'
import type { Id } from '#contract/ids'
import { SILENCE, staysOfRuns, type Run, type Stay } from '#contract/positioning/stays'
import {
  building,
  equipment,
  floor,
  gateway,
  lastPosition,
  position,
  room,
} from '../../db/schema/index.ts'
import { notThere } from '../../kernel/errors.ts'
import { joinOn } from '../../kernel/joinOn.ts'
import { count } from '../../kernel/lists.ts'
import type { Scope } from '../../kernel/scope.ts'
import { runsOf } from './runs.ts'

export interface Span {
  from?: string | undefined
  to?: string | undefined
}
interface Page {
  limit: number
  offset: number
}

/** The thing, if one may see it. */
export async function visible(
  { db, from }: Scope,
  id: Id<'equipment'>,
): Promise<{ id: Id<'equipment'>; name: string; isStatic: boolean }> {
  const [found] = await db
    .select({ id: equipment.id, name: equipment.name, isStatic: equipment.isStatic })
    .from(equipment)
    .where(from.equipment(eq(equipment.id, id)))
  if (!found) throw notThere('equipment')
  return found
}

export const within = ({ from, to }: Span) => [
  from === undefined ? undefined : gte(position.at, new Date(from)),
  to === undefined ? undefined : lte(position.at, new Date(to)),
]

function selectPositions({ db }: Scope, where: SQL | undefined) {
  return db
    .select({ position, roomName: room.name, floorName: floor.name, buildingName: building.name })
    .from(position)
    .innerJoin(floor, joinOn(floor, position.floorId))
    .innerJoin(building, joinOn(building, floor.buildingId))
    .leftJoin(room, joinOn(room, position.roomId))
    .where(where)
    .$dynamic()
}

export async function historyOf(
  scope: Scope,
  {
    equipmentId,
    limit,
    offset,
    sort,
    ...span
  }: { equipmentId: Id<'equipment'>; sort?: string | undefined } & Span & Page,
) {
  await visible(scope, equipmentId)
  const where = and(
    eq(position.companyId, scope.actor.companyId),
    eq(position.equipmentId, equipmentId),
    ...within(span),
  )
  const [total] = await scope.db.select({ count }).from(position).where(where)
  const order =
    sort === 'at' ? [asc(position.at), asc(position.id)] : [desc(position.at), desc(position.id)]
  const rows = await selectPositions(scope, where)
    .orderBy(...order)
    .limit(limit)
    .offset(offset)
  return {
    count: total?.count ?? 0,
    rows: rows.map(({ position: one, roomName, floorName, buildingName }) => ({
      id: one.id,
      equipmentId: one.equipmentId,
      floorId: one.floorId,
      roomId: one.roomId,
      longitude: one.longitude,
      latitude: one.latitude,
      accuracy: one.accuracy,
      method: one.method,
      at: one.at.toISOString(),
      roomName,
      floorName,
      buildingName,
    })),
  }
}

/** A stay is made of its positions, so at most so many of the newest are looked at. */
const LOOKED_AT = 20_000

export async function staysOfEquipment(
  scope: Scope,
  { limit, offset, ...question }: { equipmentId: Id<'equipment'> } & Span & Page,
) {
  await visible(scope, question.equipmentId)
  const { stays } = await newestStays(scope, question, LOOKED_AT)
  return { count: stays.length, rows: await inWords(scope, stays.slice(offset, offset + limit)) }
}

type LastPosition = typeof lastPosition.$inferSelect

async function lastOf(
  { db, actor: { companyId } }: Scope,
  equipmentId: Id<'equipment'>,
): Promise<LastPosition | null> {
  const [last] = await db
    .select()
    .from(lastPosition)
    .where(and(eq(lastPosition.companyId, companyId), eq(lastPosition.equipmentId, equipmentId)))
  return last ?? null
}

/** Newest first. `known`: where it is now, of who has read that. `isCut`: there are positions older than those that were looked at. */
export async function newestStays(
  scope: Scope,
  { equipmentId, ...span }: { equipmentId: Id<'equipment'> } & Span,
  lookedAt: number,
  known?: LastPosition | null,
): Promise<{ stays: Stay[]; isCut: boolean }> {
  const { clock } = scope
  const found = await runsOf(scope, and(eq(position.equipmentId, equipmentId), ...within(span)), {
    newest: lookedAt,
    most: lookedAt,
  })
  const runs: Run[] = [...found]
  const last = known === undefined ? await lastOf(scope, equipmentId) : known
  const end = span.to === undefined ? clock.now() : new Date(span.to)
  const newest = runs.at(-1)
  // Still heard where it stands, though nothing new was written.
  if (last && newest && last.at <= end && last.at.getTime() > newest.to) {
    const isHeardOn = last.at.getTime() - newest.to <= SILENCE
    if (isHeardOn) newest.to = last.at.getTime()
    if (!isHeardOn || newest.floorId !== last.floorId || newest.roomId !== last.roomId)
      runs.push({
        floorId: last.floorId,
        roomId: last.roomId,
        from: last.at.getTime(),
        to: last.at.getTime(),
      })
  }
  return {
    stays: staysOfRuns(runs).reverse(),
    isCut: found.reduce((sum, { positions }) => sum + positions, 0) >= lookedAt,
  }
}

/** With the names of where they were. */
export async function inWords(scope: Scope, stays: readonly Stay[]) {
  const names = await placeNames(scope, stays)
  return stays.map((stay) => ({
    ...stay,
    ...names(stay),
    floorId: stay.floorId as Id<'floor'>,
    roomId: stay.roomId as Id<'room'> | null,
  })) // ids of the rows they were made of
}

/** The names of rooms, floors and buildings, by what names them. */
export async function placeNames(
  { db, actor: { companyId } }: Scope,
  places: readonly { floorId: number; roomId: number | null }[],
) {
  const floorIds = [...new Set(places.map(({ floorId }) => floorId))]
  const roomIds = [...new Set(places.flatMap(({ roomId }) => roomId ?? []))]
  const floors =
    floorIds.length === 0
      ? []
      : await db
          .select({ id: floor.id, name: floor.name, buildingName: building.name })
          .from(floor)
          .innerJoin(building, joinOn(building, floor.buildingId))
          .where(and(eq(floor.companyId, companyId), inArray(sql`${floor.id}`, floorIds)))
  const rooms =
    roomIds.length === 0
      ? []
      : await db
          .select({ id: room.id, name: room.name })
          .from(room)
          .where(and(eq(room.companyId, companyId), inArray(sql`${room.id}`, roomIds)))
  return ({ floorId, roomId }: { floorId: number; roomId: number | null }) => {
    const ground = floors.find(({ id }) => id === floorId)
    return {
      floorName: ground?.name ?? '',
      buildingName: ground?.buildingName ?? '',
      roomName: rooms.find(({ id }) => id === roomId)?.name ?? null,
    }
  }
}

export async function triangulationLogs(
  scope: Scope,
  { equipmentId, limit, offset }: { equipmentId: Id<'equipment'> } & Page,
) {
  const {
    db,
    from,
    actor: { companyId },
  } = scope
  await visible(scope, equipmentId)
  const where = and(eq(position.companyId, companyId), eq(position.equipmentId, equipmentId))
  const [total] = await db.select({ count }).from(position).where(where)
  const rows = await selectPositions(scope, where)
    .orderBy(desc(position.at), desc(position.id))
    .limit(limit)
    .offset(offset)
  const gatewayIds = [
    ...new Set(
      rows.flatMap(({ position: { heard, rejected } }) =>
        [...heard, ...rejected].map(({ gatewayId }) => gatewayId),
      ),
    ),
  ]
  const known =
    gatewayIds.length === 0
      ? []
      : await db
          .select({
            id: gateway.id,
            name: equipment.name,
            longitude: lastPosition.longitude,
            latitude: lastPosition.latitude,
          })
          .from(gateway)
          .innerJoin(equipment, joinOn(equipment, gateway.equipmentId))
          .leftJoin(
            lastPosition,
            and(
              eq(lastPosition.companyId, gateway.companyId),
              eq(lastPosition.equipmentId, gateway.equipmentId),
            ),
          )
          .where(
            and(
              eq(gateway.companyId, companyId),
              from.ever.equipment(),
              inArray(sql`${gateway.id}`, gatewayIds),
            ),
          )
  const markOf = (id: number) => {
    const found = known.find((one) => one.id === id)
    return {
      gateway: { id: id as Id<'gateway'>, name: found?.name ?? '' },
      longitude: found?.longitude ?? null,
      latitude: found?.latitude ?? null,
    } // an id that the log kept
  }
  return {
    count: total?.count ?? 0,
    rows: rows.map(({ position: one, roomName, floorName }) => ({
      id: one.id,
      at: one.at.toISOString(),
      floorId: one.floorId,
      floorName,
      roomName,
      longitude: one.longitude,
      latitude: one.latitude,
      accuracy: one.accuracy,
      method: one.method,
      heard: one.heard.map(({ gatewayId, rssi, readings, distance }) => ({
        ...markOf(gatewayId),
        rssi,
        readings,
        distance,
      })),
      rejected: one.rejected.map(({ gatewayId, rssi, readings, why }) => ({
        gateway: markOf(gatewayId).gateway,
        rssi,
        readings,
        why,
      })),
    })),
  }
}
