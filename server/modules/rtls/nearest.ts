/** What is nearest on foot; and, afterwards, what stood together. */
import { and, asc, eq, gte, inArray, lte, sql } from 'drizzle-orm'
import type { FilterObject } from '#contract/filter'
import type { Id } from '#contract/ids'
import { staysOf } from '#contract/positioning/stays'
import { metresBetween } from '#contract/venue/plane'
import { walkFrom, type Reach } from '#contract/venue/walking'
import { building, equipment, equipmentStatus, floor, lastPosition, position, room } from '../../db/schema/index.ts'
import { badInput, notThere } from '../../kernel/errors.ts'
import { equipmentFilter, groupBy, searchIn } from '../../kernel/lists.ts'
import type { Scope } from '../../kernel/scope.ts'
import { placeNames, visible } from './history.ts'
import { openTickets, roomSettings, selectMapEquipment, shown } from './mapEquipment.ts'
import type { Spot } from './places.ts'
import { walkableFloors, type WalkableFloor } from './venue.ts'

interface Question {
  fromEquipmentId?: Id<'equipment'> | undefined; fromRoomId?: Id<'room'> | undefined; fromPoint?: Spot | undefined
  filter?: FilterObject | undefined; search?: string | undefined; onlyUsable: boolean; limit: number
}

/** What a lift or a flight of stairs costs, in metres of walking. */
const A_FLOOR = 18
/** Between buildings one walks outside, never quite straight. */
const DETOUR = 1.4

/** Free: not broken, not in use, and nobody has reported anything about it. */
const free = sql`(${equipment.statusId} is null or (${equipmentStatus.isUsable} and not ${equipmentStatus.isInUse})) and ${openTickets} = 0`

export async function nearest(scope: Scope, { filter, search, onlyUsable, limit, ...from }: Question) {
  const start = await startOf(scope, from)
  const where = scope.from.equipment(equipmentFilter(filter), searchIn(equipment.search, search), eq(equipment.isStatic, false), sql`${lastPosition.id} is not null`,
    from.fromEquipmentId === undefined ? undefined : sql`${equipment.id} <> ${from.fromEquipmentId}`, onlyUsable ? free : undefined)
  const candidates = await selectMapEquipment(scope, where).limit(20_000)
  const reach = await reachFrom(scope, start)
  const settings = await roomSettings(scope)
  const measured = candidates.map((row) => ({ row, way: row.last ? reach(row.last, row.buildingId) : null }))
    .flatMap(({ row, way }) => (way === null ? [] : [{ row, ...way }])).sort((a, b) => a.metres - b.metres || a.row.equipment.id - b.row.equipment.id)
  return { count: measured.length, rows: measured.slice(0, limit).map(({ row, metres, floorsAway }) => ({ ...shown(row, settings), metres: Math.round(metres * 10) / 10, floorsAway })) }
}

async function startOf(scope: Scope, { fromEquipmentId, fromRoomId, fromPoint }: Pick<Question, 'fromEquipmentId' | 'fromRoomId' | 'fromPoint'>): Promise<Spot & { buildingId: Id<'building'>; ordinal: number; buildingPoint: { longitude: number; latitude: number } }> {
  const { db, actor: { companyId } } = scope
  let spot: Spot | undefined = fromPoint
  if (fromEquipmentId !== undefined) {
    await visible(scope, fromEquipmentId)
    const [last] = await db.select().from(lastPosition).where(and(eq(lastPosition.companyId, companyId), eq(lastPosition.equipmentId, fromEquipmentId)))
    if (!last) throw badInput('body.fromEquipmentId', 'nowhere', 'It has no place on the map.')
    spot = last
  } else if (fromRoomId !== undefined) {
    const [found] = await db.select().from(room).where(and(eq(room.companyId, companyId), eq(room.id, fromRoomId)))
    if (!found) throw notThere('room', 'body.fromRoomId')
    spot = found
  }
  if (spot === undefined) throw badInput('body', 'required', 'Say where from.')
  const [ground] = await db.select({ buildingId: floor.buildingId, ordinal: floor.ordinal, longitude: building.longitude, latitude: building.latitude }).from(floor)
    .innerJoin(building, and(eq(building.companyId, floor.companyId), eq(building.id, floor.buildingId))).where(and(eq(floor.companyId, companyId), eq(floor.id, spot.floorId)))
  if (!ground) throw notThere('floor', 'body.fromPoint.floorId')
  return { floorId: spot.floorId, longitude: spot.longitude, latitude: spot.latitude, buildingId: ground.buildingId, ordinal: ground.ordinal, buildingPoint: { longitude: ground.longitude, latitude: ground.latitude } }
}

type Way = { metres: number; floorsAway: number }

