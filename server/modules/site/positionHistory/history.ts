import { and, asc, desc, eq, gte, inArray, lte, sql, type SQL } from 'drizzle-orm'
import type { Id } from '#contract/ids.ts'
import { SILENCE, staysOfRuns, type Run, type Stay } from '#contract/positioning/stays.ts'
import * as tables from '#db/schema/index.ts'
import { shownName, shownNameOrNull } from '#kernel/data/shownName.ts'
import { ofCompany } from '#kernel/data/ofCompany.ts'
import { refuseNotFound } from '#kernel/http/errors.ts'
import { joinOn } from '#kernel/data/joinOn.ts'
import { count, intArray } from '#kernel/data/listQueries.ts'
import type { Scope } from '#kernel/access/scope.ts'
import { runsOf, type RunOf } from './runs.ts'

export interface Span {
  from?: string | undefined
  to?: string | undefined
}
interface Page {
  limit: number
  offset: number
}

export async function visible(
  { db, from }: Scope,
  id: Id<'equipment'>,
): Promise<{ id: Id<'equipment'>; name: string; isStatic: boolean }> {
  const [found] = await db
    .select({
      id: tables.equipment.id,
      name: tables.equipment.name,
      isStatic: tables.equipment.isStatic,
    })
    .from(tables.equipment)
    .where(from.equipment(eq(tables.equipment.id, id)))
  if (!found) throw refuseNotFound('equipment')
  return found
}

const within = ({ from, to }: Span) => [
  from === undefined ? undefined : gte(tables.position.at, new Date(from)),
  to === undefined ? undefined : lte(tables.position.at, new Date(to)),
]

