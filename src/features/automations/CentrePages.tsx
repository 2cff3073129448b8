import { CentrePage } from './CentrePage.tsx'

export function AutomationCentrePage() {
  return <CentrePage centre="automationCenter" />
}

/** The same list, those that touch tickets and assignees (decisions, 'Where automations live'). */
export function TicketCentrePage() {
  return <CentrePage centre="ticketCenter" />
}
