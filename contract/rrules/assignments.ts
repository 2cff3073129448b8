import { z } from 'zod'
import { query } from '#contract/endpoint.ts'
import { id, idParam, ids } from '#contract/ids.ts'
import { instant, listAnswer, listQuestion } from '#contract/shapes.ts'

/** Why a candidate is not eligible. `inactive`: the user may not sign in. */
export const ineligibilities = [
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
  listAssignees: query({
    method: 'POST',
    path: '/api/tickets/assignees',
    access: 'session',
    summary: 'Who can work on a ticket there, and why others cannot',
    body: listQuestion(['name'])
      .omit({ sort: true })
      .extend({
        /** Where the ticket is; null or omitted for nowhere. */
        equipmentId: id('equipment').nullable().optional(),
        locationId: id('location').nullable().optional(),
        /** Only these users, also inactive ones. */
        ids: ids('user').optional(),
      })
      .strict(),
    /** Those who can come first, of them those available, then those with the fewest open tickets. */
    response: listAnswer(
      z.object({
        id: id('user'),
        name: z.string(),
        /** Open tickets. */
        load: z.number().int(),
        /** Only `notAvailable` lets a person be assigned by hand. */
        reasons: z.array(z.enum(ineligibilities)),
      }),
    ),
    reads: ['User', 'Role', 'Ticket'],
  }),
  listTicketAssignments: query({
    method: 'GET',
    path: '/api/tickets/{id}/assignments',
    access: 'session',
    summary: 'How a ticket was given to someone by rules, newest first',
    params: z.object({ id: idParam('ticket') }),
    response: z.array(
      z.object({
        at: instant,
        by: z.enum(['user', 'question', 'duty', 'rule', 'nobody']),
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
