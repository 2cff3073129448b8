import { and, eq, inArray, isNotNull, sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { Id } from '#contract/ids.ts'
import type { ImportField } from '#contract/imports.ts'
import { deviceIdOf } from '#contract/ingest/measurements.ts'
import type { sensors } from '#contract/sensors.ts'
import * as tables from '#db/schema/index.ts'
import { ofCompany } from '#kernel/data/ofCompany.ts'
import { joinOn } from '#kernel/data/joinOn.ts'
import { createSensor, deleteSensor, plainKey, updateSensor } from '../../../site/sensors/index.ts'
import type { Fault, ReadRow } from '../readRow.ts'
import { deviceTarget } from './device.ts'

type Draft = z.output<typeof sensors.createSensor.body>
const sensorId = (id: number) => id as Id<'sensor'>

interface SensorType {
  id: number
  part: string
  minimum: number | null
  maximum: number | null
}

export const sensorTarget = deviceTarget<Draft, SensorType>({
  editor: 'editor|devices',
  tags: ['Sensor', 'SensorType'],
  table: tables.sensor,
  keyField: 'deviceId',
  wireOf: deviceIdOf,
  needsEquipment: false,
  isAlone: false,
  fresh: {
    equipmentId: null,
    locationId: null,
    offset: 0,
    lowerLimit: null,
    upperLimit: null,
    limitMinutes: 0,
    isActive: true,
  },
  async stored({ db, actor, from }, { wires }) {
    if (wires.length === 0) return []
    const rows = await db
      .select({
        sensor: tables.sensor,
        type: tables.sensorType.name,
        equipment: tables.equipment.name,
        location: tables.location.name,
        label: tables.deviceMeasurement.label,
        isSeen: sql<boolean>`(${from.ever.sensors()})`,
      })
      .from(tables.sensor)
      .innerJoin(tables.sensorType, joinOn(tables.sensorType, tables.sensor.typeId))
      .leftJoin(tables.equipment, joinOn(tables.equipment, tables.sensor.equipmentId))
      .leftJoin(tables.location, joinOn(tables.location, tables.sensor.locationId))
      .leftJoin(
        tables.deviceMeasurement,
        and(
          eq(tables.deviceMeasurement.companyId, tables.sensor.companyId),
          eq(tables.deviceMeasurement.deviceId, tables.sensor.deviceId),
          eq(tables.deviceMeasurement.key, tables.sensor.measurement),
        ),
      )
      .where(ofCompany(tables.sensor, actor.companyId, inArray(tables.sensor.deviceId, [...wires])))
      .orderBy(tables.sensor.id)
    return rows.map(({ sensor: row, type, equipment, location, label, isSeen }) => ({
      id: row.id,
      version: row.version,
      equipmentId: row.equipmentId,
      wire: row.deviceId ?? '',
      part: partOf(row.metric, row.measurement),
      ...(label !== null && { calledToo: partOf(row.metric, label) }),
      isSeen,
      said: {
        deviceId: row.deviceId ?? '',
        name: row.name,
        type,
        measurement: row.measurement,
        equipment: equipment ?? '',
        location: location ?? '',
        offset: String(row.offset),
        lowerLimit: String(row.lowerLimit ?? ''),
        upperLimit: String(row.upperLimit ?? ''),
        limitMinutes: String(row.limitMinutes),
        isActive: String(row.isActive),
      },
      row,
    }))
  },
  async types({ db, actor }) {
    const rows = await db
      .select()
      .from(tables.sensorType)
      .where(ofCompany(tables.sensorType, actor.companyId))
    return new Map(
      rows.map(({ id, name, metric, minimum, maximum }) => [
        name.toLowerCase(),
        { id, part: metric, minimum, maximum },
      ]),
    )
  },
  faultsOf: (values, { type, old }) => [
    ...limitFaults(values, old, type),
    ...(isWhole(values['limitMinutes'])
      ? []
      : [{ field: 'limitMinutes' as const, code: 'outOfRange' as const }]),
  ],
  partOf: ({ part }, values) => partOf(part, values['measurement'] ?? ''),
  given: (values, { equipmentId, locationId, typeId }) => ({
    ...(values['name'] !== undefined && { name: values['name'] }),
    ...(typeId !== undefined && { typeId: typeId as Id<'sensorType'> }),
    ...(equipmentId !== undefined && { equipmentId }),
    ...(locationId !== undefined && { locationId }),
    ...(values['measurement'] !== undefined && { measurement: values['measurement'] }),
    ...numbersOf(values),
    ...(values['isActive'] !== undefined && { isActive: values['isActive'] === 'true' }),
  }),
  called: ({ key, name }) => ({ deviceId: key, name }),
  create: createSensor,
  update: (scope, id, change) => updateSensor(scope, sensorId(id), change),
  remove: (scope, id) => deleteSensor(scope, sensorId(id)),
  // Its readings would be deleted with it.
  heldFor: 'hasMeasured',
  async held({ db, actor }, ids) {
    const rows = await db
      .select({ id: tables.sensor.id })
      .from(tables.sensor)
      .where(
        ofCompany(
          tables.sensor,
          actor.companyId,
          inArray(sql`${tables.sensor.id}`, [...ids]),
          isNotNull(tables.sensor.measuredAt),
        ),
      )
    return new Set(rows.map(({ id }) => Number(id)))
  },
})

/** Identifies a sensor within its device: by metric and measurement. */
const partOf = (metric: string, measurement: string): string =>
  measurement === '' ? metric : `${metric} ${plainKey(measurement)}`

const numbersOf = (values: ReadRow['values']) =>
  Object.fromEntries(
    (['offset', 'lowerLimit', 'upperLimit', 'limitMinutes'] as const).flatMap((key) =>
      values[key] === undefined ? [] : [[key, Number(values[key])]],
    ),
  )

/** True also for text, because another check reports values that are not numbers. */
const isWhole = (value: string | undefined) =>
  value === undefined ||
  !Number.isFinite(Number(value)) ||
  (Number.isInteger(Number(value)) && Number(value) >= 0)

/** The cell's value, or else the stored one. Values that are not numbers are reported elsewhere. */
function limitFaults(
  values: ReadRow['values'],
  old: Readonly<Record<string, string>> | undefined,
  type: SensorType | undefined,
): { field: ImportField; code: Fault['code'] }[] {
  const limitOf = (key: 'lowerLimit' | 'upperLimit') => {
    const said = values[key] ?? old?.[key] ?? ''
    return said === '' || !Number.isFinite(Number(said)) ? null : Number(said)
  }
  const [lower, upper] = [limitOf('lowerLimit'), limitOf('upperLimit')]
  const beyond = (limit: number | null) =>
    limit !== null && (limit < (type?.minimum ?? limit) || limit > (type?.maximum ?? limit))
  return [
    ...(beyond(lower) ? [{ field: 'lowerLimit' as const, code: 'outOfRange' as const }] : []),
    ...(beyond(upper) ? [{ field: 'upperLimit' as const, code: 'outOfRange' as const }] : []),
    ...(lower !== null && upper !== null && lower >= upper
      ? [{ field: 'upperLimit' as const, code: 'limitsReversed' as const }]
      : []),
  ]
}
