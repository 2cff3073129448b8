import { reportCalls } from './calls.ts'

const MAX_SENSORS = 500

export const useSensorsNamed = (ids: readonly number[], isWanted = true) =>
  reportCalls.useListMetricSensorsQuery(
    { body: { ids: ids.slice(0, MAX_SENSORS), limit: MAX_SENSORS } },
    { skip: !isWanted || ids.length === 0 },
  )
