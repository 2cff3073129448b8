import { ticketReports } from '#contract/ticketWork/ticketReports.ts'
import { injectContract } from '#api/api.ts'

export const ticketReportCalls = injectContract(ticketReports)
