import { sensorCalls } from '#entities/calls/sensors.ts'
import { makeReferencePicker } from './pickers.tsx'

export const SensorTypePicker = makeReferencePicker((body, options) =>
  sensorCalls.useListSensorTypesQuery(body, options),
)
