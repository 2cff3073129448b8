/** When a performance began and ended, as it is believed. Pure. */

/** What is older waited longer than any phone should: it counts as done that long ago. */
export const LONGEST_WAIT_DAYS = 31

/**
 * The person's own time, within what can be: nothing ends in the future, before it began, or longer
 * ago than a phone may keep it. A time that cannot be is moved to the nearest that can, never
 * refused: the work was done.
 */
export function boundedTimes(
  { startedAt, doneAt }: { startedAt: string; doneAt?: string | undefined },
  now: Date,
): { startedAt: Date; doneAt: Date } {
  const latest = now.getTime()
  const started = Math.min(Date.parse(startedAt), latest)
  const done = doneAt === undefined ? latest : Math.min(Date.parse(doneAt), latest)
  return {
    startedAt: new Date(started),
    doneAt: new Date(Math.max(done, started, latest - LONGEST_WAIT_DAYS * 86_400_000)),
  }
}
