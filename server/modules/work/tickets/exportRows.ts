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
import { metadataCell, usedFields } from '../../foundation/metadata/index.ts'
import { ticketsOrder, ticketsWhere, type Question } from './listWhere.ts'
import { joinsToSort, rowOf, selectTickets, type Selected } from './rows.ts'
import { stateChanges, stateColumns, timeInStates, type StateChange } from './stateTimes.ts'

const HOUR = 3_600_000

/** Columns that every file has, by which an import recognises it. */
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
  column('problem', 'field_problem'),
  column('cause', 'field_cause'),
  column('remedy', 'field_remedy'),
]

export const ticketExport: ExportSource<Question> = {
  async open(scope, question) {
    const where = ticketsWhere(scope, question)
    const listed = { joins: joinsToSort, where }
    const metadata = await usedFields(scope, {
      table: tables.ticket,
      metadata: tables.ticket.metadata,
    })
    const own = exportColumns.length + metadata.length
    const states = await stateColumns(scope, { ...listed, own })
    return {
      ...(await idsInParts(scope, {
        ...listed,
        table: tables.ticket,
        order: ticketsOrder(scope, question.sort),
      })),
      columns: [
        ...exportColumns,
        ...metadata.map(({ name }) => ({ key: name, title: { name } })),
        ...states,
      ],
      async read(inner, part) {
        const rows = await selectTickets(inner, inner.from.tickets(isIn(tables.ticket.id, part)))
        const changes = await stateChanges(inner, part)
        return inOrderOf(part, rows, ({ ticket }) => ticket.id).map((row) => {
          const times = timesOf(inner, row, changes.get(row.ticket.id) ?? [])
          return [
            ...cellsOf(inner, row),
            ...metadata.map(({ id }) => metadataCell(row.ticket.metadata[id])),
            ...states.map(({ state }) => hours(times?.get(state))),
          ]
        })
      },
    }
  },
}

const timesOf = ({ clock }: Scope, { ticket, state }: Selected, changes: readonly StateChange[]) =>
  timeInStates(
    { openedAt: +ticket.openedAt, until: +(ticket.closedAt ?? clock.now()), state: state.name },
    changes,
  )

const hours = (time: number | undefined): number | null =>
  time === undefined ? null : Math.round((time / HOUR) * 100) / 100

function cellsOf({ clock }: Scope, selected: Selected): ExportCell[] {
  const { ticket } = selected
  const row = rowOf(selected, clock.now())
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
    row.openedByAutomation?.name ?? (row.isReported ? { key: 'report', word: 'by_report' } : null),
    row.assignee?.name ?? null,
    { at: +ticket.openedAt },
    instantCell(ticket.respondBy),
    instantCell(ticket.dueBy),
    instantCell(ticket.closedAt),
    ticket.closedAt === null ? null : hours(+ticket.closedAt - +ticket.openedAt),
    row.isOverdue,
    row.commentCount,
    ticket.description,
    selected.failure.problem,
    selected.failure.cause,
    selected.failure.remedy,
  ]
}
