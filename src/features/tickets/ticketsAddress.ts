/** The address of the ticket list: tab, filters, sort, page, open panel. */
import type { TicketRow } from '#contract/tickets'
import { inAddress, type AddressValues } from '../../lib/addressState.ts'
import { listAddress } from '../../ui/listAddress.ts'

type Category = TicketRow['state']['category']
const tabs = ['open', 'mine', 'all'] as const
const categories = ['any', 'open', 'inProgress', 'waiting', 'closed'] as const

export const ticketsShape = {
  ...listAddress(['openedAt', 'title', 'type', 'state', 'assignee'], '-openedAt'),
  tab: inAddress.oneOf(tabs, 'open'),
  types: inAddress.integers(),
  states: inAddress.integers(),
  category: inAddress.oneOf(categories, 'any'),
  assignees: inAddress.integers(),
  equipment: inAddress.integers(),
  new: inAddress.flag(),
  part: inAddress.text('facts'),
}
export type TicketsState = AddressValues<typeof ticketsShape>
export const noFilters = {
  search: '',
  types: [],
  states: [],
  category: 'any' as const,
  assignees: [],
  equipment: [],
  page: 1,
}

const notClosed: Category[] = ['open', 'inProgress', 'waiting']

/** What the address asks of the server. */
export function ticketsQuestion(state: TicketsState) {
  return {
    ...(state.types.length === 0 ? {} : { ticketTypeIds: state.types }),
    ...(state.states.length === 0 ? {} : { stateIds: state.states }),
    ...(state.assignees.length === 0 ? {} : { assigneeIds: state.assignees }),
    ...(state.equipment.length === 0 ? {} : { filter: { equipmentIds: state.equipment } }),
    ...(state.tab === 'mine' ? { assigned: 'me' as const } : {}),
    ...(state.category !== 'any'
      ? { categories: [state.category] }
      : state.tab === 'all'
        ? {}
        : { categories: notClosed }),
  }
}

export function isNarrowed(state: TicketsState): boolean {
  return (
    state.search !== '' ||
    state.category !== 'any' ||
    [state.types, state.states, state.assignees, state.equipment].some((list) => list.length > 0)
  )
}