function selectPositions({ db, actor }: Scope, where: SQL | undefined) {
  return db
    .select({
      position: tables.position,
      roomName: shownNameOrNull({ actor }, tables.room),
      floorName: shownName({ actor }, tables.floor),
      buildingName: shownName({ actor }, tables.building),
    })
    .from(tables.position)
    .innerJoin(tables.floor, joinOn(tables.floor, tables.position.floorId))
    .innerJoin(tables.building, joinOn(tables.building, tables.floor.buildingId))
    .leftJoin(tables.room, joinOn(tables.room, tables.position.roomId))
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
  const where = ofCompany(
    tables.position,
    scope.actor.companyId,
    eq(tables.position.equipmentId, equipmentId),
    ...within(span),
  )
  const [total] = await scope.db.select({ count }).from(tables.position).where(where)
  const order =
    sort === 'at'
      ? [asc(tables.position.at), asc(tables.position.id)]
      : [desc(tables.position.at), desc(tables.position.id)]
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

/** Stays are computed from positions; this many of the newest are examined. */
const LOOKED_AT = 20_000

export async function staysOfEquipment(
  scope: Scope,
  { limit, offset, ...question }: { equipmentId: Id<'equipment'> } & Span & Page,
) {
  await visible(scope, question.equipmentId)
  const [runs, last] = await Promise.all([
    newestRuns(scope, question, LOOKED_AT),
    lastOf(scope, question.equipmentId),
  ])
  const { stays } = selectStays(scope, runs, { to: question.to, lookedAt: LOOKED_AT, last })
  return {
    count: stays.length,
    rows: await withPlaceNames(scope, stays.slice(offset, offset + limit)),
  }
}

type LastPosition = typeof tables.lastPosition.$inferSelect

async function lastOf(
  { db, actor: { companyId } }: Scope,
  equipmentId: Id<'equipment'>,
): Promise<LastPosition | null> {
  const [last] = await db
    .select()
    .from(tables.lastPosition)
    .where(
      ofCompany(tables.lastPosition, companyId, eq(tables.lastPosition.equipmentId, equipmentId)),
    )
  return last ?? null
}

type OfThing = { equipmentId: Id<'equipment'> } & Span

export const newestRuns = (
  scope: Scope,
  { equipmentId, ...span }: OfThing,
  lookedAt: number,
): Promise<RunOf[]> =>
  runsOf(scope, and(eq(tables.position.equipmentId, equipmentId), ...within(span)), {
    newest: lookedAt,
    most: lookedAt,
  })

/** Newest first. `last`: the current position. `isCut`: older positions were not examined. */
export function selectStays(
  { clock }: Scope,
  found: readonly RunOf[],
  { to, lookedAt, last }: Pick<Span, 'to'> & { lookedAt: number; last: LastPosition | null },
): { stays: Stay[]; isCut: boolean } {
  const runs: Run[] = [...found]
  const end = to === undefined ? clock.now() : new Date(to)
  const newest = runs.at(-1)
  // The equipment is still heard there, although no new position was written.
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

export async function withPlaceNames(scope: Scope, stays: readonly Stay[]) {
  const names = await placeNames(scope, stays)
  return stays.map((stay) => ({
    ...stay,
    ...names(stay),
    floorId: stay.floorId as Id<'floor'>,
    roomId: stay.roomId as Id<'room'> | null,
  }))
}

export async function placeNames(
  scope: Scope,
  places: readonly { floorId: number; roomId: number | null }[],
) {
  const floorIds = [...new Set(places.map(({ floorId }) => floorId))]
  const roomIds = [...new Set(places.flatMap(({ roomId }) => roomId ?? []))]
  const named = await namesOfPlaces(scope, { floorIds, roomIds })
  const floors = named.filter(({ kind }) => kind === 'floor')
  const rooms = named.filter(({ kind }) => kind === 'room')
  return ({ floorId, roomId }: { floorId: number; roomId: number | null }) => {
    const ground = floors.find(({ id }) => id === floorId)
    return {
      floorName: ground?.name ?? '',
      buildingName: ground?.building ?? '',
      roomName: rooms.find(({ id }) => id === roomId)?.name ?? null,
    }
  }
}

interface NamedPlace extends Record<string, unknown> {
  kind: 'floor' | 'room'
  id: number
  name: string
  building: string | null
}

async function namesOfPlaces(
  { db, actor, actor: { companyId } }: Scope,
  { floorIds, roomIds }: { floorIds: readonly number[]; roomIds: readonly number[] },
): Promise<NamedPlace[]> {
  if (floorIds.length === 0) return []
  const { rows } = await db.execute<NamedPlace>(sql`
    select 'floor' as kind, ${tables.floor.id} as id, ${shownName({ actor }, tables.floor)} as name, ${shownName({ actor }, tables.building)} as building
    from ${tables.floor} join ${tables.building} on ${joinOn(tables.building, tables.floor.buildingId)}
    where ${tables.floor.companyId} = ${companyId} and ${tables.floor.id} = any(${intArray(floorIds)})
    union all
    select 'room', ${tables.room.id}, ${shownName({ actor }, tables.room)}, null
    from ${tables.room} where ${tables.room.companyId} = ${companyId} and ${tables.room.id} = any(${intArray(roomIds)})`)
  return rows
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
  const where = ofCompany(tables.position, companyId, eq(tables.position.equipmentId, equipmentId))
  const [total] = await db.select({ count }).from(tables.position).where(where)
  const rows = await selectPositions(scope, where)
    .orderBy(desc(tables.position.at), desc(tables.position.id))
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
            id: tables.gateway.id,
            name: tables.equipment.name,
            longitude: tables.lastPosition.longitude,
            latitude: tables.lastPosition.latitude,
          })
          .from(tables.gateway)
          .innerJoin(tables.equipment, joinOn(tables.equipment, tables.gateway.equipmentId))
          .leftJoin(
            tables.lastPosition,
            and(
              eq(tables.lastPosition.companyId, tables.gateway.companyId),
              eq(tables.lastPosition.equipmentId, tables.gateway.equipmentId),
            ),
          )
          .where(
            ofCompany(
              tables.gateway,
              companyId,
              from.ever.equipment(),
              inArray(sql`${tables.gateway.id}`, gatewayIds),
            ),
          )
  const markOf = (id: number) => {
    const found = known.find((one) => one.id === id)
    return {
      gateway: { id: id as Id<'gateway'>, name: found?.name ?? '' },
      longitude: found?.longitude ?? null,
      latitude: found?.latitude ?? null,
    }
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
