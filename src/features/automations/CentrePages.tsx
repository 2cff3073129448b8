import { CentrePage } from './CentrePage.tsx'

export function AutomationCentrePage() {
  return <CentrePage centre="automationCenter" />
}

export function TicketCentrePage() {
  return <CentrePage centre="ticketCenter" />
}
