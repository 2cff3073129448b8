const LONGEST_WAIT = 30 * 86_400_000

/**
 * The time of a comment written offline: the device's, limited to between the ticket's opening and
 * now, and to `LONGEST_WAIT`.
 */
export function commentTime(writtenAt: string | undefined, openedAt: Date, now: Date): Date {
  if (writtenAt === undefined) return now
  const first = Math.max(openedAt.getTime(), now.getTime() - LONGEST_WAIT)
  return new Date(Math.min(now.getTime(), Math.max(first, Date.parse(writtenAt))))
}
