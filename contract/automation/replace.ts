/** One named thing put in the place of another in everything an automation says. Pure: the preview and the write agree. */
import type { FilterObject } from '../filter.ts'
import type { ReferenceKind } from '../references.ts'
import type { ActionKind, AutomationAction } from './actions.ts'
import { keysOfKind, type AutomationFilter, type FilterKind } from './filters.ts'

export interface Replacement { kind: ReferenceKind; from: number; to: number }

/** A list that named both names the one once. */
export function replaceInFilterObject(filter: FilterObject, { kind, from, to }: Replacement): FilterObject {
  const changed = keysOfKind(kind).flatMap((key) => {
    const list: readonly number[] | undefined = filter[key]
    return list === undefined ? [] : [[key, [...new Set(list.map((id) => (id === from ? to : id)))]] as const]
  })
  return { ...filter, ...Object.fromEntries(changed) }
}

const inFilter: { [K in FilterKind]: (filter: Extract<AutomationFilter, { kind: K }>, replacement: Replacement) => AutomationFilter } = {
  objects: (filter, replacement) => ({ ...filter, filter: replaceInFilterObject(filter.filter, replacement) }),
  score: (filter) => filter,
}

const inAction: { [K in ActionKind]: (action: Extract<AutomationAction, { kind: K }>, replacement: Replacement) => AutomationAction } = {
  openTicket: (action, { kind, from, to }) => ({
    ...action,
    ticketTypeId: kind === 'ticketType' && action.ticketTypeId === from ? to as typeof action.ticketTypeId : action.ticketTypeId, // the replacement is of the same kind
    assigneeId: kind === 'user' && action.assigneeId === from ? to as typeof action.assigneeId : action.assigneeId, // likewise
  }),
}

export function replaceInRule<R extends { filters: readonly AutomationFilter[]; actions: readonly AutomationAction[] }>(rule: R, replacement: Replacement): { filters: AutomationFilter[]; actions: AutomationAction[] } {
  return {
    filters: rule.filters.map((filter) => (filter.kind === 'objects' ? inFilter.objects(filter, replacement) : inFilter.score(filter, replacement))),
    actions: rule.actions.map((action) => inAction[action.kind](action, replacement)),
  }
}
