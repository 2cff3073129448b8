/** Limit for late submissions; older times are moved to this limit. */
export const LONGEST_WAIT_DAYS = 31

/**
 * Limits the client's times: the end is not in the future, before the start, or older than the
 * limit. Implausible times are moved to the nearest plausible one, never refused, because the work
 * was done.
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
