import type { EventFacts, Judgement, ProcedureLogFacts } from './facts.ts'
import { judgeFilter, type AutomationFilter, type FilterKind } from './filters.ts'

/** Reasons of the product itself why a rule did not act, kept among the verdicts of its filters. */
export const guardKinds = ['ownEffect', 'longChain', 'tooMany'] as const
export type GuardKind = (typeof guardKinds)[number]

export interface FilterVerdict extends Judgement {
  kind: FilterKind | GuardKind
}
export interface Match {
  matched: boolean
  verdicts: FilterVerdict[]
}

/** Without filters everything matches (spec section 5). */
export function match(
  filters: readonly AutomationFilter[],
  facts: EventFacts | ProcedureLogFacts,
): Match {
  const verdicts = filters.map((filter) => ({ kind: filter.kind, ...judgeFilter(filter, facts) }))
  return { matched: verdicts.every((verdict) => verdict.passed), verdicts }
}

/**
 * Matches past procedure logs. It ignores whether the automation was active then, because it tests
 * a draft.
 */
export function backTest<T extends { facts: EventFacts | ProcedureLogFacts }>(
  filters: readonly AutomationFilter[],
  happened: readonly T[],
): (T & Match)[] {
  return happened.map((one) => ({ ...one, ...match(filters, one.facts) }))
}
