/** What is nearest on foot; and, afterwards, what stood together. */
import { and, eq, gte, lte, sql, type SQL } from 'drizzle-orm'
import type { FilterObject } from '#contract/filter'
import type { Id } from '#contract/ids'
import { SILENCE, staysOfRuns, type Stay } from '#contract/positioning/stays'
import { metresBetween } from '#contract/venue/plane'
import { walkFrom, type WalkingDistances } from '#contract/venue/walking'
import { groupBy } from '#contract/rules/groupBy'
import {
  building,
  equipment,
  equipmentStatus,
  floor,
  lastPosition,
  position,
  room,
} from '../../db/schema/index.ts'
import { badInput, notThere } from '../../kernel/errors.ts'
import { joinOn } from '../../kernel/joinOn.ts'
import { equipmentFilter, intArray, searchIn } from '../../kernel/lists.ts'
import type { Scope } from '../../kernel/scope.ts'
import { placeNames, visible } from './history.ts'
import { openTickets, roomSettings, selectMapEquipment, viewOf } from './mapEquipment.ts'
import type { Spot } from './places.ts'
import { runsOf, type RunOf } from './runs.ts'
import { walkableFloors, type WalkableFloor } from './venue.ts'

interface Question {
  fromEquipmentId?: Id<'equipment'> | undefined
  fromRoomId?: Id<'room'> | undefined
  fromPoint?: Spot | undefined
  filter?: FilterObject | undefined
  search?: string | undefined
  onlyUsable: boolean
  limit: number
}

/** What a lift or a flight of stairs costs, in metres of walking. */
const A_FLOOR = 18
/** Between buildings one walks outside, never quite straight. */
const DETOUR = 1.4

/** Free: not broken, not in use, and nobody has reported anything about it. */
const free = sql`(${equipment.statusId} is null
  or (${equipmentStatus.isUsable} and not ${equipmentStatus.isInUse})) and ${openTickets} = 0`

export async function nearest(
  scope: Scope,
  { filter, search, onlyUsable, limit, ...from }: Question,
) {
  const start = await startOf(scope, from)
  const where = scope.from.equipment(
    equipmentFilter(filter),
    searchIn(equipment.search, search),
    eq(equipment.isStatic, false),
    sql`${lastPosition.id} is not null`,
    from.fromEquipmentId === undefined
      ? undefined
      : sql`${equipment.id} <> ${from.fromEquipmentId}`,
    onlyUsable ? free : undefined,
  )
  const candidates = await selectMapEquipment(scope, where).limit(20_000)
  const distances = await distancesFrom(scope, start)
  const settings = await roomSettings(scope)
  const measured = candidates
    .map((row) => ({ row, way: row.last ? distances(row.last, row.buildingId) : null }))
    .flatMap(({ row, way }) => (way === null ? [] : [{ row, ...way }]))
    .sort((a, b) => a.metres - b.metres || a.row.equipment.id - b.row.equipment.id)
  return {
    count: measured.length,
    rows: measured.slice(0, limit).map(({ row, metres, floorsAway }) => ({
      ...viewOf(row, settings),
      metres: Math.round(metres * 10) / 10,
      floorsAway,
    })),
  }
}

async function startOf(
  scope: Scope,
  {
    fromEquipmentId,
    fromRoomId,
    fromPoint,
  }: Pick<Question, 'fromEquipmentId' | 'fromRoomId' | 'fromPoint'>,
): Promise<
  Spot & {
    buildingId: Id<'building'>
    ordinal: number
    buildingPoint: { longitude: number; latitude: number }
  }
> {
  const {
    db,
    actor: { companyId },
  } = scope
  let spot: Spot | undefined = fromPoint
  if (fromEquipmentId !== undefined) {
    await visible(scope, fromEquipmentId)
    const [last] = await db
      .select()
      .from(lastPosition)
      .where(
        and(eq(lastPosition.companyId, companyId), eq(lastPosition.equipmentId, fromEquipmentId)),
      )
    if (!last) throw badInput('body.fromEquipmentId', 'nowhere', 'It has no place on the map.')
    spot = last
  } else if (fromRoomId !== undefined) {
    const [found] = await db
      .select()
      .from(room)
      .where(and(eq(room.companyId, companyId), eq(room.id, fromRoomId)))
    if (!found) throw notThere('room', 'body.fromRoomId')
    spot = found
  }
  if (spot === undefined) throw badInput('body', 'required', 'Say where from.')
  const [ground] = await db
    .select({
      buildingId: floor.buildingId,
      ordinal: floor.ordinal,
      longitude: building.longitude,
      latitude: building.latitude,
    })
    .from(floor)
    .innerJoin(building, joinOn(building, floor.buildingId))
    .where(and(eq(floor.companyId, companyId), eq(floor.id, spot.floorId)))
  if (!ground) throw notThere('floor', 'body.fromPoint.floorId')
  return {
    floorId: spot.floorId,
    longitude: spot.longitude,
    latitude: spot.latitude,
    buildingId: ground.buildingId,
    ordinal: ground.ordinal,
    buildingPoint: { longitude: ground.longitude, latitude: ground.latitude },
  }
}

type Way = { metres: number; floorsAway: number }

/**
 * Walks outwards from the start once, and on from the lifts and stairs of each other floor only
 * when something is there.
 */
async function distancesFrom(
  scope: Scope,
  start: Awaited<ReturnType<typeof startOf>>,
): Promise<
  (
    to: { floorId: number; longitude: number; latitude: number },
    buildingId: number | null,
  ) => Way | null
