/**
 * What waits for its time. A clock that was ahead and was set right has written times that are far
 * off: what lies further ahead than anything is ever made to wait counts as due, so that nothing
 * stands still for a day.
 */
import { gt, lte, or, type AnyColumn, type SQL } from 'drizzle-orm'

/** Of events that are tried again: their last wait but for the one after which they are given up. */
export const LAST_ATTEMPT_OF_EVENTS = 8
export const LONGEST_WAIT_OF_EVENTS = 1_000 * 2 ** LAST_ATTEMPT_OF_EVENTS

export function isDue(column: AnyColumn, now: Date, longestWait: number): SQL {
  const due = or(lte(column, now), gt(column, new Date(now.getTime() + longestWait)))
  if (!due) throw new Error('Two conditions make one')
  return due
}
