import type { Output } from '#contract/endpoint.ts'
import type { TicketRow, tickets } from '#contract/tickets.ts'
import type { TicketOrder } from '../batch/useTicketBatch.tsx'
import { ticketsQuestion, type TicketsState } from '../ticketsAddress.ts'

type TicketType = Pick<Output<typeof tickets.getTicketTypes>['rows'][number], 'id' | 'states'>
type State = TicketRow['state']
type To = Extract<TicketOrder['change'], { kind: 'state' }>['to']

export interface BoardColumn {
  key: string
  category: State['category']
  /** Null if the column is a category of states of several types. */
  state: State | null
  /** Where a ticket goes that is dropped here. */
  to: To
}

const categories = ['open', 'inProgress', 'waiting', 'closed'] as const

/** The states of the chosen type, or the categories if none or several are chosen. */
export function boardColumns(
  types: readonly TicketType[],
  { types: chosen, states, category }: Pick<TicketsState, 'types' | 'states' | 'category'>,
): BoardColumn[] {
  const isShown = (one: State['category']) => category === 'any' || category === one
  const [only, ...others] = types.filter(({ id }) => chosen.includes(id))
  if (only === undefined || others.length > 0)
    return categories
      .filter(isShown)
      .map((one) => ({ key: one, category: one, state: null, to: { category: one } }))
  return only.states
    .filter((one) => isShown(one.category) && (states.length === 0 || states.includes(one.id)))
    .map((state) => ({
      key: String(state.id),
      category: state.category,
      state,
      to: { stateId: state.id },
    }))
}

/** Filters of the list apply to every column. The closed column is shown in each list. */
export function columnQuestion(state: TicketsState, column: BoardColumn) {
  const search = state.search.trim()
  const { categories: _categories, ...question } = ticketsQuestion(state)
  return {
    ...question,
    ...(search === '' ? {} : { search }),
    ...(column.state === null
      ? { categories: [column.category] }
      : { stateIds: [column.state.id] }),
    sort: state.sort,
  }
}
