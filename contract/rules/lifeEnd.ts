/** The end of the expected life of equipment. */
import { addMonths } from './addMonths.ts'

/**
 * The day on which the expected life ends: so many years after the purchase, in whole months. Null
 * if a part is missing, or if the equipment was retired before. Days are `yyyy-mm-dd`.
 *
 * `lifeEndsOn` of `server/kernel/data/lifeEndsOn.ts` is the same rule in SQL.
 */
export function lifeEnd({
  purchasedOn,
  expectedYears,
  retiredOn,
}: {
  purchasedOn: string | null
  expectedYears: number | null
  retiredOn: string | null
}): string | null {
  if (purchasedOn === null || expectedYears === null) return null
  const months = Math.floor(expectedYears * 12 + 0.5)
  if (months < 1) return null
  const end = addMonths(purchasedOn, months)
  return retiredOn !== null && retiredOn < end ? null : end
}
