import type { BlankAction } from '#contract/automation/actions.ts'
import type { BlankFilter } from '#contract/automation/filters.ts'
import { eventClause, type EventClauseKey, type ShownEvent } from './events.ts'
import { actionClause } from './actions.ts'
import type { ActionClauseKey, Clause, FilterClauseKey } from './clause.ts'
import { filterClause } from './filters.ts'
import type { Names } from './names.ts'
import { useActionWords, useFilterWords } from './useWords.ts'

export interface WrittenRule {
  event: ShownEvent
  filters: readonly BlankFilter[]
  actions: readonly BlankAction[]
}

export interface RuleClauses {
  /** Null if the completion of a procedure begins the rule. */
  event: Clause<EventClauseKey> | null
  /** The index of the sentence's object filter, or -1 without one. */
  objectsAt: number
  conditions: { index: number; clause: Clause<FilterClauseKey> }[]
  actions: Clause<ActionClauseKey>[]
}

export function useClauses({ event, filters, actions }: WrittenRule, names: Names): RuleClauses {
  const filterWords = useFilterWords(names)
  const actionWords = useActionWords(names)
  const objectsAt = filters.findIndex(({ kind }) => kind === 'objects')
  return {
    event: eventClause(event, actionWords),
    objectsAt,
    conditions: filters.flatMap((filter, index) =>
      index === objectsAt ? [] : [{ index, clause: filterClause(filter, filterWords) }],
    ),
    actions: actions.map((action) => actionClause(action, actionWords)),
  }
}
