import { makeReferencePicker } from '#entities/pickers/pickers.tsx'
import { sensorCalls } from './calls.ts'

export const SensorTypePicker = makeReferencePicker((body, options) =>
  sensorCalls.useListSensorTypesQuery(body, options),
)
