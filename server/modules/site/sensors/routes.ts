import { ne, sql } from 'drizzle-orm'
import { referenceListCalls } from '#contract/referenceLists/referenceLists.ts'
import type { MetricName } from '#contract/metricNames.ts'
import type { sensors as contract } from '#contract/sensors.ts'
import * as tables from '#db/schema/index.ts'
import { ofCompany } from '#kernel/data/ofCompany.ts'
import { badInput } from '#kernel/http/errors.ts'
import type { Handlers } from '#kernel/http/mount.ts'
import {
  usedInFacts,
  referenceListHandlers,
  type ReferenceList,
} from '../../foundation/referenceLists/index.ts'
import { listDeviceMeasurements } from './deviceMeasurements.ts'
import { createSensor, deleteSensor, listSensors, otherMetric, updateSensor } from './sensors.ts'
import { sensorAlerts, sensorSeries } from './series.ts'
import { type ReadingStores } from '../metrics/index.ts'

interface TypeColumns {
  metric: MetricName
  unit: string
  minimum: number | null
  maximum: number | null
  step: number
  everyMinutes: number
}

const referenceList: ReferenceList = {
  table: tables.sensorType,
  entity: 'sensorType',
  extra: ['metric', 'unit', 'minimum', 'maximum', 'step', 'everyMinutes'],
  uses: [
    usedInFacts(
      {
        kind: 'sensor',
        table: tables.sensor,
        name: sql`${tables.sensor.name}`,
        visible: (from) => from.ever.sensors(),
        holds: true,
        journalled: { entity: 'sensor', field: 'type' },
      },
      'typeId',
      tables.sensor.typeId,
    ),
    usedInFacts(
      {
        kind: 'meterType',
        table: tables.meterType,
        name: sql`${tables.meterType.name}`,
        holds: true,
        journalled: { entity: 'meterType', field: 'sensorTypeId' },
      },
      'sensorTypeId',
      tables.meterType.sensorTypeId,
    ),
  ],
  async check({ db, actor }, whole) {
    const { id, metric, minimum, maximum } = whole as Partial<TypeColumns> & { id?: number }
    if (typeof minimum === 'number' && typeof maximum === 'number' && minimum >= maximum)
      throw badInput('body.maximum', 'reversed', 'The range ends before it begins.')
    if (id === undefined || metric === undefined) return
    const [measured] = await db
      .select({ id: tables.sensor.id })
      .from(tables.sensor)
      .where(
        ofCompany(
          tables.sensor,
          actor.companyId,
          sql`${tables.sensor.typeId} = ${id}`,
          ne(tables.sensor.metric, metric),
        ),
      )
      .limit(1)
    if (measured) throw otherMetric('body.metric', metric)
  },
  mayReplace(before, by) {
    if (Reflect.get(before, 'metric') !== Reflect.get(by, 'metric'))
      throw otherMetric('body.by', String(Reflect.get(by, 'metric')))
  },
}
const sensorTypes = referenceListHandlers<TypeColumns>(referenceList)

const EVERYTHING = { limit: 20_000, offset: 0 }

export const sensorHandlers = (stores: ReadingStores): Handlers<typeof contract> => ({
  ...referenceListCalls('SensorType', 'SensorTypes', sensorTypes),
  getSensorTypes: sensorTypes.all,
  getSensors: (scope) => listSensors(scope, EVERYTHING, false),
  listSensors: (scope, { body }) => listSensors(scope, body),
  listDeviceMeasurements: (scope, { body }) => listDeviceMeasurements(scope, body),
  createSensor: (scope, { body }) => createSensor(scope, body),
  updateSensor: (scope, { params, body }) => updateSensor(scope, params.id, body),
  async deleteSensor(scope, { params }) {
    await deleteSensor(scope, params.id)
    return { deleted: true }
  },
  getSensorSeries: (scope, { params }) => sensorSeries(scope, stores, params.id, params.span),
  listSensorAlerts: (scope, { params, body }) => sensorAlerts(scope, params.id, body),
})