> {
  const floors = await walkableFloors(scope, start.buildingId)
  const own = floors.find(({ id }) => id === start.floorId)
  const here = own ? walkFrom(own.grid, [{ point: start, behind: 0 }]) : null
  const beyond = new Map<number, WalkingDistances | null>()
  const onFloor = (target: WalkableFloor): WalkingDistances | null => {
    if (!own || !here) return null
    if (target.id === own.id) return here
    const known = beyond.get(target.id)
    if (known !== undefined) return known
    const climb = Math.abs(target.ordinal - own.ordinal) * A_FLOOR
    const starts = own.connectors.flatMap((from) => {
      const behind = here.metresTo(from)
      // The lift above is the one that stands over this one.
      const to = target.connectors.toSorted(
        (a, b) => metresBetween(a, from) - metresBetween(b, from),
      )[0]
      return to && Number.isFinite(behind) && metresBetween(to, from) < 8
        ? [{ point: to, behind: behind + climb }]
        : []
    })
    const distances = starts.length === 0 ? null : walkFrom(target.grid, starts)
    beyond.set(target.id, distances)
    return distances
  }
  return (to, buildingId) => {
    const target = floors.find(({ id }) => id === to.floorId)
    const straight = metresBetween(start, to) * DETOUR
    if (buildingId !== start.buildingId || !target)
      return { metres: straight + Math.abs(start.ordinal) * A_FLOOR, floorsAway: 0 }
    const walked = onFloor(target)?.metresTo(to) ?? Number.POSITIVE_INFINITY
    const floorsAway = target.ordinal - start.ordinal
    // A plan may have a room without a door; nobody is told that it cannot be reached.
    return {
      metres: Number.isFinite(walked) ? walked : straight + Math.abs(floorsAway) * A_FLOOR,
      floorsAway,
    }
  }
}

/** More than this is no answer that anybody reads; who asks is told to ask for less. */
const MAX_RUNS = 500_000

/**
 * Who was in the same room with it, from when to when: for tracing after an infection or a loss.
 * Its own stays first; then who was heard in one of those rooms about that time; then the stays of
 * those alone. So many questions as there are steps, however many they are.
 */
export async function nearestHistory(
  scope: Scope,
  {
    equipmentId,
    from,
    to,
    limit,
  }: { equipmentId: Id<'equipment'>; from: string; to: string; limit: number },
) {
  await visible(scope, equipmentId)
  const span = and(gte(position.at, new Date(from)), lte(position.at, new Date(to)))
  const mine = staysOfRuns(
    await allRuns(scope, and(span, eq(position.equipmentId, equipmentId))),
  ).filter(({ roomId }) => roomId !== null)
  if (mine.length === 0) return { count: 0, rows: [] }
  const others = await heardThere(scope, equipmentId, mine)
  if (others.size === 0) return { count: 0, rows: [] }
  const runs = await allRuns(
    scope,
    and(span, sql`${position.equipmentId} = any(${intArray([...others.keys()])})`),
  )
  const byRoom = groupBy(mine, ({ roomId }) => roomId)
  const met = [...groupBy(runs, (run) => run.equipmentId)]
    .flatMap(([id, own]) =>
      staysOfRuns(own).flatMap((stay) =>
        (byRoom.get(stay.roomId) ?? []).flatMap((here) => {
          const [begin, end] = [
            Math.max(Date.parse(stay.from), Date.parse(here.from)),
            Math.min(Date.parse(stay.to), Date.parse(here.to)),
          ]
          return end > begin
            ? [
                {
                  id,
                  floorId: stay.floorId as Id<'floor'>,
                  roomId: stay.roomId as Id<'room'>,
                  from: new Date(begin).toISOString(),
                  to: new Date(end).toISOString(),
                  seconds: Math.round((end - begin) / 1000),
                },
              ]
            : [] // ids of the rows
        }),
      ),
    )
    .sort((a, b) => b.seconds - a.seconds)
  const page = met.slice(0, limit)
  const places = await placeNames(scope, page)
  return {
    count: met.length,
    rows: page.map(({ id, ...row }) => ({
      equipment: { id, name: others.get(id) ?? '' },
      ...row,
      ...places(row),
    })),
  }
}

async function allRuns(scope: Scope, where: SQL | undefined): Promise<RunOf[]> {
  const runs = await runsOf(scope, where, { most: MAX_RUNS })
  if (runs.length === MAX_RUNS)
    throw badInput(
      'body.from',
      'tooMuch',
      'So much was heard in this span that it cannot be told at once. Choose a shorter one.',
    )
  return runs
}

/**
 * Two silences before a stay began is the earliest that somebody who was there all the while can
 * have been written down.
 */
const EARLIER = 2 * SILENCE

/** By id, with their names; only those that the actor may see. */
async function heardThere(
  { db, from, actor: { companyId } }: Scope,
  equipmentId: Id<'equipment'>,
  mine: readonly Stay[],
): Promise<Map<number, string>> {
  const windows = JSON.stringify(
    mine.map((stay) => ({
      floor: stay.floorId,
      room: stay.roomId,
      begun: new Date(Date.parse(stay.from) - EARLIER).toISOString(),
      ended: stay.to,
    })),
  )
  const { rows } = await db.execute<{ id: number }>(sql`
    select distinct there.equipment_id as id
    from jsonb_to_recordset(${windows}::jsonb) as mine (floor int, room int, begun timestamptz,
    ended timestamptz)
    join ${position} there on there.company_id = ${companyId} and there.floor_id = mine.floor
    and there.room_id = mine.room and there.at between mine.begun and mine.ended
    and there.equipment_id <> ${equipmentId}`)
  if (rows.length === 0) return new Map()
  const seen = await db
    .select({ id: equipment.id, name: equipment.name })
    .from(equipment)
    .where(from.equipment(sql`${equipment.id} = any(${intArray(rows.map(({ id }) => id))})`))
  return new Map(seen.map(({ id, name }) => [id, name]))
}
