/**
 * Groups consecutive positions at one spot in the database: thousands of positions a day become
 * dozens of runs. `contract/positioning/stays` interprets them.
 */
import { sql, type SQL } from 'drizzle-orm'
import type { Id } from '#contract/ids.ts'
import { SILENCE, type Run } from '#contract/positioning/stays.ts'
import * as tables from '#db/schema/index.ts'
import { ofCompany } from '#kernel/data/ofCompany.ts'
import type { Scope } from '#kernel/access/scope.ts'

export interface RunOf extends Run {
  equipmentId: Id<'equipment'>
  positions: number
}

/**
 * Runs by equipment in order of time, at most `most`. `where` selects the positions. `newest`
 * limits them to the newest, for one equipment only.
 */
export async function runsOf(
  { db, actor: { companyId } }: Scope,
  where: SQL | undefined,
  { newest, most }: { newest?: number; most: number },
): Promise<RunOf[]> {
  const silence = sql`interval '1 millisecond' * ${SILENCE}`
  const { rows } = await db.execute<{
    equipment_id: number
    floor_id: number
    room_id: number | null
    begun: number
    ended: number
    positions: number
  }>(sql`
    with counted as (
      select ${tables.position.id} as id, ${tables.position.equipmentId} as equipment_id,
      ${tables.position.floorId} as floor_id, ${tables.position.roomId} as room_id, ${tables.position.at} as at
      from ${tables.position} where ${ofCompany(tables.position, companyId, where)} ${
        newest === undefined
          ? sql``
          : sql`order by ${tables.position.at} desc,
        ${tables.position.id} desc
        limit ${newest}`
      }
    ), told as (
      select *, lag(at) over whole as before_at, lag(floor_id) over whole as before_floor,
      lag(room_id) over whole as before_room, lead(at) over whole as next_at
      from counted window whole as (partition by equipment_id order by at, id)
    ), numbered as (
      select *, count(*) filter (where before_at is null or at - before_at > ${silence}
      or floor_id <> before_floor or room_id is distinct
      from before_room) over (partition by equipment_id order by at, id) as run from told
    )
    select equipment_id, floor_id, room_id, count(*)::int as positions,
    extract(epoch from min(at))::float * 1000 as begun,
      extract(epoch from max(case when next_at - at <= ${silence} then next_at else at
      end))::float * 1000 as ended
    from numbered group by equipment_id, run, floor_id, room_id order by equipment_id, min(at), run
    limit ${most}`)
  return rows.map(
    ({
      equipment_id: equipmentId,
      floor_id: floorId,
      room_id: roomId,
      positions,
      begun,
      ended,
    }) => ({
      equipmentId: equipmentId as Id<'equipment'>,
      floorId,
      roomId,
      positions,
      from: Math.round(begun),
      to: Math.round(ended),
    }),
  )
}
