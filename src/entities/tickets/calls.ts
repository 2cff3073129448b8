import { tickets } from '#contract/tickets.ts'
import { injectContract } from '#api/api.ts'

export const ticketCalls = injectContract(tickets)
