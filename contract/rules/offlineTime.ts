const LONGEST_WAIT = 30 * 86_400_000

/**
 * When something was done on a ticket offline: the device's time, limited to between the ticket's
 * opening and now, and to `LONGEST_WAIT`.
 */
export function timeDone(writtenAt: string | undefined, openedAt: Date, now: Date): Date {
  if (writtenAt === undefined) return now
  const first = Math.max(openedAt.getTime(), now.getTime() - LONGEST_WAIT)
  return new Date(Math.min(now.getTime(), Math.max(first, Date.parse(writtenAt))))
}
