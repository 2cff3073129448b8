import { z } from 'zod'
import { mutation, query } from './endpoint.ts'
import { id, idParam, ids } from './ids.ts'
import { deviceIdPattern } from './ingest/measurements.ts'
import { referenceListCalls, referenceListContract } from './referenceLists/referenceLists.ts'
import { changeNames, metricNames } from './metricNames.ts'
import { marker, metricRange } from './reports.ts'
import { sensorStates } from './rules/sensors.ts'
import { instant, listAnswer, listQuestion, name, text, version } from './shapes.ts'

const named = <T extends z.ZodType>(idSchema: T) => z.object({ id: idSchema, name: z.string() })

export const LARGEST_MEASURE = 1_000_000
const measure = z.number().min(-LARGEST_MEASURE).max(LARGEST_MEASURE)
export const LONGEST_INTERVAL = 7 * 24 * 60

const metric = z.enum([...metricNames, ...changeNames])

const sensorType = referenceListContract(
  'sensorType',
  '/api/iot/sensor-types',
  'SensorType',
  {
    /** Cannot change while sensors use the type, because their readings are of this metric. */
    metric,
    unit: text(20),
    /** The measurable range. Readings beyond it are device faults and are not stored. */
    minimum: measure.nullable(),
    maximum: measure.nullable(),
    /**
     * Resolution of the readings. An incident ends when the reading is one step inside the limit.
     */
    step: z.number().min(0.001).max(1_000),
    /**
     * Expected reporting interval. The sensor counts as silent after three intervals without a
     * reading.
     */
    everyMinutes: z.number().int().min(1).max(LONGEST_INTERVAL),
  },
  { access: 'can:editor|devices', touches: ['Sensor'] },
)

/** Maximum recent measurements stored per device. */
export const MEASUREMENTS_OF_DEVICE = 50
/** Maximum characters of a measurement's key: the names of all levels of a decoded payload. */
export const MEASUREMENT_KEY = 120

export const encryptionKeyPattern = /^[0-9a-f]{32}$/i

const sensorDraft = z.strictObject({
  name,
  typeId: id('sensorType'),
  /**
   * The device's own id, in any case and with or without colons; null if no device is assigned. A
   * device with several metrics needs several sensors.
   */
  deviceId: z
    .string()
    .trim()
    .min(1)
    .max(64)
    .regex(deviceIdPattern, 'Letters, digits and . _ : / # + -')
    .nullable()
    .meta({ example: 'A8:40:41:FF:FF:26:57:AC' }),
  /**
   * The device's measurement to read, by key of `listDeviceMeasurements`. Null or omitted: the
   * first measurement of the type's metric.
   */
  measurement: text(MEASUREMENT_KEY, 1).nullable().optional(),
  /**
   * Encryption key of the device (BTHome's "bindkey"), 32 hexadecimal digits. All sensors of the
   * device share it. It is never sent back. Null deletes it; omit to keep the current one.
   */
  encryptionKey: z
    .string()
    .trim()
    .regex(encryptionKeyPattern, '32 hexadecimal digits')
    .nullable()
    .optional(),
  /** The equipment or location it monitors; both may be set or null. */
  equipmentId: id('equipment').nullable(),
  locationId: id('location').nullable(),
  /** Added to each new reading; stored readings do not change. */
  offset: measure,
  lowerLimit: measure.nullable(),
  upperLimit: measure.nullable(),
  /** Minutes beyond a limit before the alert; 0 alerts at once. */
  limitMinutes: z.number().int().min(0).max(LONGEST_INTERVAL),
  isActive: z.boolean(),
})

export const SPARK_HOURS = 24

export const sensorRow = z.object({
  id: id('sensor'),
  name: z.string(),
  type: z.object({
    id: id('sensorType'),
    name: z.string(),
    metric,
    unit: z.string(),
    step: z.number(),
    everyMinutes: z.number().int(),
  }),
  deviceId: z.string().nullable(),
  measurement: z.string().nullable(),
  /** When the device's encryption key was set; null without a key. */
  encryptionKeySetAt: instant.nullable(),
  equipment: named(id('equipment')).nullable(),
  location: named(id('location')).nullable(),
  offset: z.number(),
  lowerLimit: z.number().nullable(),
  upperLimit: z.number().nullable(),
  limitMinutes: z.number().int(),
  isActive: z.boolean(),
  state: z.enum(sensorStates),
  outsideSince: instant.nullable(),
  value: z.number().nullable(),
  measuredAt: instant.nullable(),
  lastHeardAt: instant.nullable(),
  /** Percent; null if the device does not report it. */
  battery: z.number().int().nullable(),
  gateway: z.object({ id: id('gateway'), name: z.string(), isDown: z.boolean() }).nullable(),
  /** Hourly means of the last 24 hours, oldest first; null for an hour without readings. */
  recent: z.array(z.number().nullable()),
  version,
})
export type SensorRow = z.output<typeof sensorRow>

