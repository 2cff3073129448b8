import type { Reference } from '../references.ts'
import { referencesOfAction, type AutomationAction } from './actions.ts'
import { referencesOfFilter, type AutomationFilter } from './filters.ts'

/** Everything an automation names, as often as it names it. */
export function referencesOf(rule: { filters: readonly AutomationFilter[]; actions: readonly AutomationAction[] }): Reference[] {
  return [
    ...rule.filters.flatMap((filter) => (filter.kind === 'objects' ? referencesOfFilter.objects(filter) : referencesOfFilter.score(filter))),
    ...rule.actions.flatMap((action) => referencesOfAction[action.kind](action)),
  ]
}
