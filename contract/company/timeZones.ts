import { z } from 'zod'
import { query } from '#contract/endpoint.ts'

export const timeZones = {
  listTimeZones: query({
    method: 'GET',
    path: '/api/public/time-zones',
    access: 'public',
    summary: 'The time zones that a company or location can have, with their present offsets',
    response: z.object({
      release: z.string(),
      /** Former names, which browsers may still report. */
      renamed: z.array(z.object({ zone: z.string(), current: z.string() })),
      rows: z.array(
        z.object({
          zone: z.string(),
          /** Minutes east of UTC, now. */
          offset: z.number().int(),
        }),
      ),
    }),
    reads: [],
  }),
}
