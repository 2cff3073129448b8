/** Export of the list of tickets, with their times. */
import * as tables from '#db/schema/index.ts'
import type { Scope } from '#kernel/access/scope.ts'
import {
  column,
  idsInParts,
  isIn,
  inOrderOf,
  instantCell,
  type ExportCell,
  type ExportSource,
} from '#kernel/data/exportSource.ts'
import { ticketsOrder, ticketsWhere, type Question } from './listWhere.ts'
import { joinsToSort, rowOf, selectTickets, type Selected } from './rows.ts'

const HOUR = 3_600_000

export const exportColumns = [
  column('id', 'number'),
  column('title', 'field_title'),
  column('type', 'field_type'),
  column('state', 'field_state'),
  column('category', 'category'),
  column('priority', 'priority'),
  column('equipment', 'field_equipment'),
  column('location', 'field_location'),
  column('orgEntity', 'field_orgEntity'),
  column('opener', 'opener'),
  column('automation', 'openedByRule'),
  column('assignee', 'field_assignee'),
  column('openedAt', 'openedAt'),
  column('respondBy', 'respondBy'),
  column('dueBy', 'dueBy'),
  column('closedAt', 'closedAt'),
  column('hoursOpen', 'hoursOpen'),
  column('isOverdue', 'overdue'),
  column('comments', 'comments'),
  column('description', 'field_description'),
]

export const ticketExport: ExportSource<Question> = {
  async open(scope, question) {
    return {
      ...(await idsInParts(scope, {
        table: tables.ticket,
        joins: joinsToSort,
        where: ticketsWhere(scope, question),
        order: ticketsOrder(scope, question.sort),
      })),
      columns: exportColumns,
      async read(inner, part) {
        const rows = await selectTickets(inner, inner.from.tickets(isIn(tables.ticket.id, part)))
        return inOrderOf(part, rows, ({ ticket }) => ticket.id).map((row) => cellsOf(inner, row))
      },
    }
  },
}

function cellsOf({ clock }: Scope, selected: Selected): ExportCell[] {
  const { ticket } = selected
  const row = rowOf(selected, clock.now())
  const hours = ticket.closedAt === null ? null : (+ticket.closedAt - +ticket.openedAt) / HOUR
  return [
    row.id,
    row.title,
    row.type.name,
    row.state.name,
    { key: row.state.category, word: `category_${row.state.category}` },
    { key: row.priority, word: `priority_${row.priority}` },
    row.equipment?.name ?? null,
    row.location?.name ?? null,
    selected.orgEntity?.name ?? null,
    row.opener?.name ?? null,
    row.openedByAutomation?.name ?? null,
    row.assignee?.name ?? null,
    { at: +ticket.openedAt },
    instantCell(ticket.respondBy),
    instantCell(ticket.dueBy),
    instantCell(ticket.closedAt),
    hours === null ? null : Math.round(hours * 100) / 100,
    row.isOverdue,
    row.commentCount,
    ticket.description,
  ]
}
