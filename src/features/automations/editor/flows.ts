/** The spec's editing flows: triggered events, and five of the ticket version. */
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

/** Edit address: the flow of the automation's only kind of action, otherwise triggered events. */
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

/** The address after a save: ticket flows return to the ticket centre (spec section 2). */
export const addressAfterSave = (version: 'plain' | 'ticket', id: number): string =>
  version === 'ticket'
    ? pathTo('ticketCenter', undefined, { id })
    : pathTo('automation', { automationId: id })
