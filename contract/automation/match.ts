/** Does an automation answer to this? One pure function previews, back-tests and runs. */
import type { Judgement, ProcedureLogFacts } from './facts.ts'
import { judgeFilter, type AutomationFilter, type FilterKind } from './filters.ts'

export interface FilterVerdict extends Judgement {
  kind: FilterKind
}
export interface Match {
  matched: boolean
  verdicts: FilterVerdict[]
}

/** No filter means everything (spec section 5). */
export function match(filters: readonly AutomationFilter[], facts: ProcedureLogFacts): Match {
  const verdicts = filters.map((filter) => ({ kind: filter.kind, ...judgeFilter(filter, facts) }))
  return { matched: verdicts.every((verdict) => verdict.passed), verdicts }
}

/**
 * The same question asked of what happened before. Whether it was on then plays no part: a draft is
 * tried.
 */
export function backTest<T extends { facts: ProcedureLogFacts }>(
  filters: readonly AutomationFilter[],
  happened: readonly T[],
): (T & Match)[] {
  return happened.map((one) => ({ ...one, ...match(filters, one.facts) }))
}
