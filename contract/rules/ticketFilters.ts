import type { TicketPriority } from './ticketDue.ts'

export const ticketLists = ['open', 'mine', 'all'] as const
export const ticketLayouts = ['list', 'board'] as const
type Category = 'open' | 'inProgress' | 'waiting' | 'closed'

/** Filters of the ticket list. An absent or empty one does not narrow it. */
export interface TicketFilters {
  list?: (typeof ticketLists)[number] | undefined
  types?: number[] | undefined
  states?: number[] | undefined
  category?: Category | 'any' | undefined
  assignees?: number[] | undefined
  unassigned?: boolean | undefined
  equipment?: number[] | undefined
  place?: number[] | undefined
  org?: number[] | undefined
  priorities?: TicketPriority[] | undefined
  overdue?: boolean | undefined
  /** Only tickets whose assignee cannot work on them. */
  unable?: boolean | undefined
  repeated?: boolean | undefined
  reported?: boolean | undefined
  failure?: number[] | undefined
  ownField?: number | null | undefined
  ownText?: string | undefined
}

const notClosed: Category[] = ['open', 'inProgress', 'waiting']
const hasSome = <T>(list: T[] | undefined): list is T[] => list !== undefined && list.length > 0

/** The filters as a request for tickets. Saved views are counted by it, too. */
export function ticketQuestion(filters: TicketFilters) {
  const { types, states, assignees, equipment, place, org, priorities, failure } = filters
  const { list = 'open', category = 'any', ownField = null, ownText = '' } = filters
  return {
    ...(hasSome(types) && { ticketTypeIds: types }),
    ...(hasSome(states) && { stateIds: states }),
    ...(filters.unassigned === true
      ? { assigned: 'nobody' as const }
      : hasSome(assignees) && { assigneeIds: assignees }),
    ...((hasSome(equipment) || hasSome(place) || hasSome(org)) && {
      filter: {
        ...(hasSome(equipment) && { equipmentIds: equipment }),
        ...(hasSome(place) && { locationIds: place }),
        ...(hasSome(org) && { orgEntityIds: org }),
      },
    }),
    ...(hasSome(priorities) && { priorities }),
    ...(filters.overdue === true && { isOverdue: true as const }),
    ...(filters.repeated === true && { isRepeated: true as const }),
    ...(filters.reported === true && { isReported: true as const }),
    ...(hasSome(failure) && { failureCodeIds: failure }),
    ...(ownField !== null && ownText !== '' && { ownField: { fieldId: ownField, text: ownText } }),
    ...(filters.unable === true && { assigned: 'unable' as const }),
    ...(list === 'mine' && { assigned: 'me' as const }),
    ...(category !== 'any'
      ? { categories: [category] }
      : list !== 'all' && { categories: notClosed }),
  }
}
