import { sql, type SQL } from 'drizzle-orm'
import type { Id } from '#contract/ids.ts'
import { groupBy } from '#contract/rules/groupBy.ts'
import * as tables from '#db/schema/index.ts'
import { makeYielder } from '#kernel/work/yieldToEventLoop.ts'
import { intArray } from '#kernel/data/listQueries.ts'
import { requireRows } from '#kernel/data/existingRows.ts'
import type { Scope } from '#kernel/access/scope.ts'
import { visible } from './history.ts'
import { milliseconds, readInSlices, type LookedAt } from './positionSlices.ts'

const REPLAY_MAXIMUM = 20_000

export async function requireVisibleEquipment(
  scope: Scope,
  { equipmentId, floorId }: LookedAt,
): Promise<void> {
  if (equipmentId !== undefined) await visible(scope, equipmentId)
  if (floorId !== undefined)
    await requireRows(scope, tables.floor, [floorId], 'floor', 'body.floorId')
}

export const ofVisible = ({ db, from }: Scope): SQL =>
  sql`${tables.position.equipmentId} in ${db.select({ id: tables.equipment.id }).from(tables.equipment).where(from.equipment())}`

export async function namesOf(
  { db, from }: Scope,
  ids: Iterable<number>,
): Promise<{ id: Id<'equipment'>; name: string }[]> {
  const all = [...ids]
  return all.length === 0
    ? []
    : db
        .select({ id: tables.equipment.id, name: tables.equipment.name })
        .from(tables.equipment)
        .where(from.equipment(sql`${tables.equipment.id} = any(${intArray(all)})`))
}

export async function gatewaysHeardIn(
  scope: Scope,
  asked: LookedAt,
): Promise<{ id: Id<'equipment'>; name: string }[]> {
  await scope.transaction((inner) => requireVisibleEquipment(inner, asked))
  const heard = new Set<number>()
  await readInSlices(
    scope,
    asked,
    async (inner, slice) => {
      const rows = await inner.db
        .selectDistinct({ id: tables.position.equipmentId })
        .from(tables.position)
        .where(slice)
      for (const { id } of rows) heard.add(id)
      return asked.equipmentId === undefined || heard.size === 0
    },
    HEARD_SLICE,
  )
  return scope.transaction((inner) => namesOf(inner, heard))
}
/** Larger than `SLICE`, because no rows leave the database. */
const HEARD_SLICE = 10_000

interface Fix {
  equipmentId: Id<'equipment'>
  id: number
  at: number
  floorId: Id<'floor'>
  longitude: number
  latitude: number
}

/**
 * A floor's replay includes the first position elsewhere. Otherwise equipment that left the floor
 * would stay on it.
 */
export async function replay(scope: Scope, asked: LookedAt) {
  await scope.transaction((inner) => requireVisibleEquipment(inner, asked))
  const fixes: Fix[] = []
  const departures: Fix[] = []
  await readInSlices(scope, asked, async (inner, slice) => {
    for (const { fix, next } of await fixesOf(inner, asked, slice)) {
      fixes.push(fix)
      if (next !== null) departures.push(next)
    }
    return fixes.length <= REPLAY_MAXIMUM
  })
  const all = departures.length === 0 ? fixes : [...fixes, ...departures].sort(byTime)
  const tracks = groupBy(all.slice(0, REPLAY_MAXIMUM), ({ equipmentId }) => equipmentId)
  const names = await scope.transaction((inner) => namesOf(inner, tracks.keys()))
  const yieldToLoop = makeYielder()
  const told = []
  for (const { id, name } of names) {
    await yieldToLoop()
    told.push({
      equipment: { id, name },
      points: (tracks.get(id) ?? []).map(({ at, floorId, longitude, latitude }) => ({
        at: new Date(at).toISOString(),
        floorId,
        longitude,
        latitude,
      })),
    })
  }
  return { isCut: all.length > REPLAY_MAXIMUM, tracks: told }
}

const byTime = (one: Fix, other: Fix): number => one.at - other.at || one.id - other.id

type Row = Fix & {
  goneId: number | null
  goneAt: number
  goneFloorId: Id<'floor'>
  goneLongitude: number
  goneLatitude: number
}

/** Positions of a slice. On a floor, each includes the next position if it is elsewhere. */
async function fixesOf(
  scope: Scope,
  { floorId, to }: LookedAt,
  slice: SQL | undefined,
): Promise<{ fix: Fix; next: Fix | null }[]> {
  const gone =
    floorId === undefined
      ? sql`(select null::int as id, now() as at, null::int as floor_id, null::float8 as longitude,
          null::float8 as latitude)`
      : sql`(select * from (select id, at, floor_id, longitude, latitude from ${tables.position} as later
          where later.company_id = ${tables.position.companyId}
          and later.equipment_id = ${tables.position.equipmentId}
          and (later.at, later.id) > (${tables.position.at}, ${tables.position.id})
          and later.at <= ${new Date(to)}
          order by later.at, later.id limit 1) as next where floor_id <> ${floorId})`
  const { rows } = await scope.db.execute<Row & Record<string, unknown>>(sql`
    select ${tables.position.equipmentId} as "equipmentId", ${tables.position.id} as id,
      ${milliseconds(sql`${tables.position.at}`)} as at, ${tables.position.floorId} as "floorId",
      ${tables.position.longitude} as longitude, ${tables.position.latitude} as latitude, gone.id as "goneId",
      ${milliseconds(sql`gone.at`)} as "goneAt", gone.floor_id as "goneFloorId",
      gone.longitude as "goneLongitude", gone.latitude as "goneLatitude"
    from ${tables.position} left join lateral ${gone} as gone on true
    where ${slice} and ${ofVisible(scope)} order by ${tables.position.at}, ${tables.position.id}`)
  return rows.map(({ goneId, goneAt, goneFloorId, goneLongitude, goneLatitude, ...fix }) => ({
    fix,
    next:
      goneId === null
        ? null
        : {
            equipmentId: fix.equipmentId,
            id: goneId,
            at: goneAt,
            floorId: goneFloorId,
            longitude: goneLongitude,
            latitude: goneLatitude,
          },
  }))
}
