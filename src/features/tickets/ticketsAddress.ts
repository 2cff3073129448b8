/** The address of the ticket list: which tickets, filters, sort, page, open panel with its tab. */
import type { TicketRow } from '#contract/tickets'
import { formerly, inAddress, type AddressValues } from '../../lib/addressState.ts'
import { listAddress } from '../../ui/listAddress.ts'

type Category = TicketRow['state']['category']
export const ticketLists = ['open', 'mine', 'all'] as const
export const ticketTabs = ['facts', 'comments', 'journal'] as const
const categories = ['any', 'open', 'inProgress', 'waiting', 'closed'] as const

export const ticketsShape = {
  ...listAddress(['openedAt', 'title', 'type', 'state', 'assignee'], '-openedAt'),
  list: formerly('tab', inAddress.oneOf(ticketLists, 'open')),
  types: inAddress.integers(),
  states: inAddress.integers(),
  category: inAddress.oneOf(categories, 'any'),
  assignees: inAddress.integers(),
  equipment: inAddress.integers(),
  org: inAddress.integers(),
  new: inAddress.flag(),
  tab: formerly('part', inAddress.oneOf(ticketTabs, 'facts')),
}
export type TicketsState = AddressValues<typeof ticketsShape>
export const noFilters = {
  search: '',
  types: [],
  states: [],
  category: 'any' as const,
  assignees: [],
  equipment: [],
  org: [],
  page: 1,
}

const notClosed: Category[] = ['open', 'inProgress', 'waiting']

/** What the address asks of the server. */
export function ticketsQuestion(state: TicketsState) {
  return {
    ...(state.types.length === 0 ? {} : { ticketTypeIds: state.types }),
    ...(state.states.length === 0 ? {} : { stateIds: state.states }),
    ...(state.assignees.length === 0 ? {} : { assigneeIds: state.assignees }),
    ...(state.equipment.length + state.org.length === 0
      ? {}
      : {
          filter: {
            ...(state.equipment.length === 0 ? {} : { equipmentIds: state.equipment }),
            ...(state.org.length === 0 ? {} : { orgEntityIds: state.org }),
          },
        }),
    ...(state.list === 'mine' ? { assigned: 'me' as const } : {}),
    ...(state.category !== 'any'
      ? { categories: [state.category] }
      : state.list === 'all'
        ? {}
        : { categories: notClosed }),
  }
}

export function isNarrowed(state: TicketsState): boolean {
  return (
    state.search !== '' ||
    state.category !== 'any' ||
    [state.types, state.states, state.assignees, state.equipment, state.org].some(
      (list) => list.length > 0,
    )
  )
}
