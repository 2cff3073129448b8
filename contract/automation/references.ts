import type { Reference } from '#contract/journal/references.ts'
import { kindOfAction, type ActionKind } from './actions.ts'
import { kindOfEvent } from './events.ts'
import { kindOfFilter, type FilterKind } from './filters.ts'
import { referencesAt } from './names.ts'

export interface NamingRule {
  /** Without it, the completion of a procedure. */
  event?: { kind: string }
  filters: readonly { kind: FilterKind }[]
  actions: readonly { kind: ActionKind }[]
}

export function referencesOf({ event, filters, actions }: NamingRule): Reference[] {
  return [
    ...(event ? referencesAt(event, kindOfEvent(event).names) : []),
    ...filters.flatMap((filter) => referencesAt(filter, kindOfFilter(filter).names)),
    ...actions.flatMap((action) => referencesAt(action, kindOfAction(action).names)),
  ]
}
