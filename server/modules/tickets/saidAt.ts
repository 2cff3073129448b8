/** So long a device may have been without a network. */
const LONGEST_WAIT = 30 * 86_400_000

/**
 * The moment of a comment that waited for a network: as the device says, but neither ahead of now
 * nor before its ticket, nor longer ago than anything waits.
 */
export function saidAt(writtenAt: string | undefined, openedAt: Date, now: Date): Date {
  if (writtenAt === undefined) return now
  const first = Math.max(openedAt.getTime(), now.getTime() - LONGEST_WAIT)
  return new Date(Math.min(now.getTime(), Math.max(first, Date.parse(writtenAt))))
}
