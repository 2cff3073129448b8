/**
 * Excursions that late readings show: readings that arrive after newer ones, in whatever order.
 */
import { gte, inArray, isNull, or, sql } from 'drizzle-orm'
import type { Id } from '#contract/ids.ts'
import { groupBy } from '#contract/rules/groupBy.ts'
import {
  exceededSide,
  followReadings,
  hasLastedMinutes,
  joinExcursions,
  type Excursion,
  type Reading,
  type Side,
} from '#contract/rules/sensors.ts'
import * as tables from '#db/schema/index.ts'
import { ofCompany } from '#kernel/data/ofCompany.ts'
import type { Db } from '#kernel/data/transaction.ts'
import type { Known, PastOf } from './incidents.ts'
import { limitsOf } from './limits.ts'

const DAY = 86_400_000
/** Readings of a sensor before and between the late ones; older ones are left out. */
const AROUND = 2_000

export interface Late {
  known: Known
  readings: readonly Reading[]
}

/** Lengthens alerts that such excursions overlap, and returns those without an alert. */
export async function lateExcursions(
  db: Db,
  companyId: Id<'company'>,
  late: readonly Late[],
): Promise<PastOf[]> {
  const beyond = late.filter(({ known, readings }) => {
    const limits = limitsOf(known.sensor, known.step)
    return readings.some(({ value }) => exceededSide(value, limits, null) !== null)
  })
  if (beyond.length === 0) return []
  const around = await readingsAround(db, companyId, beyond)
  const told = await toldOf(db, companyId, beyond)
  const longer: { id: number; at: string; until: string }[] = []
  const found = beyond.flatMap(({ known, readings }): PastOf[] => {
    const { id, limitMinutes } = known.sensor
    const [from, to] = [readings[0]?.at ?? 0, readings.at(-1)?.at ?? 0]
    const { past } = followReadings(null, around.get(id) ?? [], limitsOf(known.sensor, known.step))
    const shown = past.filter(
      ({ since, until }) =>
        since <= to && until >= from && hasLastedMinutes(since, until, limitMinutes),
    )
    const untold = shown.filter((one) => {
      const own = (told.get(id) ?? []).filter((each) => overlaps(each, one))
      const [first] = own
      if (own.length === 1 && first !== undefined && first.to !== Infinity)
        longer.push({
          id: first.id,
          at: iso(Math.min(first.from, one.since)),
          until: iso(Math.max(first.to, one.until)),
        })
      return own.length === 0
    })
    return joinExcursions(untold).map((one) => ({ ...one, known, isLate: true }))
  })
  if (longer.length > 0)
    await db.execute(sql`update ${tables.alert} set at = told.at, ended_at = told.until
      from jsonb_to_recordset(${JSON.stringify(longer)}::jsonb)
        as told(id int, at timestamptz, until timestamptz)
      where ${tables.alert.companyId} = ${companyId} and ${tables.alert.id} = told.id`)
  return found
}

interface ToldSpan {
  id: number
  side: Side
  from: number
  to: number
}

const overlaps = (told: ToldSpan, { side, since, until }: Excursion): boolean =>
  told.side === side && told.from <= until && told.to >= since

const iso = (at: number) => new Date(at).toISOString()

/** From a day before the first late reading to the newest one, in order. */
async function readingsAround(
  db: Db,
  companyId: Id<'company'>,
  late: readonly Late[],
): Promise<ReadonlyMap<number, Reading[]>> {
  const documents = late.map(({ known, readings }) => ({
    id: known.sensor.id,
    from: new Date((readings[0]?.at ?? 0) - DAY).toISOString(),
  }))
  const { rows } = await db.execute<{ id: number; at: number; value: number }>(sql`
    select asked.id, (extract(epoch from read.at) * 1000)::float8 as at, read.value
    from jsonb_to_recordset(${JSON.stringify(documents)}::jsonb) as asked(id int, "from" timestamptz),
      lateral (select at, value from ${tables.sensorReading}
        where company_id = ${companyId} and sensor_id = asked.id and at >= asked.from
        order by at desc limit ${AROUND}) as read
    order by asked.id, read.at`)
  const found = new Map<number, Reading[]>()
  for (const { id, at, value } of rows) {
    const own = found.get(id) ?? []
    own.push({ at: Math.round(at), value })
    found.set(id, own)
  }
  return found
}

async function toldOf(
  db: Db,
  companyId: Id<'company'>,
  late: readonly Late[],
): Promise<ReadonlyMap<number, ToldSpan[]>> {
  const { alert } = tables
  const earliest = Math.min(...late.map(({ readings }) => readings[0]?.at ?? 0))
  const rows = await db
    .select({
      id: alert.id,
      kind: alert.kind,
      sensorId: alert.sensorId,
      at: alert.at,
      endedAt: alert.endedAt,
    })
    .from(alert)
    .where(
      ofCompany(
        alert,
        companyId,
        inArray(
          alert.sensorId,
          late.map(({ known }) => known.sensor.id),
        ),
        inArray(alert.kind, ['sensorTooLow', 'sensorTooHigh']),
        or(isNull(alert.endedAt), gte(alert.endedAt, new Date(earliest - DAY))),
      ),
    )
  return groupBy(
    rows.map(({ id, kind, sensorId, at, endedAt }) => ({
      id,
      sensorId: Number(sensorId),
      side: kind === 'sensorTooLow' ? ('low' as const) : ('high' as const),
      from: at.getTime(),
      to: endedAt?.getTime() ?? Infinity,
    })),
    ({ sensorId }) => sensorId,
  )
}
