import {
  bigint,
  boolean,
  doublePrecision,
  index,
  integer,
  jsonb,
  text,
  timestamp,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import type { Id } from '#contract/ids.ts'
import type { Birth } from '#contract/ingest/sparkplug.ts'
import type { MetricName } from '#contract/metricNames.ts'
import type { Side } from '#contract/rules/sensors.ts'
import { PURPOSES, sealedText } from '#db/sealed.ts'
import { tenantTable, foreignKeyInCompany } from '#db/tenantTable.ts'
import { equipment, location } from './places.ts'

const at = (name: string) => timestamp(name, { withTimezone: true })

export const sensorType = tenantTable(
  'sensorType',
  'sensor_type',
  {
    name: text('name').notNull(),
    metric: text('metric').notNull().$type<MetricName>(),
    unit: text('unit').notNull().default(''),
    minimum: doublePrecision('minimum'),
    maximum: doublePrecision('maximum'),
    step: doublePrecision('step').notNull().default(0.1),
    everyMinutes: integer('every_minutes').notNull().default(60),
  },
  (table) => [uniqueIndex('sensor_type_name').on(table.companyId, table.name)],
)

/**
 * One measurement of a device. A device with several is several sensors with one device id. The
 * metric is its type's and cannot change while a sensor has the type. It is repeated here so that
 * device, metric and measurement are unique together.
 */
export const sensor = tenantTable(
  'sensor',
  'sensor',
  {
    name: text('name').notNull(),
    typeId: integer('type_id').notNull().$type<Id<'sensorType'>>(),
    metric: text('metric').notNull().$type<MetricName>(),
    deviceId: text('device_id'),
    /** Key of the measurement to read; empty for the device's first measurement of the metric. */
    measurement: text('measurement').notNull().default(''),
    /** Without a chosen measurement: the measurement of the last reading. */
    readsKey: text('reads_key'),
    /**
     * Keys of the measurements that last reported yes, such as a wet probe. For boolean metrics
     * only.
     */
    raisedBy: text('raised_by').array().notNull().default([]),
    locationId: integer('location_id').$type<Id<'location'>>(),
    equipmentId: integer('equipment_id').$type<Id<'equipment'>>(),
    offset: doublePrecision('offset').notNull().default(0),
    lowerLimit: doublePrecision('lower_limit'),
    upperLimit: doublePrecision('upper_limit'),
    limitMinutes: integer('limit_minutes').notNull().default(0),
    isActive: boolean('is_active').notNull().default(true),
    battery: integer('battery'),
    lastHeardAt: at('last_heard_at'),
    value: doublePrecision('value'),
    measuredAt: at('measured_at'),
    outside: text('outside').$type<Side>(),
    outsideSince: at('outside_since'),
    /** When the device last reported "no value". Null after a newer reading. */
    unavailableAt: at('unavailable_at'),
    unavailableValue: doublePrecision('unavailable_value'),
    /** The gateway that last forwarded a reading. No foreign key: it may be deleted. */
    gatewayId: integer('gateway_id').$type<Id<'gateway'>>(),
    /** Silence counts from here: the gateway returned or the sensor was enabled. */
    waitsFrom: at('waits_from'),
  },
  (table) => [
    foreignKeyInCompany(table, table.typeId, () => sensorType),
    foreignKeyInCompany(table, table.locationId, () => location),
    foreignKeyInCompany(table, table.equipmentId, () => equipment),
    index('sensor_name').on(table.companyId, table.name),
    index('sensor_type_of').on(table.companyId, table.typeId),
    index('sensor_gateway').on(table.companyId, table.gatewayId),
    uniqueIndex('sensor_device').on(
      table.companyId,
      table.deviceId,
      table.metric,
      table.measurement,
    ),
  ],
)

/** A device's latest measurements, at most 50, whether or not a sensor reads them. */
export const deviceMeasurement = tenantTable(
  'deviceMeasurement',
  'device_measurement',
  {
    deviceId: text('device_id').notNull(),
    key: text('key').notNull(),
    label: text('label').notNull(),
    metric: text('metric').notNull().$type<MetricName>(),
    unit: text('unit').notNull().default(''),
    /** Null if the device reported "no value". */
    value: doublePrecision('value'),
    position: integer('position').notNull().default(0),
    heardAt: at('heard_at').notNull(),
  },
  (table) => [
    uniqueIndex('device_measurement_key').on(table.companyId, table.deviceId, table.key),
    index('device_measurement_heard').on(table.companyId, table.heardAt),
  ],
)

/** The key of a device that encrypts its measurements (BTHome). It never leaves the server. */
export const deviceKey = tenantTable(
  'internal',
  'device_key',
  {
    deviceId: text('device_id').notNull(),
    /** 32 hexadecimal digits. */
    key: sealedText('key', PURPOSES.deviceKey).notNull(),
    /** Counter of the last decrypted packet. An older packet is a replay. */
    counter: bigint('counter', { mode: 'number' }),
    setAt: at('set_at').notNull(),
  },
  (table) => [uniqueIndex('device_key_device').on(table.companyId, table.deviceId)],
)

/** The last birth of a Sparkplug edge node or device, which defines its aliases. */
export const sparkplugBirth = tenantTable(
  'internal',
  'sparkplug_birth',
  {
    node: text('node').notNull(),
    /** Empty for the edge node itself. */
    device: text('device').notNull(),
    birth: jsonb('birth').notNull().$type<Birth>(),
    bornAt: at('born_at').notNull(),
  },
  (table) => [uniqueIndex('sparkplug_birth_device').on(table.companyId, table.node, table.device)],
)

/**
 * One reading. Booleans are 1 and 0. No foreign key to the sensor: checking it would cost more than
 * the insert.
 */
export const sensorReading = tenantTable(
  'internal',
  'sensor_reading',
  {
    sensorId: integer('sensor_id').notNull().$type<Id<'sensor'>>(),
    at: at('at').notNull(),
    value: doublePrecision('value').notNull(),
  },
  (table) => [uniqueIndex('sensor_reading_at').on(table.companyId, table.sensorId, table.at)],
)

/** Progress of copying a company's readings to the time-series store (docs/decisions/49). */
export const readingCopy = tenantTable(
  'internal',
  'reading_copy',
  {
    /** Readings up to this id are in the store. */
    copiedId: integer('copied_id').notNull().default(0),
    /** Older readings are read from the store. */
    movedBefore: at('moved_before'),
    /**
     * Readings before `movedBefore` up to this id were verified in the store and may be deleted
     * here.
     */
    countedId: integer('counted_id').notNull().default(0),
    /** Lease of the server that copies. Another may start after it. */
    takenUntil: at('taken_until'),
  },
  (table) => [uniqueIndex('reading_copy_company').on(table.companyId)],
)
