import type { Reference } from '#contract/journal/references.ts'
import { kindOfAction, type ActionKind } from './actions.ts'
import { kindOfFilter, type FilterKind } from './filters.ts'
import { referencesAt } from './names.ts'

export interface NamingRule {
  filters: readonly { kind: FilterKind }[]
  actions: readonly { kind: ActionKind }[]
}

export function referencesOf({ filters, actions }: NamingRule): Reference[] {
  return [
    ...filters.flatMap((filter) => referencesAt(filter, kindOfFilter(filter).names)),
    ...actions.flatMap((action) => referencesAt(action, kindOfAction(action).names)),
  ]
}
