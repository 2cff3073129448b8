/** When a reading may have been made. */
import { addAmount } from '#contract/recurrence/zone.ts'

/** Counters are older than their first entry here, and files bring readings of years. */
const READING_YEARS_BEFORE = 10

/** Clocks that are corrected with the server's `Date` header differ by less than this. */
const CLOCK_TOLERANCE = 60_000

/**
 * The first instant of which equipment may have a reading: ten years before it was purchased or
 * entered, whichever came first.
 */
export function earliestReading(
  { purchasedOn, createdAt }: { purchasedOn: string | null; createdAt: string },
  zone: string,
): string {
  const purchased = purchasedOn === null ? createdAt : `${purchasedOn}T00:00:00.000Z`
  const known = purchased < createdAt ? purchased : createdAt
  return addAmount(known, { amount: -READING_YEARS_BEFORE, unit: 'years' }, zone)
}

/** A time in the future is that of a clock that runs ahead: the reading was made now. */
export function timeOfReading(
  given: string | undefined,
  now: string,
): { at: string; isTimeCorrected: boolean } {
  if (given === undefined || given >= now)
    return {
      at: now,
      isTimeCorrected: given !== undefined && Date.parse(given) - Date.parse(now) > CLOCK_TOLERANCE,
    }
  return { at: given, isTimeCorrected: false }
}
