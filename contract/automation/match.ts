import type { Judgement, ProcedureLogFacts } from './facts.ts'
import { judgeFilter, type AutomationFilter, type FilterKind } from './filters.ts'

export interface FilterVerdict extends Judgement {
  kind: FilterKind
}
export interface Match {
  matched: boolean
  verdicts: FilterVerdict[]
}

/** Without filters everything matches (spec section 5). */
export function match(filters: readonly AutomationFilter[], facts: ProcedureLogFacts): Match {
  const verdicts = filters.map((filter) => ({ kind: filter.kind, ...judgeFilter(filter, facts) }))
  return { matched: verdicts.every((verdict) => verdict.passed), verdicts }
}

/**
 * Matches past procedure logs. It ignores whether the automation was active then, because it tests
 * a draft.
 */
export function backTest<T extends { facts: ProcedureLogFacts }>(
  filters: readonly AutomationFilter[],
  happened: readonly T[],
): (T & Match)[] {
  return happened.map((one) => ({ ...one, ...match(filters, one.facts) }))
}
