/** Readings of counters, and hours above a limit, from sensors that monitor the equipment. */
import { sql, type SQL } from 'drizzle-orm'
import type { Id } from '#contract/ids.ts'
import { groupBy } from '#contract/rules/groupBy.ts'
import { HOUR } from '#contract/rules/meterTotals.ts'
import * as tables from '#db/schema/index.ts'
import { readInParts } from '#kernel/data/readInParts.ts'
import type { Scope } from '#kernel/access/scope.ts'
import { aboveMarks, counterReadings } from './derive.ts'
import { lastBefore, storeDerived } from './store.ts'

type Type = typeof tables.meterType.$inferSelect
interface Heard {
  meter: Id<'meter'>
  sensor: Id<'sensor'>
  first: string
  everyMinutes: number
  [column: string]: unknown
}
interface Reading {
  meter: Id<'meter'>
  at: string
  value: number
  [column: string]: unknown
}

const { meter, sensor, sensorType, sensorReading } = tables

const NEW_AT_ONCE = 50_000
const METERS_AT_ONCE = 200
const COMMITTED_AFTER = 60_000

/** Returns the sensor reading up to which everything is counted. */
export async function countReadings(scope: Scope, type: Type): Promise<number> {
  const known = new Set<Id<'meter'>>()
  let counted = type.countedId
  for (;;) {
    const fresh = freshReadings(scope, counted)
    const { last, all } = await freshUntil(scope, fresh)
    for await (const heard of readInParts<Heard>(
      scope.db,
      'heard',
      heardOf(scope, type, fresh),
      METERS_AT_ONCE,
    )) {
      await countSome(scope, type, heard)
      for (const one of heard) known.add(one.meter)
    }
    const before = counted
    counted = last ?? counted
    // Without progress, the rest is young, and the next run counts it once more.
    if (all < NEW_AT_ONCE || counted === before) break
  }
  if (type.source === 'above') {
    for await (const silent of readInParts<Heard>(
      scope.db,
      'silent',
      silentSince(scope, type),
      METERS_AT_ONCE,
    ))
      await countSome(
        scope,
        type,
        silent.filter((one) => !known.has(one.meter)),
      )
  }
  return counted
}

/** One sensor of the type for each equipment: the oldest. */
const sensorsOf = ({ actor }: Scope, type: Type) => sql`
  select distinct on (${meter.id}) ${meter.id} as meter, ${sensor.id} as sensor,
    ${sensorType.everyMinutes} as "everyMinutes", ${sensor.measuredAt} as "measuredAt",
    ${meter.isRunning} as "isRunning"
  from ${meter} join ${sensor} on ${sensor.companyId} = ${meter.companyId}
    and ${sensor.equipmentId} = ${meter.equipmentId} and ${sensor.typeId} = ${type.sensorTypeId ?? 0}
  join ${sensorType} on ${sensorType.companyId} = ${sensor.companyId}
    and ${sensorType.id} = ${sensor.typeId}
  where ${meter.companyId} = ${actor.companyId} and ${meter.typeId} = ${type.id}
  order by ${meter.id}, ${sensor.id}`

const freshReadings = ({ actor }: Scope, counted: number) => sql`select * from ${sensorReading}
  where ${sensorReading.companyId} = ${actor.companyId} and ${sensorReading.id} > ${counted}
  order by ${sensorReading.id} limit ${NEW_AT_ONCE}`

async function freshUntil(
  { db, clock }: Scope,
  fresh: SQL,
): Promise<{ last: number | null; all: number }> {
  const settled = new Date(clock.now().getTime() - COMMITTED_AFTER)
  const { rows } = await db.execute<{ last: number | null; all: number }>(sql`
    select max(fresh.id) filter (where fresh.created_at < ${settled}) as last,
      count(*)::int as "all" from (${fresh}) as fresh`)
  return rows[0] ?? { last: null, all: 0 }
}

const heardOf = (scope: Scope, type: Type, fresh: SQL): SQL => sql`
  select own.meter, own.sensor, own."everyMinutes", min(fresh.at) as first
  from (${sensorsOf(scope, type)}) as own join (${fresh}) as fresh on fresh.sensor_id = own.sensor
  group by own.meter, own.sensor, own."everyMinutes" order by own.meter`

const silentSince = (scope: Scope, type: Type): SQL => sql`
  select own.meter, own.sensor, own."everyMinutes", own."measuredAt" as first
  from (${sensorsOf(scope, type)}) as own where own."isRunning"
  and own."measuredAt" < ${scope.clock.now()}::timestamptz - make_interval(mins => own."everyMinutes" * 3)`

async function countSome(scope: Scope, type: Type, heard: readonly Heard[]): Promise<void> {
  const { db, actor, clock } = scope
  const asked = heard.map(({ meter: id, sensor: of, first }) => ({
    id,
    sensor: of,
    // A counter keeps the last reading of each hour, so the hour is read as a whole.
    from: new Date(
      type.source === 'sensor' ? Math.floor(Date.parse(first) / HOUR) * HOUR : Date.parse(first),
    ).toISOString(),
  }))
  const { rows } = await db.execute<Reading>(sql`
    select asked.id as meter, ${sensorReading.at} as at, ${sensorReading.value} as value
    from jsonb_to_recordset(${JSON.stringify(asked)}::jsonb)
      as asked(id int, sensor int, "from" timestamptz)
    join ${sensorReading} on ${sensorReading.companyId} = ${actor.companyId}
      and ${sensorReading.sensorId} = asked.sensor and ${sensorReading.at} >= asked."from"
    order by ${sensorReading.at}`)
  const byMeter = groupBy(
    rows.map((row) => ({ ...row, at: new Date(row.at).toISOString() })),
    (row) => row.meter,
  )
  const before = await lastBefore(scope, asked)
  const every = new Map(heard.map((one) => [one.meter, one.everyMinutes]))
  const now = clock.now().toISOString()
  await storeDerived(
    scope,
    asked.map(({ id, from }) => {
      const last = before.get(id) ?? null
      const own = (byMeter.get(id) ?? []).filter(
        ({ value }) => value >= 0 || type.source === 'above',
      )
      const points =
        type.source === 'sensor'
          ? counterReadings(own, last, type.rollsOverAt)
          : aboveMarks(own, type.above ?? 0, {
              everyMinutes: every.get(id) ?? 1,
              wasOn: last?.isRunning ?? null,
              now,
            })
      return { id, from, points }
    }),
    'sensor',
    true,
  )
}
