/** The event stream: what changed, told as tags; each client fetches again under its own rights. */
import { z } from 'zod'
import { query, tagTypes } from './endpoint.ts'

/** On a write: a name that the page chose for this one call. Its live message says it back. */
export const callHeader = 'x-plantroom-call'

const tags = z.array(
  z.object({ type: z.enum(tagTypes), id: z.union([z.number(), z.string()]).optional() }),
)

/** The data of each `message` event. A comment line comes every 20 s, so a cut is noticed. */
export const liveMessage = z.object({
  tags,
  /**
   * The call that changed it, where it has a name, and which of the tags its answer told already:
   * the page that made it need not load those again. Other pages pass over this.
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
