/** Why a ticket was given to whom: every candidate, with what spoke for and against. */
import { z } from 'zod'
import { query } from '#contract/endpoint.ts'
import { id, idParam } from '#contract/ids.ts'
import { instant } from '#contract/shapes.ts'

/** What keeps a candidate from being chosen. `inactive`: may not sign in. */
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
  /** Open tickets they had then. */
  load: z.number().int(),
  /** Until when they are available; null: without end, or not at all. */
  availableUntil: instant.nullable(),
  /** Words of the instruction that speak of them: their name, their roles. */
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
        /** The question's or AI agent rule's name. */
        source: z.string().nullable(),
        automation: z.string().nullable(),
        outcome: z.enum(['assigned', 'removed', 'nobodyEligible']),
        /** Who chose: the product's own matcher, or an assistant that was asked. */
        decidedBy: z.enum(['matcher', 'assistant']),
        chosen: z.object({ id: id('user'), name: z.string() }).nullable(),
        candidates: z.array(assignmentCandidate),
      }),
    ),
    reads: ({ params }) => [{ type: 'Ticket', id: params.id }],
  }),
}
