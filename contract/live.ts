/**
 * The event stream sends changes as tags; each client fetches the data again with its own
 * permissions.
 */
import { z } from 'zod'
import { query, tagTypes } from './endpoint.ts'

/** Header of a mutation: an id the page chose for this call. The call's live message repeats it. */
export const callHeader = 'x-plantroom-call'

const tags = z.array(
  z.object({ type: z.enum(tagTypes), id: z.union([z.number(), z.string()]).optional() }),
)

/**
 * The data of each `message` event. A comment line every 20 s lets the client notice a lost
 * connection.
 */
export const liveMessage = z.object({
  tags,
  /**
   * The call that caused the change, and the tags that its response covered already. The calling
   * page need not fetch those tags again; other pages ignore the field.
   */
  by: z.object({ call: z.string(), tags }).optional(),
})
export type LiveMessage = z.infer<typeof liveMessage>

export const live = {
  openLive: query({
    method: 'GET',
    path: '/api/live',
    access: 'session',
    summary: 'Server-sent events over fetch with the bearer header',
    wire: 'stream',
    transaction: 'none',
    response: z.string(),
    reads: [],
  }),
}
