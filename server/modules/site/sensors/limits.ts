import { isChange } from '#contract/reports.ts'
import type { Limits } from '#contract/rules/sensors.ts'
import type * as tables from '#db/schema/index.ts'

/** Halfway between 0 and 1, so that any leak exceeds it. */
const WET = 0.5

/** A leak's limit is fixed. Yes and no have no hysteresis. */
export const limitsOf = (
  {
    lowerLimit,
    upperLimit,
    metric,
  }: Pick<typeof tables.sensor.$inferSelect, 'lowerLimit' | 'upperLimit' | 'metric'>,
  step: number,
): Limits =>
  metric === 'waterLeak'
    ? { lower: null, upper: WET, slack: 0 }
    : { lower: lowerLimit, upper: upperLimit, slack: isChange(metric) ? 0 : step }