const sensorAlert = z.object({
  id: id('alert'),
  at: instant,
  kind: z.enum(['sensorTooLow', 'sensorTooHigh', 'sensorSilent']),
  text: z.string().nullable(),
  endedAt: instant.nullable(),
})

const deviceMeasurement = z.object({
  id: id('deviceMeasurement'),
  deviceId: z.string(),
  key: z.string(),
  /** The name as the device spells it. */
  label: z.string(),
  metric,
  unit: z.string(),
  /** The last value; null if the device reported "no value". */
  value: z.number().nullable(),
  heardAt: instant,
  isRead: z.boolean(),
})
export type DeviceMeasurement = z.output<typeof deviceMeasurement>

export const seriesSpans = { day: 1, week: 7, month: 30 } as const
export type SeriesSpan = keyof typeof seriesSpans

const one = z.object({ id: idParam('sensor') })

export const sensors = {
  ...referenceListCalls('SensorType', 'SensorTypes', sensorType),
  getSensorTypes: query({
    method: 'GET',
    path: '/api/iot/sensor-types',
    access: 'session',
    summary: 'All sensor types',
    response: listAnswer(sensorType.row),
    reads: ['SensorType'],
  }),
  getSensors: query({
    method: 'GET',
    path: '/api/iot/sensors',
    access: 'session',
    summary: 'All sensors, without the last 24 hours of each',
    response: listAnswer(sensorRow),
    reads: ['Sensor'],
  }),
  listSensors: query({
    method: 'POST',
    path: '/api/iot/sensors/get',
    access: 'session',
    summary: 'Sensors, searched and paged',
    body: listQuestion(['name', 'lastHeardAt', 'battery'])
      .extend({
        typeId: id('sensorType').optional(),
        equipmentId: id('equipment').optional(),
        state: z.enum(sensorStates).optional(),
        ids: ids('sensor').optional(),
      })
      .strict(),
    response: listAnswer(sensorRow),
    reads: ['Sensor'],
  }),
  createSensor: mutation({
    method: 'POST',
    path: '/api/iot/sensors',
    access: 'can:editor|devices',
    summary: 'Add a sensor',
    body: sensorDraft,
    response: sensorRow,
    writes: ['Sensor', 'SensorType', 'Journal', 'Gateway'],
  }),
  updateSensor: mutation({
    method: 'PUT',
    path: '/api/iot/sensors/{id}',
    access: 'can:editor|devices',
    summary: 'Change a sensor; its limits are held against its newest reading at once',
    params: one,
    body: sensorDraft.partial().extend({ version }),
    response: sensorRow,
    writes: ['Sensor', 'SensorType', 'Journal', 'Gateway'],
  }),
  deleteSensor: mutation({
    method: 'DELETE',
    path: '/api/iot/sensors/{id}',
    access: 'can:editor|devices',
    summary: 'Remove a sensor with all that it measured',
    params: one,
    response: z.object({ deleted: z.literal(true) }),
    writes: ['Sensor', 'SensorType', 'Alert', 'Journal'],
  }),
  listDeviceMeasurements: query({
    method: 'POST',
    path: '/api/iot/measurements/get',
    access: 'can:editor|devices',
    summary: 'What devices sent last, the newest device first, each in the order of its packets',
    body: listQuestion(['heardAt'])
      .omit({ sort: true })
      .extend({
        ids: ids('deviceMeasurement').optional(),
        /** The device's id as stored: capitals, without colons. */
        deviceId: z.string().max(64).optional(),
        /** Only measurements that no sensor reads, of a known metric. */
        isSpare: z.boolean().optional(),
      })
      .strict(),
    response: listAnswer(deviceMeasurement),
    reads: ['Sensor'],
  }),
  getSensorSeries: query({
    method: 'GET',
    path: '/api/iot/sensors/{id}/series',
    access: 'session',
    summary: 'What one sensor measured, and what happened on the thing and in the place it watches',
    params: one.extend({ span: z.enum(['day', 'week', 'month']).default('day') }),
    response: z.object({
      /** Null if the series has only value changes. */
      step: z.number().int().nullable(),
      range: metricRange,
      markers: z.array(marker),
      remaining: z.number().int(),
    }),
    reads: ['Sensor', 'Ticket', 'ProcedureLog', 'Journal'],
  }),
  listSensorAlerts: query({
    method: 'POST',
    path: '/api/iot/sensors/{id}/alerts/get',
    access: 'session',
    summary: 'When a sensor was beyond its limits or silent, newest first',
    params: one,
    body: listQuestion(['at']).omit({ search: true }).strict(),
    response: listAnswer(sensorAlert),
    reads: ['Sensor', 'Alert'],
  }),
}
