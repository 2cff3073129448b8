/** The live door: what changed, told as tags; each client fetches again under its own rights. */
import { z } from 'zod'
import { query, tagTypes } from './endpoint.ts'

/** The data of each `message` event. A comment line comes every 20 s, so a cut is noticed. */
export const liveMessage = z.object({
  tags: z.array(
    z.object({ type: z.enum(tagTypes), id: z.union([z.number(), z.string()]).optional() }),
  ),
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
