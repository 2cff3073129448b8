/**
 * The flows of the spec in which a sentence is written: a triggered event, or one of the ticket
 * version's five.
 */
import { ticketActionKinds, type Automation } from '#contract/automation/automation.ts'
import { pathTo } from '#lib/paths.ts'

export type Flow = 'event' | (typeof ticketActionKinds)[number]

const editRoutes = {
  event: 'companyTriggeredEventEdit',
  openTicket: 'companyCreateTicketEdit',
  assignTicket: 'companyChangeAssigneeEdit',
  changeTicketState: 'companyChangeTicketStateEdit',
  closeTickets: 'companyCloseTicketsEdit',
  setAvailability: 'companyAssigneeAvailabilityEdit',
} as const satisfies Record<Flow, string>

/**
 * Where an automation is edited: in the flow of its only kind of action, where it has one; as a
 * triggered event otherwise.
 */
export function editPath(
  { id, actions }: Pick<Automation, 'id' | 'actions'>,
  companyId: number,
): string {
  const [first] = actions
  const flow = actions.every(({ kind }) => kind === first?.kind)
    ? (ticketActionKinds.find((kind) => kind === first?.kind) ?? 'event')
    : 'event'
  return pathTo(editRoutes[flow], { companyId, id })
}

/** Where a saved sentence is shown: a ticket flow returns to the ticket centre (spec section 2). */
export const shownAt = (version: 'plain' | 'ticket', id: number): string =>
  version === 'ticket'
    ? pathTo('ticketCenter', undefined, { id })
    : pathTo('automation', { automationId: id })
