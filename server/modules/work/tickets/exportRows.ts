import { sql, type SQL } from 'drizzle-orm'
import { decimalsOf } from '#contract/rules/money.ts'
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
import { costsOfTickets, currencyOf, minutesOfTickets, recordsWork } from '../workTime/index.ts'
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
    const amounts = await amountColumns(scope)
    const own = exportColumns.length + metadata.length + amounts.length
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
        ...amounts,
        ...states,
      ],
      async read(inner, part) {
        const rows = await selectTickets(inner, inner.from.tickets(isIn(tables.ticket.id, part)))
        const changes = await stateChanges(inner, part)
        const amountsOf = await readAmounts(inner, part)
        return inOrderOf(part, rows, ({ ticket }) => ticket.id).map((row) => {
          const times = timesOf(inner, row, changes.get(row.ticket.id) ?? [])
          const sums = amountsOf(row.ticket.id)
          return [
            ...cellsOf(inner, row),
            ...metadata.map(({ id }) => metadataCell(row.ticket.metadata[id])),
            ...amounts.map(({ key }) => sums[key] ?? null),
            ...states.map(({ state }) => hours(times?.get(state))),
          ]
        })
      },
    }
  },
}

/** Working time and costs, each for readers with its right. */
async function amountColumns(scope: Scope) {
  const hasWork = scope.can('viewer|work') && (await recordsWork(scope))
  const hasCosts = scope.can('viewer|costs') && (await currencyOf(scope)) !== null
  return [
    ...(hasWork ? [{ ...column('workHours', 'workHours'), key: 'workHours' as const }] : []),
    ...(hasCosts ? [{ ...column('costs', 'costs'), key: 'costs' as const }] : []),
  ]
}

/** Checks the rights again, because the reader may have lost one meanwhile. */
async function readAmounts(scope: Scope, part: string) {
  const sumsOf = async (source: SQL) => {
    const { rows } = await scope.db.execute<{ id: number; value: number }>(
      sql`select ticket_id as id, sum(value)::float8 as value from (${source}) as amount
        where ticket_id = any(${`{${part}}`}::int[]) group by 1`,
    )
    return new Map(rows.map(({ id, value }) => [id, value]))
  }
  const none: ReadonlyMap<number, number> = new Map()
  const minutes = scope.can('viewer|work') ? await sumsOf(minutesOfTickets(scope)) : none
  const costs = scope.can('viewer|costs')
    ? await sumsOf(costsOfTickets(scope, decimalsOf((await currencyOf(scope)) ?? '')))
    : none
  return (id: number) => ({
    workHours: hours((minutes.get(id) ?? 0) * 60_000),
    costs: costs.get(id) ?? 0,
  })
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
