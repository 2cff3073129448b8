import { eq, sql, type SQL } from 'drizzle-orm'
import type { FilterObject } from '#contract/filter.ts'
import type { Id } from '#contract/ids.ts'
import { planeAt } from '#contract/venue/plane.ts'
import * as tables from '#db/schema/index.ts'
import { shownName } from '#kernel/data/shownName.ts'
import { ofCompany } from '#kernel/data/ofCompany.ts'
import { refuseNotFound } from '#kernel/http/errors.ts'
import { joinOn } from '#kernel/data/joinOn.ts'
import { equipmentFilter, intArray } from '#kernel/data/listQueries.ts'
import type { Scope } from '#kernel/access/scope.ts'
import { visible } from './history.ts'
import { readInSlices } from './positionSlices.ts'

const CELL = 1.5
/** Maximum cells in a response. Cells with the most time come first. */
const MAX_CELLS = 100_000
const LONGEST_PAUSE = 10 * 60

interface HeatQuestion {
  floorId?: Id<'floor'> | undefined
  equipmentId?: Id<'equipment'> | undefined
  filter?: FilterObject | undefined
  from: string
  to: string
}

interface Spot extends Record<string, unknown> {
  longitude: number
  latitude: number
  room_id: number | null
  seconds: number
  visits: number
}

/** Each position counts until the next of the same equipment, at most ten minutes. */
export async function heatmap(scope: Scope, question: HeatQuestion) {
  const { equipmentId, from, to } = question
  const floorId = await scope.transaction(async (inner) => {
    if (equipmentId !== undefined) await visible(inner, equipmentId)
    return question.floorId
  })
  const shown = floorId ?? (await mostlyOn(scope, question))
  if (shown === null) return { floorId: shown, seconds: 0, cells: [], rooms: [] }
  const ground = await scope.transaction((inner) => groundOf(inner, shown))
  const plane = planeAt(ground)
  const cells = new Map<string, { x: number; y: number; seconds: number }>()
  const inRooms = new Map<number, { seconds: number; visits: number }>()
  await readInSlices(scope, { floorId: shown, equipmentId, from, to }, async (inner, slice) => {
    const { rows } = await inner.db.execute<Spot>(sql`${timesOf(inner, question, slice)}
      select longitude, latitude, room_id, sum(seconds)::float8 as seconds,
        sum(came)::int as visits
      from times group by longitude, latitude, room_id`)
    for (const { longitude, latitude, room_id: roomId, seconds, visits } of rows) {
      const { x, y } = plane.toMetres({ longitude, latitude })
      const middle = {
        x: (Math.floor(x / CELL) + 0.5) * CELL,
        y: (Math.floor(y / CELL) + 0.5) * CELL,
      }
      const key = `${middle.x}/${middle.y}`
      const cell = cells.get(key) ?? { ...middle, seconds: 0 }
      cells.set(key, cell)
      cell.seconds += seconds
      if (roomId === null) continue
      const inRoom = inRooms.get(roomId) ?? { seconds: 0, visits: 0 }
      inRooms.set(roomId, inRoom)
      inRoom.seconds += seconds
      inRoom.visits += visits
    }
    return true
  })
  const named = await scope.transaction((inner) => namesOfRooms(inner, [...inRooms.keys()]))
  const all = [...cells.values()]
  const most =
    all.length > MAX_CELLS ? all.sort((a, b) => b.seconds - a.seconds).slice(0, MAX_CELLS) : all
  return {
    floorId: shown,
    seconds: all.reduce((sum, { seconds }) => sum + seconds, 0),
    cells: most.map(({ x, y, seconds }) => ({ ...plane.toDegrees({ x, y }), seconds })),
    rooms: named
      .map(({ id, name }) => ({ id, name, ...(inRooms.get(id) ?? { seconds: 0, visits: 0 }) }))
      .sort((a, b) => b.seconds - a.seconds),
  }
}

