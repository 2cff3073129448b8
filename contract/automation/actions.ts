/** The kinds of action an automation may take. */
import { z } from 'zod'
import { id } from '../ids.ts'
import type { Reference } from '../references.ts'
import { text } from '../shapes.ts'

const openTicket = z.strictObject({
  kind: z.literal('openTicket'), ticketTypeId: id('ticketType'),
  /** The ticket's title; empty means the procedure's and the equipment's names. */
  title: text(200).nullable(),
  /** Given at once to this person, if set. */
  assigneeId: id('user').nullable(),
})

export const automationAction = z.discriminatedUnion('kind', [openTicket])
export type AutomationAction = z.infer<typeof automationAction>
export type ActionKind = AutomationAction['kind']

export const referencesOfAction: { [K in ActionKind]: (action: Extract<AutomationAction, { kind: K }>) => Reference[] } = {
  openTicket: ({ ticketTypeId, assigneeId }) => [
    { kind: 'ticketType', id: ticketTypeId }, ...(assigneeId === null ? [] : [{ kind: 'user' as const, id: assigneeId }]),
  ],
}
