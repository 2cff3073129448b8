import { z } from 'zod'

/** The server's offsets of a time zone; the browser's may be older. */
export const sentZone = z.object({
  /** Release of the tz database, such as 2026f. */
  release: z.string(),
  /** Minutes since 1970 at which the next offset begins. */
  changes: z.array(z.number().int()),
  /** Minutes east of UTC, one more than `changes`. */
  offsets: z.array(z.number().int()),
})
