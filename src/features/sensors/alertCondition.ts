import { YES_NO_LIMIT } from '#contract/rules/sensors.ts'

export type TellsWhen = 'never' | 'on' | 'off'
interface Limits {
  lowerLimit: number | null
  upperLimit: number | null
}

/** Describes when the sensor alerts. A limit that 0 and 1 never pass does not alert. */
export function alertCondition({ lowerLimit, upperLimit }: Limits): TellsWhen {
  if (upperLimit !== null && upperLimit >= 0 && upperLimit < 1) return 'on'
  return lowerLimit !== null && lowerLimit > 0 && lowerLimit <= 1 ? 'off' : 'never'
}

export const yesNoLimits = (when: TellsWhen): Limits => ({
  lowerLimit: when === 'off' ? YES_NO_LIMIT : null,
  upperLimit: when === 'on' ? YES_NO_LIMIT : null,
})
