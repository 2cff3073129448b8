import { isAlwaysIncident, isChange } from '#contract/metricNames.ts'
import { YES_NO_LIMIT, type Limits } from '#contract/rules/sensors.ts'
import type * as tables from '#db/schema/index.ts'

/** Limits of a sensor. A leak or an alarm has a fixed limit. Boolean metrics have no hysteresis. */
export const limitsOf = (
  {
    lowerLimit,
    upperLimit,
    metric,
  }: Pick<typeof tables.sensor.$inferSelect, 'lowerLimit' | 'upperLimit' | 'metric'>,
  step: number,
): Limits =>
  isAlwaysIncident(metric)
    ? { lower: null, upper: YES_NO_LIMIT, slack: 0 }
    : { lower: lowerLimit, upper: upperLimit, slack: isChange(metric) ? 0 : step }
