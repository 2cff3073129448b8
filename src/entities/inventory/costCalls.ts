import { ticketCostCalls } from '#contract/ticketWork/ticketCosts.ts'
import { injectContract } from '#api/api.ts'

export const costCalls = injectContract(ticketCostCalls)
