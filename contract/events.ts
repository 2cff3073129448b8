/**
 * Domain events: written in the transaction of their cause, handled after commit in the company's
 * scope.
 */
import { z } from 'zod'
import { id } from './ids.ts'

export const domainEvent = z.discriminatedUnion('type', [
  z.object({ type: z.literal('procedure.performed'), procedureLogId: id('procedureLog') }),
  z.object({
    type: z.literal('automation.retried'),
    automationRunId: id('automationRun'),
    version: z.enum(['then', 'now']),
  }),
  z.object({ type: z.literal('ticket.opened'), ticketId: id('ticket') }),
  z.object({ type: z.literal('automation.triggered'), waitId: z.number().int() }),
  z.object({ type: z.literal('automation.over'), waitId: z.number().int() }),
])
export type DomainEvent = z.infer<typeof domainEvent>
export type EventType = DomainEvent['type']
