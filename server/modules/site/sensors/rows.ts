import { and, eq, inArray, sql, type SQL } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { z } from 'zod'
import { sensorState, silentAfter, type SensorState } from '#contract/rules/sensors.ts'
import { isChange } from '#contract/metricNames.ts'
import { SPARK_HOURS, type sensorRow } from '#contract/sensors.ts'
import * as tables from '#db/schema/index.ts'
import { ofCompany } from '#kernel/data/ofCompany.ts'
import { joinOn } from '#kernel/data/joinOn.ts'
import { folded, qualified } from '#kernel/data/listQueries.ts'
import type { Scope } from '#kernel/access/scope.ts'

export const keyOfSensor = and(
  eq(tables.deviceKey.companyId, tables.sensor.companyId),
  eq(tables.deviceKey.deviceId, tables.sensor.deviceId),
)

export type SensorView = z.input<typeof sensorRow>

const radio = alias(tables.equipment, 'radio')

export function selectSensors({ db, from }: Scope, where: SQL | undefined) {
  return db
    .select({
      sensor: tables.sensor,
      type: tables.sensorType,
      equipmentName: tables.equipment.name,
      locationName: tables.location.name,
      keySetAt: tables.deviceKey.setAt,
      gatewayId: tables.gateway.id,
      gatewayName: radio.name,
      seesGateway: qualified(
        sql<boolean>`coalesce(${tables.gateway.equipmentId} in (select ${tables.equipment.id} from ${tables.equipment}
          where ${from.equipment()}), false)`,
      ),
      isGatewayDown: qualified(
        sql<boolean>`exists (select from ${tables.alert} where ${tables.alert.companyId} = ${tables.gateway.companyId}
          and ${tables.alert.gatewayId} = ${tables.gateway.id} and ${tables.alert.endedAt} is null)`,
      ),
    })
    .from(tables.sensor)
    .innerJoin(tables.sensorType, joinOn(tables.sensorType, tables.sensor.typeId))
    .leftJoin(tables.equipment, joinOn(tables.equipment, tables.sensor.equipmentId))
    .leftJoin(tables.location, joinOn(tables.location, tables.sensor.locationId))
    .leftJoin(tables.gateway, joinOn(tables.gateway, tables.sensor.gatewayId))
    .leftJoin(tables.deviceKey, keyOfSensor)
    .leftJoin(radio, joinOn(radio, tables.gateway.equipmentId))
    .where(where)
    .$dynamic()
}
type Found = Awaited<ReturnType<typeof selectSensors>>[number]

const millis = (date: Date | null): number | null => date?.getTime() ?? null

export const searched =
  folded(sql`${tables.sensor.name} || ' ' || coalesce(${tables.sensor.deviceId}, '') || ' '
  || coalesce(${tables.equipment.name}, '') || ' ' || coalesce(${tables.location.name}, '')`)

export function isInState(state: SensorState, now: Date): SQL {
  const silent = sql`${tables.sensor.lastHeardAt} <= ${now}::timestamptz
    - make_interval(secs => ${tables.sensorType.everyMinutes} * ${silentAfter(1) / 1_000})`
  const unavailable = sql`coalesce(${tables.sensor.unavailableAt} > ${now}::timestamptz
    - make_interval(secs => ${tables.sensorType.everyMinutes} * ${silentAfter(1) / 1_000}), false)`
  const side =
    state === 'tooLow' ? sql`= 'low'` : state === 'tooHigh' ? sql`= 'high'` : sql`is null`
  switch (state) {
    case 'off':
      return sql`not ${tables.sensor.isActive}`
    case 'notAvailable':
      return sql`${tables.sensor.isActive} and ${unavailable}`
    case 'noData':
      return sql`${tables.sensor.isActive} and ${tables.sensor.lastHeardAt} is null and not ${unavailable}`
    case 'silent':
      return sql`${tables.sensor.isActive} and ${silent} and not ${unavailable}`
    default:
      return sql`${tables.sensor.isActive} and ${tables.sensor.lastHeardAt} is not null and not (${silent})
        and not ${unavailable} and ${tables.sensor.outside} ${side}`
  }
}

