import type { Limits } from '#contract/rules/sensors.ts'
import type { sensor } from '#db/schema/index.ts'

/** Halfway between yes and no: any leak is beyond it. */
const WET = 0.5

/** A leak is there or not: it needs no limit of its own, and nothing lies between. */
export const limitsOf = (
  {
    lowerLimit,
    upperLimit,
    metric,
  }: Pick<typeof sensor.$inferSelect, 'lowerLimit' | 'upperLimit' | 'metric'>,
  step: number,
): Limits =>
  metric === 'waterLeak'
    ? { lower: null, upper: WET, slack: 0 }
    : { lower: lowerLimit, upper: upperLimit, slack: step }
