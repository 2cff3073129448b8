/**
 * Due times. If a clock ran ahead and was set right, stored times lie too far in the future. Times
 * beyond the longest possible wait count as due, so that nothing stalls for a day.
 */
import { gt, lte, or, type AnyColumn, type SQL } from 'drizzle-orm'

export const LAST_ATTEMPT_OF_EVENTS = 8
export const LONGEST_WAIT_OF_EVENTS = 1_000 * 2 ** LAST_ATTEMPT_OF_EVENTS

export function isDue(column: AnyColumn, now: Date, longestWait: number): SQL {
  const due = or(lte(column, now), gt(column, new Date(now.getTime() + longestWait)))
  if (!due) throw new Error('Two conditions make one')
  return due
}