export async function viewsOf(
  scope: Scope,
  found: readonly Found[],
  hasRecent: boolean,
): Promise<SensorView[]> {
  const now = scope.clock.now()
  const recent = hasRecent ? await recentOf(scope, found, now) : new Map<number, number[]>()
  return found.map((row) => viewOf(row, recent.get(row.sensor.id) ?? [], now))
}

function viewOf(
  { sensor: one, type, equipmentName, locationName, gatewayId, gatewayName, ...rest }: Found,
  recent: (number | null)[],
  now: Date,
): SensorView {
  return {
    id: one.id,
    name: one.name,
    type: {
      id: type.id,
      name: type.name,
      metric: type.metric,
      unit: type.unit,
      step: type.step,
      everyMinutes: type.everyMinutes,
    },
    deviceId: one.deviceId,
    measurement: one.measurement === '' ? null : one.measurement,
    encryptionKeySetAt: rest.keySetAt?.toISOString() ?? null,
    equipment: one.equipmentId === null ? null : { id: one.equipmentId, name: equipmentName ?? '' },
    location: one.locationId === null ? null : { id: one.locationId, name: locationName ?? '' },
    offset: one.offset,
    lowerLimit: one.lowerLimit,
    upperLimit: one.upperLimit,
    limitMinutes: one.limitMinutes,
    isActive: one.isActive,
    state: sensorState(
      {
        isActive: one.isActive,
        lastHeardAt: millis(one.lastHeardAt),
        unavailableAt: millis(one.unavailableAt),
        everyMinutes: type.everyMinutes,
        outside: one.outside,
      },
      now.getTime(),
    ),
    outsideSince: one.outsideSince?.toISOString() ?? null,
    value: one.value,
    measuredAt: one.measuredAt?.toISOString() ?? null,
    lastHeardAt: one.lastHeardAt?.toISOString() ?? null,
    battery: one.battery,
    gateway:
      gatewayId === null || !rest.seesGateway
        ? null
        : { id: gatewayId, name: gatewayName ?? '', isDown: rest.isGatewayDown },
    recent,
    version: one.version,
  }
}

/**
 * One value per hour, in one query for the page. A leak of some minutes makes the whole hour wet.
 */
async function recentOf(
  { db, actor: { companyId } }: Scope,
  found: readonly Found[],
  now: Date,
): Promise<Map<number, (number | null)[]>> {
  const byId = new Map(found.map(({ sensor: one }) => [Number(one.id), one]))
  if (byId.size === 0) return new Map()
  const rows = await db
    .select({
      id: tables.sensorReading.sensorId,
      ago: sql<number>`floor(extract(epoch from ${now}::timestamptz - ${tables.sensorReading.at})
        / 3600)::int`,
      mean: sql<number>`avg(${tables.sensorReading.value})::float8`,
      most: sql<number>`max(${tables.sensorReading.value})::float8`,
    })
    .from(tables.sensorReading)
    .where(
      ofCompany(
        tables.sensorReading,
        companyId,
        inArray(
          tables.sensorReading.sensorId,
          found.map(({ sensor: one }) => one.id),
        ),
        sql`${tables.sensorReading.at} > ${now}::timestamptz - make_interval(hours => ${SPARK_HOURS})`,
        sql`${tables.sensorReading.at} <= ${now}`,
      ),
    )
    .groupBy(sql`1`, sql`2`)
  const recent = new Map<number, (number | null)[]>()
  for (const { id, ago, mean, most } of rows) {
    const hours: (number | null)[] =
      recent.get(id) ?? Array.from({ length: SPARK_HOURS }, () => null)
    hours[SPARK_HOURS - 1 - ago] = isChange(byId.get(id)?.metric ?? '') ? most : mean
    recent.set(id, hours)
  }
  return recent
}
