import type { FeatureRoutes } from '../../app/paths.ts'

const automationCentre = () => import('./CentrePages.tsx').then((page) => ({ Component: page.AutomationCentrePage }))
const ticketCentre = () => import('./CentrePages.tsx').then((page) => ({ Component: page.TicketCentrePage }))
const newSentence = () => import('./editor/SentencePages.tsx').then((page) => ({ Component: page.NewSentencePage }))
const editSentence = () => import('./editor/SentencePages.tsx').then((page) => ({ Component: page.EditSentencePage }))
const newTicketSentence = () => import('./editor/SentencePages.tsx').then((page) => ({ Component: page.NewTicketSentencePage }))

export const automationRoutes = {
  automationCenter: automationCentre,
  automation: automationCentre,
  ticketCenter: ticketCentre,
  triggeredEvents: automationCentre,
  procedureAutomations: automationCentre,
  procedureTicketCenter: ticketCentre,
  companyAutomations: automationCentre,
  companyTicketCenter: ticketCentre,
  companyTriggeredEventCreate: newSentence,
  companyTriggeredEventEdit: editSentence,
  companyCreateTicket: newTicketSentence,
  companyCreateTicketOne: newTicketSentence,
  companyCreateTicketEdit: editSentence,
} satisfies FeatureRoutes
