/** What is kept of positions, read as a list, as stays, as tracks to replay, as heat. */
import { and, asc, desc, eq, gte, inArray, lte, or, sql, type SQL } from 'drizzle-orm'
import type { FilterObject } from '#contract/filter'
import type { Id } from '#contract/ids'
import { SILENCE, staysOfRuns, type Run, type Stay } from '#contract/positioning/stays'
import { planeAt } from '#contract/venue/plane'
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
import { count, equipmentFilter, groupBy, intArray } from '../../kernel/lists.ts'
import { mustBeThere } from '../../kernel/named.ts'
import type { Scope } from '../../kernel/scope.ts'
import { runsOf } from './runs.ts'

interface Span {
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
): Promise<{ id: Id<'equipment'>; name: string }> {
  const [found] = await db
    .select({ id: equipment.id, name: equipment.name })
    .from(equipment)
    .where(from.equipment(eq(equipment.id, id)))
  if (!found) throw notThere('equipment')
  return found
}

const within = ({ from, to }: Span) => [
  from === undefined ? undefined : gte(position.at, new Date(from)),
  to === undefined ? undefined : lte(position.at, new Date(to)),
]

function selectPositions({ db }: Scope, where: SQL | undefined) {
  return db
    .select({ position, roomName: room.name, floorName: floor.name, buildingName: building.name })
    .from(position)
    .innerJoin(floor, and(eq(floor.companyId, position.companyId), eq(floor.id, position.floorId)))
    .innerJoin(
      building,
      and(eq(building.companyId, floor.companyId), eq(building.id, floor.buildingId)),
    )
    .leftJoin(room, and(eq(room.companyId, position.companyId), eq(room.id, position.roomId)))
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

/** Newest first. `isCut`: there are positions older than those that were looked at. */
export async function newestStays(
  scope: Scope,
  { equipmentId, ...span }: { equipmentId: Id<'equipment'> } & Span,
  lookedAt: number,
): Promise<{ stays: Stay[]; isCut: boolean }> {
  const {
    db,
    actor: { companyId },
    clock,
  } = scope
  const found = await runsOf(scope, and(eq(position.equipmentId, equipmentId), ...within(span)), {
    newest: lookedAt,
    most: lookedAt,
  })
  const runs: Run[] = [...found]
  const [last] = await db
    .select()
    .from(lastPosition)
    .where(and(eq(lastPosition.companyId, companyId), eq(lastPosition.equipmentId, equipmentId)))
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
          .innerJoin(
            building,
            and(eq(building.companyId, floor.companyId), eq(building.id, floor.buildingId)),
          )
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
          .innerJoin(
            equipment,
            and(eq(equipment.companyId, gateway.companyId), eq(equipment.id, gateway.equipmentId)),
          )
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

const REPLAY_MAXIMUM = 20_000

/**
 * A floor's replay has the first position elsewhere too: who has gone from it must not stand there
 * for the rest of the day. Who was there is asked first, and by itself: a database that has not yet
 * counted its rows would put the two together badly.
 */
export async function replay(
  scope: Scope,
  {
    equipmentId,
    floorId,
    from,
    to,
  }: {
    equipmentId?: Id<'equipment'> | undefined
    floorId?: Id<'floor'> | undefined
    from: string
    to: string
  },
) {
  const {
    db,
    from: rights,
    actor: { companyId },
  } = scope
  if (equipmentId !== undefined) await visible(scope, equipmentId)
  if (floorId !== undefined) await mustBeThere(scope, floor, [floorId], 'floor', 'body.floorId')
  const span = and(eq(position.companyId, companyId), ...within({ from, to }))
  const heard = (
    await db
      .selectDistinct({ id: position.equipmentId })
      .from(position)
      .where(
        and(
          span,
          equipmentId === undefined ? undefined : eq(position.equipmentId, equipmentId),
          floorId === undefined ? undefined : eq(position.floorId, floorId),
        ),
      )
  ).map(({ id }) => id)
  const things =
    heard.length === 0
      ? []
      : await db
          .select({ id: equipment.id, name: equipment.name })
          .from(equipment)
          .where(rights.equipment(sql`${equipment.id} = any(${intArray(heard)})`))
  const runs = db
    .select({
      id: position.id,
      equipmentId: position.equipmentId,
      at: position.at,
      floorId: position.floorId,
      longitude: position.longitude,
      latitude: position.latitude,
      before: sql<number | null>`lag(${position.floorId}) over (partition by ${position.equipmentId}
        order by ${position.at}, ${position.id})`.as('before'),
    })
    .from(position)
    .where(and(span, sql`${position.equipmentId} = any(${intArray(things.map(({ id }) => id))})`))
    .as('told')
  const rows =
    things.length === 0
      ? []
      : await db
          .select({
            equipmentId: runs.equipmentId,
            at: runs.at,
            floorId: runs.floorId,
            longitude: runs.longitude,
            latitude: runs.latitude,
          })
          .from(runs)
          .where(
            floorId === undefined
              ? undefined
              : or(eq(runs.floorId, floorId), eq(runs.before, floorId)),
          )
          .orderBy(asc(runs.at), asc(runs.id))
          .limit(REPLAY_MAXIMUM + 1)
  const names = new Map<number, string>(things.map(({ id, name }) => [id, name]))
  const tracks = groupBy(rows.slice(0, REPLAY_MAXIMUM), (row) => row.equipmentId)
  return {
    isCut: rows.length > REPLAY_MAXIMUM,
    tracks: [...tracks].map(([id, points]) => ({
      equipment: { id, name: names.get(id) ?? '' },
      points: points.map(({ at, floorId: on, longitude, latitude }) => ({
        at: at.toISOString(),
        floorId: on,
        longitude,
        latitude,
      })),
    })),
  }
}

const CELL = 1.5
const LONGEST_PAUSE = 10 * 60

interface HeatQuestion {
  floorId?: Id<'floor'> | undefined
  equipmentId?: Id<'equipment'> | undefined
  filter?: FilterObject | undefined
  from: string
  to: string
}

/**
 * How long things were where: each position counts until the next of the same thing, at most ten
 * minutes.
 */
export async function heatmap(
  scope: Scope,
  { floorId: asked, equipmentId, filter, from, to }: HeatQuestion,
) {
  const {
    db,
    from: rights,
    actor: { companyId },
  } = scope
  if (equipmentId !== undefined) await visible(scope, equipmentId)
  const mine = db
    .select({ id: equipment.id })
    .from(equipment)
    .where(
      rights.equipment(
        equipmentFilter(filter),
        equipmentId === undefined ? undefined : eq(equipment.id, equipmentId),
      ),
    )
  const runs = sql`
    with told as (
      select ${position.longitude} as longitude, ${position.latitude} as latitude,
      ${position.roomId} as room_id, ${position.floorId} as floor_id,
      ${position.equipmentId} as equipment_id,
        least(extract(epoch from coalesce(lead(${position.at}) over whole,
        least(now(), ${new Date(to)}::timestamptz)) - ${position.at}),
        ${LONGEST_PAUSE}) as seconds,
        (lag(${position.roomId}) over whole is distinct from ${position.roomId})::int as came
      from ${position} where ${position.companyId} = ${companyId}
      and ${position.at} between ${new Date(from)} and ${new Date(to)}
      and ${position.equipmentId} in ${mine}
      window whole as (partition by ${position.equipmentId} order by ${position.at}, ${position.id})
    )`
  const floorId = asked ?? (await mostlyOn(scope, runs, equipmentId))
  if (floorId === null) return { floorId, seconds: 0, cells: [], rooms: [] }
  const [ground] = await db
    .select({ longitude: building.longitude, latitude: building.latitude })
    .from(floor)
    .innerJoin(
      building,
      and(eq(building.companyId, floor.companyId), eq(building.id, floor.buildingId)),
    )
    .where(and(eq(floor.companyId, companyId), eq(floor.id, floorId)))
  if (!ground) throw notThere('floor', 'body.floorId')
  const { rows } = await db.execute<{
    longitude: number
    latitude: number
    room_id: number | null
    seconds: number
    visits: number
  }>(sql`${runs}
    select longitude, latitude, room_id, sum(greatest(seconds, 0))::float as seconds,
    sum(came)::int as visits from told where floor_id = ${floorId}
    group by longitude, latitude, room_id limit 100000`)
  const plane = planeAt(ground)
  const cells = new Map<string, { x: number; y: number; seconds: number }>()
  const inRooms = new Map<number, { seconds: number; visits: number }>()
  for (const { longitude, latitude, room_id: roomId, seconds, visits } of rows) {
    const { x, y } = plane.toMetres({ longitude, latitude })
    const middle = {
      x: (Math.floor(x / CELL) + 0.5) * CELL,
      y: (Math.floor(y / CELL) + 0.5) * CELL,
    }
    const key = `${middle.x}/${middle.y}`
    cells.set(key, { ...middle, seconds: (cells.get(key)?.seconds ?? 0) + seconds })
    if (roomId !== null)
      inRooms.set(roomId, {
        seconds: (inRooms.get(roomId)?.seconds ?? 0) + seconds,
        visits: (inRooms.get(roomId)?.visits ?? 0) + visits,
      })
  }
  const named =
    inRooms.size === 0
      ? []
      : await db
          .select({ id: room.id, name: room.name })
          .from(room)
          .where(and(eq(room.companyId, companyId), inArray(sql`${room.id}`, [...inRooms.keys()])))
  return {
    floorId,
    seconds: [...cells.values()].reduce((sum, { seconds }) => sum + seconds, 0),
    cells: [...cells.values()].map(({ x, y, seconds }) => ({
      ...plane.toDegrees({ x, y }),
      seconds,
    })),
    rooms: named
      .map(({ id, name }) => ({
        id,
        name,
        seconds: inRooms.get(id)?.seconds ?? 0,
        visits: inRooms.get(id)?.visits ?? 0,
      }))
      .sort((a, b) => b.seconds - a.seconds),
  }
}

/**
 * Where what is asked for was longest; a thing that was heard nowhere in the span is where it was
 * heard last.
 */
async function mostlyOn(
  scope: Scope,
  runs: SQL,
  equipmentId: Id<'equipment'> | undefined,
): Promise<Id<'floor'> | null> {
  const {
    db,
    actor: { companyId },
  } = scope
  const {
    rows: [most],
  } = await db.execute<{ floor_id: number }>(
    sql`${runs} select floor_id from told group by floor_id
      order by sum(greatest(seconds, 0)) desc, floor_id limit 1`,
  )
  if (most !== undefined) return most.floor_id as Id<'floor'> // of the row it was read from
  if (equipmentId === undefined) return null
  const [last] = await db
    .select({ floorId: lastPosition.floorId })
    .from(lastPosition)
    .where(and(eq(lastPosition.companyId, companyId), eq(lastPosition.equipmentId, equipmentId)))
  return last?.floorId ?? null
}
