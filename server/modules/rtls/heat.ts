/** How long things were where, in cells of a floor. */
import { and, eq, inArray, sql, type SQL } from 'drizzle-orm'
import type { FilterObject } from '#contract/filter'
import type { Id } from '#contract/ids'
import { planeAt } from '#contract/venue/plane'
import { building, equipment, floor, lastPosition, position, room } from '../../db/schema/index.ts'
import { notThere } from '../../kernel/errors.ts'
import { joinOn } from '../../kernel/joinOn.ts'
import { equipmentFilter } from '../../kernel/lists.ts'
import type { Scope } from '../../kernel/scope.ts'
import { visible } from './history.ts'

const CELL = 1.5
/** Spots read, those where most time was spent first. */
const SPOTS = 100_000
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
    .innerJoin(building, joinOn(building, floor.buildingId))
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
    group by longitude, latitude, room_id order by seconds desc limit ${SPOTS}`)
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
