import { desc, eq, sql } from 'drizzle-orm'
import { assignments as contract } from '#contract/rrules/assignments.ts'
import * as tables from '#db/schema/index.ts'
import { ofCompany } from '#kernel/data/ofCompany.ts'
import { refuseNotFound } from '#kernel/http/errors.ts'
import { joinOn } from '#kernel/data/joinOn.ts'
import type { Handlers } from '#kernel/http/mount.ts'
import { listAssignees } from '../assignees/index.ts'

export const assignmentHandlers: Handlers<typeof contract> = {
  listAssignees: (scope, { body: { equipmentId = null, locationId = null, ...body } }) =>
    listAssignees(scope, { ...body, equipmentId, locationId }),
  async listTicketAssignments({ db, from, actor }, { params }) {
    const found = await db
      .select({ id: tables.ticket.id })
      .from(tables.ticket)
      .where(from.tickets(eq(tables.ticket.id, params.id)))
    if (found.length === 0) throw refuseNotFound('ticket')
    const seesRun = sql<boolean>`(${from.automationRuns()})`
    const rows = await db
      .select({ row: tables.ticketAssignment, chosen: tables.user, seesRun })
      .from(tables.ticketAssignment)
      .leftJoin(tables.automationRun, joinOn(tables.automationRun, tables.ticketAssignment.runId))
      .leftJoin(tables.user, joinOn(tables.user, tables.ticketAssignment.chosenId))
      .where(
        ofCompany(
          tables.ticketAssignment,
          actor.companyId,
          eq(tables.ticketAssignment.ticketId, params.id),
        ),
      )
      .orderBy(desc(tables.ticketAssignment.id))
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
