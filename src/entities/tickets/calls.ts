import { tickets } from '#contract/tickets'
import { injectContract } from '../../api/api.ts'

export const ticketCalls = injectContract(tickets)
