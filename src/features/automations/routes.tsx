import type { FeatureRoutes } from '#lib/paths.ts'

const automationCentre = () =>
  import('./CentrePages.tsx').then((page) => ({ Component: page.AutomationCentrePage }))
const ticketCentre = () =>
  import('./CentrePages.tsx').then((page) => ({ Component: page.TicketCentrePage }))
const pages = () => import('./editor/SentencePages.tsx')
const editSentence = () => pages().then((page) => ({ Component: page.EditSentencePage }))
const newEvent = () => pages().then((page) => ({ Component: page.NewEventPage }))
const newTicket = () => pages().then((page) => ({ Component: page.NewTicketPage }))
const newAssignee = () => pages().then((page) => ({ Component: page.NewAssigneePage }))
const newTicketState = () => pages().then((page) => ({ Component: page.NewTicketStatePage }))
const newCloseTickets = () => pages().then((page) => ({ Component: page.NewCloseTicketsPage }))
const newAvailability = () => pages().then((page) => ({ Component: page.NewAvailabilityPage }))

export const automationRoutes = {
  automationCenter: automationCentre,
  automation: automationCentre,
  ticketCenter: ticketCentre,
  triggeredEvents: automationCentre,
  procedureAutomations: automationCentre,
  procedureTicketCenter: ticketCentre,
  companyAutomations: automationCentre,
  companyTicketCenter: ticketCentre,
  companyTriggeredEventCreate: newEvent,
  companyTriggeredEventEdit: editSentence,
  companyCreateTicket: newTicket,
  companyCreateTicketOne: newTicket,
  companyCreateTicketEdit: editSentence,
  companyChangeAssignee: newAssignee,
  companyChangeAssigneeOne: newAssignee,
  companyChangeAssigneeEdit: editSentence,
  companyChangeTicketState: newTicketState,
  companyChangeTicketStateOne: newTicketState,
  companyChangeTicketStateEdit: editSentence,
  companyCloseTickets: newCloseTickets,
  companyCloseTicketsOne: newCloseTickets,
  companyCloseTicketsEdit: editSentence,
  companyAssigneeAvailability: newAvailability,
  companyAssigneeAvailabilityOne: newAvailability,
  companyAssigneeAvailabilityEdit: editSentence,
} satisfies FeatureRoutes
