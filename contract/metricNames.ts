/**
 * Metrics with numeric readings; `changeNames` have boolean readings. `other` is any number that a
 * device sends under a name of its own.
 */
export const metricNames = [
  'temperature',
  'humidity',
  'co2',
  'pressure',
  'pm25',
  'pm10',
  'voc',
  'illuminance',
  'power',
  'energy',
  'counter',
  'battery',
  'other',
] as const
/** A reading of 1 means wet, open, moving, vibrating or alarm (smoke, gas, tampering). */
export const changeNames = ['waterLeak', 'contact', 'motion', 'vibration', 'alarm'] as const
export type MetricName = (typeof metricNames)[number] | (typeof changeNames)[number]

export type ChangeName = (typeof changeNames)[number]
/** True if a value of 1 is an incident, whatever the sensor's limits are. */
export const isAlwaysIncident = (metric: string): boolean =>
  metric === 'waterLeak' || metric === 'alarm'
const changes: readonly string[] = changeNames
export const isChange = (metric: string): metric is ChangeName => changes.includes(metric)
