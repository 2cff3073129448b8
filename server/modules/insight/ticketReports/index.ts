import type { ticketReports as contract } from '#contract/ticketWork/ticketReports.ts'
import type { Handlers } from '#kernel/http/mount.ts'
import { mayChoose } from '../../foundation/filters/index.ts'
import { ticketReport, ticketReportRows } from './figures.ts'

export const ticketReportHandlers: Handlers<typeof contract> = {
  async getTicketReport(scope, { body }) {
    await mayChoose(scope, [body.filter], 'body.filter')
    return ticketReport(scope, body)
  },
  async listTicketReportRows(scope, { body }) {
    await mayChoose(scope, [body.filter], 'body.filter')
    return ticketReportRows(scope, body)
  },
}