/** The beginning of a statement that computes how long each position of a slice counts. */
function timesOf(
  scope: Scope,
  { filter, equipmentId, from, to }: HeatQuestion,
  slice: SQL | undefined,
) {
  const mine = scope.db
    .select({ id: tables.equipment.id })
    .from(tables.equipment)
    .where(
      scope.from.equipment(
        equipmentFilter(filter),
        equipmentId === undefined ? undefined : eq(tables.equipment.id, equipmentId),
      ),
    )
  const ofSame = sql`beside.company_id = ${tables.position.companyId}
    and beside.equipment_id = ${tables.position.equipmentId}`
  const own = sql`(${tables.position.at}, ${tables.position.id})`
  return sql`
    with times as (
      select ${tables.position.longitude} as longitude, ${tables.position.latitude} as latitude,
        ${tables.position.roomId} as room_id, ${tables.position.floorId} as floor_id,
        greatest(0, least(${LONGEST_PAUSE}, extract(epoch from
          coalesce(next.at, least(now(), ${new Date(to)}::timestamptz)) - ${tables.position.at}
        ))) as seconds,
        (before.room_id is distinct from ${tables.position.roomId})::int as came
      from ${tables.position}
      left join lateral (select at from ${tables.position} as beside where ${ofSame}
        and (beside.at, beside.id) > ${own} and beside.at <= ${new Date(to)}
        order by beside.at, beside.id limit 1) as next on true
      left join lateral (select room_id from ${tables.position} as beside where ${ofSame}
        and (beside.at, beside.id) < ${own} and beside.at >= ${new Date(from)}
        order by beside.at desc, beside.id desc limit 1) as before on true
      where ${slice} and ${tables.position.equipmentId} in ${mine}
    )`
}

async function groundOf({ db, actor: { companyId } }: Scope, floorId: Id<'floor'>) {
  const [ground] = await db
    .select({ longitude: tables.building.longitude, latitude: tables.building.latitude })
    .from(tables.floor)
    .innerJoin(tables.building, joinOn(tables.building, tables.floor.buildingId))
    .where(ofCompany(tables.floor, companyId, eq(tables.floor.id, floorId)))
  if (!ground) throw refuseNotFound('floor', 'body.floorId')
  return ground
}

const namesOfRooms = async ({ db, actor }: Scope, ids: readonly number[]) =>
  ids.length === 0
    ? []
    : db
        .select({ id: tables.room.id, name: shownName({ actor }, tables.room) })
        .from(tables.room)
        .where(
          ofCompany(tables.room, actor.companyId, sql`${tables.room.id} = any(${intArray(ids)})`),
        )

/** The floor with the most time of the equipment in the range, or else its last floor. */
async function mostlyOn(scope: Scope, question: HeatQuestion): Promise<Id<'floor'> | null> {
  const { equipmentId, from, to } = question
  const floors = new Map<Id<'floor'>, number>()
  await readInSlices(scope, { equipmentId, from, to }, async (inner, slice) => {
    const { rows } = await inner.db.execute<{ id: Id<'floor'>; seconds: number }>(
      sql`${timesOf(inner, question, slice)}
        select floor_id as id, sum(seconds)::float8 as seconds from times group by floor_id`,
    )
    for (const { id, seconds } of rows) floors.set(id, (floors.get(id) ?? 0) + seconds)
    return true
  })
  const [most] = [...floors].sort(([a, one], [b, other]) => other - one || a - b)
  if (most !== undefined) return most[0]
  if (equipmentId === undefined) return null
  const [last] = await scope.transaction(({ db, actor: { companyId } }) =>
    db
      .select({ floorId: tables.lastPosition.floorId })
      .from(tables.lastPosition)
      .where(
        ofCompany(tables.lastPosition, companyId, eq(tables.lastPosition.equipmentId, equipmentId)),
      ),
  )
  return last?.floorId ?? null
}
