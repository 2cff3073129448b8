import { and, desc, eq } from 'drizzle-orm'
import { assignments as contract } from '#contract/assignments'
import { ticket, ticketAssignment, user } from '../../db/schema/index.ts'
import { notThere } from '../../kernel/errors.ts'
import type { Handlers } from '../../kernel/mount.ts'

export const assignmentHandlers: Handlers<typeof contract> = {
  async listTicketAssignments({ db, from, actor }, { params }) {
    const found = await db.select({ id: ticket.id }).from(ticket).where(from.tickets(eq(ticket.id, params.id)))
    if (found.length === 0) throw notThere('ticket')
    const rows = await db.select({ row: ticketAssignment, chosen: user }).from(ticketAssignment)
      .leftJoin(user, and(eq(user.companyId, ticketAssignment.companyId), eq(user.id, ticketAssignment.chosenId)))
      .where(and(eq(ticketAssignment.companyId, actor.companyId), eq(ticketAssignment.ticketId, params.id))).orderBy(desc(ticketAssignment.id)).limit(50)
    return rows.map(({ row, chosen }) => ({
      at: row.at.toISOString(), by: row.by, source: row.source, automation: row.automationName, outcome: row.outcome, decidedBy: row.decidedBy, candidates: row.candidates,
      chosen: chosen && { id: chosen.id, name: `${chosen.firstName} ${chosen.lastName}` },
    }))
  },
}
