import { ticketPriorities, type TicketPriority } from '#contract/rules/ticketDue.ts'
import type { TicketRow } from '#contract/tickets.ts'
import { withFormerName, inAddress, type AddressValues } from '#lib/addressState.ts'
import { listAddress } from '#ui/list/listAddress.ts'

type Category = TicketRow['state']['category']
export const ticketLists = ['open', 'mine', 'all'] as const
export const ticketTabs = ['facts', 'work', 'timeline'] as const
export const ticketViews = ['list', 'board'] as const
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
  view: inAddress.oneOf(ticketViews, 'list'),
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

const notClosed: Category[] = ['open', 'inProgress', 'waiting']

export function ticketsQuestion(state: TicketsState) {
  return {
    ...(state.types.length === 0 ? {} : { ticketTypeIds: state.types }),
    ...(state.states.length === 0 ? {} : { stateIds: state.states }),
    ...(state.assignees.includes(NOBODY)
      ? { assigned: 'nobody' as const }
      : state.assignees.length === 0
        ? {}
        : { assigneeIds: state.assignees }),
    ...(state.equipment.length + state.place.length + state.org.length === 0
      ? {}
      : {
          filter: {
            ...(state.equipment.length === 0 ? {} : { equipmentIds: state.equipment }),
            ...(state.place.length === 0 ? {} : { locationIds: state.place }),
            ...(state.org.length === 0 ? {} : { orgEntityIds: state.org }),
          },
        }),
    ...(state.priorities.length === 0 ? {} : { priorities: state.priorities }),
    ...(state.overdue ? { isOverdue: true as const } : {}),
    ...(state.repeated ? { isRepeated: true as const } : {}),
    ...(state.reported ? { isReported: true as const } : {}),
    ...(state.failure.length === 0 ? {} : { failureCodeIds: state.failure }),
    ...(state.ownField === null || state.ownText === ''
      ? {}
      : { ownField: { fieldId: state.ownField, text: state.ownText } }),
    ...(state.unable ? { assigned: 'unable' as const } : {}),
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
