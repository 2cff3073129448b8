import { z } from 'zod'
import { query } from '#contract/endpoint.ts'
import { id, idParam } from '#contract/ids.ts'
import { instant } from '#contract/shapes.ts'

/** Why a candidate is not eligible. `inactive`: the user may not sign in. */
const ineligibilities = [
  'inactive',
  'notAvailable',
  'mayNotSeeEquipment',
  'mayNotSeeLocation',
  'mayNotHandleTickets',
] as const
export type Ineligibility = (typeof ineligibilities)[number]

const assignmentCandidate = z.object({
  userId: id('user'),
  name: z.string(),
  isChosen: z.boolean(),
  reasons: z.array(z.enum(ineligibilities)),
  load: z.number().int(),
  /** End of availability; null for no end, or if not available. */
  availableUntil: instant.nullable(),
  words: z.array(z.string()),
})
export type AssignmentCandidate = z.output<typeof assignmentCandidate>

export const assignments = {
  listTicketAssignments: query({
    method: 'GET',
    path: '/api/tickets/{id}/assignments',
    access: 'session',
    summary: 'How a ticket was given to someone by rules, newest first',
    params: z.object({ id: idParam('ticket') }),
    response: z.array(
      z.object({
        at: instant,
        by: z.enum(['user', 'question', 'rule', 'nobody']),
        source: z.string().nullable(),
        automation: z.string().nullable(),
        outcome: z.enum(['assigned', 'removed', 'nobodyEligible']),
        decidedBy: z.enum(['matcher', 'assistant']),
        chosen: z.object({ id: id('user'), name: z.string() }).nullable(),
        candidates: z.array(assignmentCandidate),
      }),
    ),
    reads: ({ params }) => [{ type: 'Ticket', id: params.id }],
  }),
}
