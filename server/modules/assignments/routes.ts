import { and, desc, eq, sql } from 'drizzle-orm'
import { assignments as contract } from '#contract/rrules/assignments.ts'
import { automationRun, procedureLog, ticket, ticketAssignment, user } from '#db/schema/index.ts'
import { notThere } from '#kernel/http/errors.ts'
import { joinOn } from '#kernel/data/joinOn.ts'
import type { Handlers } from '#kernel/http/mount.ts'

export const assignmentHandlers: Handlers<typeof contract> = {
  async listTicketAssignments({ db, from, actor }, { params }) {
    const found = await db
      .select({ id: ticket.id })
      .from(ticket)
      .where(from.tickets(eq(ticket.id, params.id)))
    if (found.length === 0) throw notThere('ticket')
    const seesRun = sql<boolean>`${automationRun.procedureLogId} in (select ${procedureLog.id}
      from ${procedureLog}
      where ${from.procedureLogs(eq(procedureLog.id, automationRun.procedureLogId))})`
    const rows = await db
      .select({ row: ticketAssignment, chosen: user, seesRun })
      .from(ticketAssignment)
      .leftJoin(automationRun, joinOn(automationRun, ticketAssignment.runId))
      .leftJoin(user, joinOn(user, ticketAssignment.chosenId))
      .where(
        and(
          eq(ticketAssignment.companyId, actor.companyId),
          eq(ticketAssignment.ticketId, params.id),
        ),
      )
      .orderBy(desc(ticketAssignment.id))
      .limit(50)
    return rows.map(({ row, chosen, seesRun: isNamed }) => ({
      at: row.at.toISOString(),
      by: row.by, // Question and rule belong to the procedure; an AI agent rule is visible to all.
      source: isNamed || row.by === 'rule' ? row.source : null,
      automation: isNamed ? row.automationName : null,
      outcome: row.outcome,
      decidedBy: row.decidedBy,
      candidates: row.candidates,
      chosen: chosen && { id: chosen.id, name: `${chosen.firstName} ${chosen.lastName}` },
    }))
  },
}
