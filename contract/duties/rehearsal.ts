import { z } from 'zod'
import { id } from '#contract/ids.ts'
import { instant } from '#contract/shapes.ts'

export const REHEARSED_DAYS = 30
/** The latest incidents that are listed. */
export const MAX_REHEARSED = 100

export const dutyRehearsal = z.object({
  /** Incidents, counted up to a thousand tickets and a thousand alerts. The latest are listed. */
  count: z.number().int(),
  rows: z.array(
    z.object({
      /** Null for an alert. */
      ticketId: id('ticket').nullable(),
      title: z.string(),
      at: instant,
      /** When the ticket was taken up, or the alert first seen. Null if it has not been. */
      answeredAt: instant.nullable(),
      unansweredSeconds: z.number().int(),
      /** Who would have been called before that. A step without people found nobody. */
      calls: z.array(
        z.object({
          step: z.number().int(),
          at: instant,
          people: z.array(z.object({ id: id('user'), name: z.string() })),
        }),
      ),
    }),
  ),
})
export type DutyRehearsal = z.output<typeof dutyRehearsal>
