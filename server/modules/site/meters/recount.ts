/** Derives totals from readings, for many meters in a few statements. */
import { sql } from 'drizzle-orm'
import type { Id } from '#contract/ids.ts'
import { groupBy } from '#contract/rules/groupBy.ts'
import { totalsOf, type MeterPoint } from '#contract/rules/meterTotals.ts'
import * as tables from '#db/schema/index.ts'
import { intArray } from '#kernel/data/listQueries.ts'
import { nextVersion } from '#kernel/data/updateVersioned.ts'
import type { Scope } from '#kernel/access/scope.ts'
import { isCounted } from './totalAt.ts'
import { makeYielder } from '#kernel/work/yieldToEventLoop.ts'

export interface ChangedMeter {
  id: Id<'meter'>
  /** The earliest reading that was added, changed or removed, ISO 8601. */
  from: string
}

/** Readings that are in memory at once. */
const METERS_AT_ONCE = 500

interface Row extends MeterPoint {
  id: number
  meter: Id<'meter'>
  total: number
  isBefore: boolean
  rollsOverAt: number | null
  [column: string]: unknown
}

export async function recountMeters(scope: Scope, changed: readonly ChangedMeter[]): Promise<void> {
  const yieldIfDue = makeYielder()
  for (let from = 0; from < changed.length; from += METERS_AT_ONCE) {
    await recountSome(scope, changed.slice(from, from + METERS_AT_ONCE))
    await yieldIfDue()
  }
  if (changed.length > 0) await lookAtSchedules(scope, changed)
}

async function recountSome(scope: Scope, changed: readonly ChangedMeter[]): Promise<void> {
  const { db, actor } = scope
  const { meter, meterType, meterReading: reading } = tables
  const given = JSON.stringify(changed)
  const { rows } = await db.execute<Row>(sql`
    select point.id, changed.id as meter, point.at, point.value, point.kind,
      point.starts_at as "startsAt", point.ends_at as "endsAt", point.total,
      point.at < changed."from" as "isBefore", ${meterType.rollsOverAt} as "rollsOverAt"
    from jsonb_to_recordset(${given}::jsonb) as changed(id int, "from" timestamptz)
    join ${meter} on ${meter.companyId} = ${actor.companyId} and ${meter.id} = changed.id
    join ${meterType} on ${meterType.companyId} = ${meter.companyId}
      and ${meterType.id} = ${meter.typeId}
    join lateral (
      (select * from ${reading} where company_id = ${actor.companyId} and meter_id = changed.id
        and at >= changed."from")
      union all
      (select * from ${reading} where company_id = ${actor.companyId} and meter_id = changed.id
        and at < changed."from" and ${isCounted} order by at desc limit 1)
    ) as point on true`)
  const totals: { id: number; total: number }[] = []
  for (const points of groupBy(rows.map(withIso), (row) => row.meter).values()) {
    const before = points.find(({ isBefore }) => isBefore) ?? null
    const later = points.filter(({ isBefore }) => !isBefore)
    const stored = new Map(later.map(({ id, total }) => [id, total]))
    for (const { id, total } of totalsOf(later, points[0]?.rollsOverAt ?? null, before))
      if (stored.get(id) !== total) totals.push({ id, total })
  }
  if (totals.length > 0)
    await db.execute(sql`update ${reading} set total = counted.total
      from jsonb_to_recordset(${JSON.stringify(totals)}::jsonb)
        as counted(id int, total double precision)
      where ${reading.companyId} = ${actor.companyId} and ${reading.id} = counted.id`)
  const ids = intArray(changed.map(({ id }) => id))
  await db.execute(sql`update ${meter} set total = coalesce(last.total, 0), value = last.value,
      read_at = last.at, is_running = coalesce(last.kind = 'started', false), rated_at = null,
      version = ${nextVersion(meter).version}
    from unnest(${ids}) as changed(id)
    left join lateral (select total, at, kind,
        case when kind in ('started', 'stopped') then null else value end as value
      from ${reading} where company_id = ${actor.companyId} and meter_id = changed.id
      and ${isCounted} order by at desc limit 1) as last on true
    where ${meter.companyId} = ${actor.companyId} and ${meter.id} = changed.id`)
}

const withIso = (row: Row): Row => ({ ...row, at: new Date(row.at).toISOString() })

/** The runner evaluates schedules by use of these meters in its next run. */
async function lookAtSchedules(
  { db, actor, clock, changed: publish }: Scope,
  changed: readonly ChangedMeter[],
): Promise<void> {
  const { meter, rrule } = tables
  await db.execute(sql`update ${rrule} set next_look_at = ${clock.now()}
    where ${rrule.companyId} = ${actor.companyId} and ${rrule.deletedAt} is null
    and ${rrule.meterTypeId} in (select ${meter.typeId} from ${meter}
      where ${meter.companyId} = ${actor.companyId}
      and ${meter.id} = any(${intArray(changed.map(({ id }) => id))}))`)
  publish('Meter')
}
