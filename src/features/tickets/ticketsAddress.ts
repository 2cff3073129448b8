import { MAX_OWN_COLUMNS } from '#contract/metadataBounds.ts'
import { ticketPriorities, type TicketPriority } from '#contract/rules/ticketDue.ts'
import { ticketLayouts, ticketLists, ticketQuestion } from '#contract/rules/ticketFilters.ts'
import { withFormerName, inAddress, type AddressValues } from '#lib/addressState.ts'
import { listAddress } from '#ui/list/listAddress.ts'

export const ticketTabs = ['facts', 'work', 'timeline'] as const
const categories = ['any', 'open', 'inProgress', 'waiting', 'closed'] as const

/** Filter value for unassigned tickets. No id is 0. */
export const NOBODY = 0

const tab = inAddress.oneOf(ticketTabs, 'facts')
/** Old addresses may name the comments or journal tab, which are now one. */
const tabField = {
  ...tab,
  read: (raw: string | null) =>
    raw === 'comments' || raw === 'journal' ? ('timeline' as const) : tab.read(raw),
}
const readPriorities = (raw: string | null): TicketPriority[] => {
  const given = (raw ?? '').split('.')
  return ticketPriorities.filter((one) => given.includes(one))
}
const writePriorities = (value: TicketPriority[]) => (value.length === 0 ? null : value.join('.'))

export const ticketsShape = {
  ...listAddress(
    ['openedAt', 'title', 'type', 'state', 'assignee', 'priority', 'due'],
    '-openedAt',
    'ticket',
  ),
  list: withFormerName('tab', inAddress.oneOf(ticketLists, 'open')),
  view: inAddress.oneOf(ticketLayouts, 'list'),
  types: inAddress.integers(),
  states: inAddress.integers(),
  category: inAddress.filterOf(categories, 'any'),
  assignees: inAddress.integers(),
  equipment: inAddress.integers(),
  place: inAddress.integers(),
  org: inAddress.integers(),
  priorities: { read: readPriorities, write: writePriorities },
  overdue: inAddress.flag(),
  unable: inAddress.flag(),
  repeated: inAddress.flag(),
  reported: inAddress.flag(),
  failure: inAddress.integers(),
  ownField: inAddress.id('metadataField'),
  ownText: inAddress.text(),
  columns: inAddress.integers(MAX_OWN_COLUMNS),
  new: inAddress.flag(),
  edit: inAddress.flag(),
  tab: withFormerName('part', tabField),
}
export type TicketsState = AddressValues<typeof ticketsShape>
export const noFilters = {
  search: '',
  types: [],
  states: [],
  category: 'any' as const,
  assignees: [],
  equipment: [],
  place: [],
  org: [],
  priorities: [],
  overdue: false,
  unable: false,
  repeated: false,
  reported: false,
  failure: [],
  ownField: null,
  ownText: '',
  page: 1,
}

export const ticketsQuestion = (state: TicketsState) =>
  ticketQuestion({
    ...state,
    unassigned: state.assignees.includes(NOBODY),
    assignees: state.assignees.filter((id) => id !== NOBODY),
  })

export function isNarrowed(state: TicketsState): boolean {
  return (
    state.search !== '' ||
    state.category !== 'any' ||
    state.overdue ||
    state.unable ||
    state.repeated ||
    state.reported ||
    state.ownField !== null ||
    [
      state.types,
      state.states,
      state.assignees,
      state.equipment,
      state.place,
      state.org,
      state.priorities,
      state.failure,
    ].some((list) => list.length > 0)
  )
}
