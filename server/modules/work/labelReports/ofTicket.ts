import { asc, sql } from 'drizzle-orm'
import type { Id } from '#contract/ids.ts'
import * as tables from '#db/schema/index.ts'
import type { Scope } from '#kernel/access/scope.ts'
import { joinOn } from '#kernel/data/joinOn.ts'
import { ofCompany } from '#kernel/data/ofCompany.ts'
import { selectTicket } from '../tickets/index.ts'
import { isOfThisClosing } from './answer.ts'
import { problemText } from './settings.ts'

const MAX_REPORTS = 200

/** Reports of merged tickets belong to the ticket that goes on. */
export async function reportsOfTicket(scope: Scope, id: Id<'ticket'>) {
  await selectTicket(scope, id)
  const { db, actor } = scope
  const mayCall = scope.can('editor|tickets')
  const rows = await db
    .select({ report: tables.ticketReport, closedAt: tables.ticket.closedAt })
    .from(tables.ticketReport)
    .innerJoin(tables.ticket, joinOn(tables.ticket, tables.ticketReport.ticketId))
    .where(
      ofCompany(
        tables.ticketReport,
        actor.companyId,
        sql`${id} in (${tables.ticket.id}, ${tables.ticket.mergedIntoId})`,
        scope.from.tickets(),
      ),
    )
    .orderBy(asc(tables.ticketReport.createdAt), asc(tables.ticketReport.id))
    .limit(MAX_REPORTS)
  return rows.map(({ report, closedAt }) => ({
    id: report.id,
    at: report.createdAt.toISOString(),
    key: report.problemKey,
    text: problemText({ key: report.problemKey, text: report.problemText }, actor.language),
    words: report.words,
    isRepeat: report.isRepeat,
    isFixed: isOfThisClosing(report.answeredAt, closedAt) ? report.isFixed : null,
    contact:
      mayCall && (report.reporterName !== null || report.reporterPhone !== null)
        ? { name: report.reporterName ?? '', phone: report.reporterPhone ?? '' }
        : null,
    isErased: report.erasedAt !== null,
  }))
}
