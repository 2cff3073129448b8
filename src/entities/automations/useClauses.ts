/** A rule's filters and actions as clauses, whether it is kept or still being written. */
import type { ActionKind, BlankAction } from '#contract/automation/actions'
import type { BlankFilter, FilterKind } from '#contract/automation/filters'
import type { ActionClauseKey, Clause, FilterClauseKey } from './clause.ts'
import type { Names } from './names.ts'
import { useActionClauses } from './useActionClauses.ts'
import { useFilterClauses } from './useFilterClauses.ts'

export interface WrittenRule {
  filters: readonly BlankFilter[]
  actions: readonly BlankAction[]
}

export interface RuleClauses {
  /** Where the sentence's own blank stands among the filters; -1: it asks nothing. */
  objectsAt: number
  conditions: { index: number; clause: Clause<FilterClauseKey> }[]
  actions: Clause<ActionClauseKey>[]
}

export function useClauses({ filters, actions }: WrittenRule, names: Names): RuleClauses {
  const ofFilter = useFilterClauses(names)
  const ofAction = useActionClauses(names)
  const objectsAt = filters.findIndex(({ kind }) => kind === 'objects')
  return {
    objectsAt,
    // The discriminator pairs each with the phrase of its kind, which the compiler cannot see.
    conditions: filters.flatMap((filter, index) =>
      index === objectsAt
        ? []
        : [
            {
              index,
              clause: (
                ofFilter[filter.kind] as (one: BlankFilter<FilterKind>) => Clause<FilterClauseKey>
              )(filter),
            },
          ],
    ),
    actions: actions.map((action) =>
      (ofAction[action.kind] as (one: BlankAction<ActionKind>) => Clause<ActionClauseKey>)(action),
    ),
  }
}
