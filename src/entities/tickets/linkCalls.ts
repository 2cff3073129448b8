import { ticketLinks } from '#contract/ticketLinks.ts'
import { injectContract } from '#api/api.ts'

export const linkCalls = injectContract(ticketLinks)
