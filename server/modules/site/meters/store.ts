/** Stores derived readings of many meters in sets, and derives their totals. */
import { sql } from 'drizzle-orm'
import type { Id } from '#contract/ids.ts'
import type { readingSources } from '#contract/meters/meters.ts'
import { groupBy } from '#contract/rules/groupBy.ts'
import * as tables from '#db/schema/index.ts'
import { intArray } from '#kernel/data/listQueries.ts'
import type { Scope } from '#kernel/access/scope.ts'
import type { Derived } from './derive.ts'
import { recountMeters } from './recount.ts'
import { isCounted } from './totalAt.ts'

type Point = Derived & { procedureLogId?: Id<'procedureLog'> }

export interface DerivedOf {
  id: Id<'meter'>
  from: string
  points: readonly Point[]
}

const { meterReading: reading } = tables

/**
 * Writes differences only. With `replaces`, derived readings from `from` on that are not derived
 * any more are removed, except those that a user explained. `not in` is hashed whatever the planner
 * expects; `not exists` compared each reading with each point.
 */
export async function storeDerived(
  scope: Scope,
  derived: readonly DerivedOf[],
  source: (typeof readingSources)[number],
  replaces: boolean,
): Promise<void> {
  const { db, actor, clock } = scope
  const points = derived.flatMap(({ id, points: own }) =>
    own.map((point) => ({ meter: id, log: null, ...point, ...logOf(point) })),
  )
  const wanted = sql`jsonb_to_recordset(${JSON.stringify(points)}::jsonb)
    as point(meter int, at timestamptz, value double precision, kind text, log int)`
  const touched: { meter: Id<'meter'>; at: string }[] = []
  if (replaces && derived.length > 0) {
    const { rows } = await db.execute<{ meter: Id<'meter'>; at: string }>(sql`
      delete from ${reading}
      using jsonb_to_recordset(${JSON.stringify(derived.map(({ id, from }) => ({ id, from })))}::jsonb)
        as gone(id int, "from" timestamptz)
      where ${reading.companyId} = ${actor.companyId} and ${reading.meterId} = gone.id
      and ${reading.at} >= gone."from" and ${reading.source} = ${source} and ${reading.version} = 1
      and (${reading.meterId}, ${reading.at}, ${reading.kind}, ${reading.value}) not in (
        select point.meter, point.at, point.kind, point.value from ${wanted})
      returning ${reading.meterId} as meter, ${reading.at} as at`)
    touched.push(...rows)
  }
  if (points.length > 0) {
    const { rows } = await db.execute<{ meter: Id<'meter'>; at: string }>(sql`
      insert into ${reading} (company_id, meter_id, at, value, kind, total, source,
        procedure_log_id, created_at, updated_at)
      select ${actor.companyId}, point.meter, point.at, point.value, point.kind, 0, ${source},
        point.log, ${clock.now()}, ${clock.now()} from ${wanted}
      on conflict do nothing returning meter_id as meter, at`)
    touched.push(...rows)
  }
  await recountMeters(
    scope,
    [...groupBy(touched, ({ meter }) => meter)].map(([id, own]) => ({ id, from: earliest(own) })),
  )
}

const earliest = (list: readonly { at: string }[]): string =>
  new Date(Math.min(...list.map(({ at }) => Date.parse(at)))).toISOString()

const logOf = ({ procedureLogId }: Point) =>
  procedureLogId === undefined ? {} : { log: procedureLogId }

export interface Before {
  value: number
  isRunning: boolean
}

/** The last counted reading of each meter before a moment of its own. */
export async function lastBefore(
  { db, actor }: Scope,
  asked: readonly { id: Id<'meter'>; from: string }[],
): Promise<Map<Id<'meter'>, Before>> {
  if (asked.length === 0) return new Map()
  const { rows } = await db.execute<{ id: Id<'meter'>; value: number; kind: string }>(sql`
    select asked.id, last.value, last.kind
    from jsonb_to_recordset(${JSON.stringify(asked)}::jsonb) as asked(id int, "from" timestamptz)
    join lateral (select value, kind from ${reading} where company_id = ${actor.companyId}
      and meter_id = asked.id and at < asked."from" and ${isCounted}
      order by at desc limit 1) as last on true`)
  return new Map(rows.map(({ id, value, kind }) => [id, { value, isRunning: kind === 'started' }]))
}

/** Meters of a type that nothing was ever read of, of equipment that exists, by their ids. */
export async function unreadMeters(
  { db, actor }: Scope,
  typeId: Id<'meterType'>,
  { after, limit }: { after: number; limit: number },
): Promise<{ id: Id<'meter'>; equipmentId: Id<'equipment'>; statusId: number | null }[]> {
  const { meter, equipment } = tables
  const { rows } = await db.execute<{
    id: Id<'meter'>
    equipmentId: Id<'equipment'>
    statusId: number | null
  }>(sql`select ${meter.id} as id, ${meter.equipmentId} as "equipmentId",
      ${equipment.statusId} as "statusId"
    from ${meter} join ${equipment} on ${equipment.companyId} = ${meter.companyId}
      and ${equipment.id} = ${meter.equipmentId}
    where ${meter.companyId} = ${actor.companyId} and ${meter.typeId} = ${typeId}
    and ${meter.id} > ${after} and ${meter.readAt} is null and ${equipment.deletedAt} is null
    order by ${meter.id} limit ${limit}`)
  return rows
}

export const isOneOf = (ids: readonly number[]) => sql`any(${intArray(ids)})`
