import { reportCalls } from './calls.ts'

const MOST = 500

/** The sensors of these numbers, whatever they measure. */
export const useSensorsNamed = (ids: readonly number[], isWanted = true) =>
  reportCalls.useListMetricSensorsQuery(
    { body: { ids: ids.slice(0, MOST), limit: MOST } },
    { skip: !isWanted || ids.length === 0 },
  )
