import type { BlankAction } from '#contract/automation/actions.ts'
import type { BlankFilter } from '#contract/automation/filters.ts'
import { actionClause } from './actions.ts'
import type { ActionClauseKey, Clause, FilterClauseKey } from './clause.ts'
import { filterClause } from './filters.ts'
import type { Names } from './names.ts'
import { useActionWords, useFilterWords } from './useWords.ts'

export interface WrittenRule {
  filters: readonly BlankFilter[]
  actions: readonly BlankAction[]
}

export interface RuleClauses {
  /** The index of the sentence's object filter, or -1 without one. */
  objectsAt: number
  conditions: { index: number; clause: Clause<FilterClauseKey> }[]
  actions: Clause<ActionClauseKey>[]
}

export function useClauses({ filters, actions }: WrittenRule, names: Names): RuleClauses {
  const filterWords = useFilterWords(names)
  const actionWords = useActionWords(names)
  const objectsAt = filters.findIndex(({ kind }) => kind === 'objects')
  return {
    objectsAt,
    conditions: filters.flatMap((filter, index) =>
      index === objectsAt ? [] : [{ index, clause: filterClause(filter, filterWords) }],
    ),
    actions: actions.map((action) => actionClause(action, actionWords)),
  }
}