/** Walks outwards from the start once, and on from the lifts and stairs of each other floor only when something is there. */
async function reachFrom(scope: Scope, start: Awaited<ReturnType<typeof startOf>>): Promise<(to: { floorId: number; longitude: number; latitude: number }, buildingId: number | null) => Way | null> {
  const floors = await walkableFloors(scope, start.buildingId)
  const own = floors.find(({ id }) => id === start.floorId)
  const here = own ? walkFrom(own.grid, [{ point: start, behind: 0 }]) : null
  const beyond = new Map<number, Reach | null>()
  const onFloor = (target: WalkableFloor): Reach | null => {
    if (!own || !here) return null
    if (target.id === own.id) return here
    const known = beyond.get(target.id)
    if (known !== undefined) return known
    const climb = Math.abs(target.ordinal - own.ordinal) * A_FLOOR
    const starts = own.connectors.flatMap((from) => {
      const behind = here.metresTo(from)
      // The lift above is the one that stands over this one.
      const to = target.connectors.toSorted((a, b) => metresBetween(a, from) - metresBetween(b, from))[0]
      return to && Number.isFinite(behind) && metresBetween(to, from) < 8 ? [{ point: to, behind: behind + climb }] : []
    })
    const reach = starts.length === 0 ? null : walkFrom(target.grid, starts)
    beyond.set(target.id, reach)
    return reach
  }
  return (to, buildingId) => {
    const target = floors.find(({ id }) => id === to.floorId)
    const straight = metresBetween(start, to) * DETOUR
    if (buildingId !== start.buildingId || !target) return { metres: straight + Math.abs(start.ordinal) * A_FLOOR, floorsAway: 0 }
    const walked = onFloor(target)?.metresTo(to) ?? Number.POSITIVE_INFINITY
    const floorsAway = target.ordinal - start.ordinal
    // A plan may have a room without a door; nobody is told that it cannot be reached.
    return { metres: Number.isFinite(walked) ? walked : straight + Math.abs(floorsAway) * A_FLOOR, floorsAway }
  }
}

/** Who was in the same room with it, from when to when: for tracing after an infection or a loss. */
export async function nearestHistory(scope: Scope, { equipmentId, from, to, limit }: { equipmentId: Id<'equipment'>; from: string; to: string; limit: number }) {
  const { db, actor: { companyId } } = scope
  await visible(scope, equipmentId)
  const span = and(eq(position.companyId, companyId), gte(position.at, new Date(from)), lte(position.at, new Date(to)))
  const seenOf = (rows: { at: Date; floorId: number; roomId: number | null }[]) => staysOf(rows.map(({ at, ...where }) => ({ at: at.toISOString(), ...where })))
  const mine = seenOf(await db.select({ at: position.at, floorId: position.floorId, roomId: position.roomId }).from(position).where(and(span, eq(position.equipmentId, equipmentId))).orderBy(asc(position.at)).limit(20_000)).filter(({ roomId }) => roomId !== null)
  const roomIds = [...new Set(mine.flatMap(({ roomId }) => roomId ?? []))]
  if (roomIds.length === 0) return { count: 0, rows: [] }
  const others = await db.select({ equipmentId: position.equipmentId, name: equipment.name, at: position.at, floorId: position.floorId, roomId: position.roomId }).from(position)
    .innerJoin(equipment, and(eq(equipment.companyId, position.companyId), eq(equipment.id, position.equipmentId)))
    .where(and(span, scope.from.equipment(sql`${equipment.id} <> ${equipmentId}`), sql`${position.equipmentId} in (select p.equipment_id from ${position} p where p.company_id = ${companyId} and ${inArray(sql`p.room_id`, roomIds)})`)).orderBy(asc(position.at)).limit(100_000)
  const met = [...groupBy(others, (row) => row.equipmentId)].flatMap(([id, rows]) => seenOf(rows).flatMap((stay) => mine.flatMap((own) => {
    const [begin, end] = [Math.max(Date.parse(stay.from), Date.parse(own.from)), Math.min(Date.parse(stay.to), Date.parse(own.to))]
    return stay.roomId === own.roomId && end > begin ? [{ equipment: { id, name: rows[0]?.name ?? '' }, floorId: stay.floorId as Id<'floor'>, roomId: stay.roomId as Id<'room'>, from: new Date(begin).toISOString(), to: new Date(end).toISOString(), seconds: Math.round((end - begin) / 1000) }] : [] // ids of the rows
  }))).sort((a, b) => b.seconds - a.seconds)
  const page = met.slice(0, limit)
  const names = await placeNames(scope, page)
  return { count: met.length, rows: page.map((row) => ({ ...row, ...names(row) })) }
}
