import { ticketWorkCalls } from '#contract/ticketWork/ticketWork.ts'
import { injectContract } from '#api/api.ts'

export const ticketWorkApi = injectContract(ticketWorkCalls)
