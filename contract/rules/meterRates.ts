/** Use a day, from 90 days: how fast equipment is used in its busiest and its quietest month. */

/** Days before now at which totals are compared. */
export const RATE_DAYS = [0, 30, 60, 90] as const
const MIN_DAYS = 7
const DAY = 86_400_000
/** Less than a whole month says little, so the span gets a quarter on both sides. */
const UNSURE = 0.25

export interface Rates {
  busiest: number
  quietest: number
}

/**
 * `totals`: now, and 30, 60 and 90 days ago. `firstAt`: the first reading. Null if the meter is
 * younger than a week, or nothing was used.
 */
export function useRates(
  totals: readonly number[],
  firstAt: string | null,
  now: string,
): Rates | null {
  if (firstAt === null) return null
  const age = (Date.parse(now) - Date.parse(firstAt)) / DAY
  const months = RATE_DAYS.slice(1).flatMap((days, index) => {
    const [later, earlier] = [totals[index], totals[index + 1]]
    return days > age || later === undefined || earlier === undefined
      ? []
      : [(later - earlier) / 30]
  })
  if (months.length > 0) return ratesOf(Math.max(...months), Math.min(...months))
  const used = (totals[0] ?? 0) / age
  return age < MIN_DAYS ? null : ratesOf(used * (1 + UNSURE), used * (1 - UNSURE))
}

const ratesOf = (busiest: number, quietest: number): Rates | null =>
  busiest <= 0 ? null : { busiest, quietest: Math.max(0, quietest) }
