/** Does an automation answer to this? One pure function previews, back-tests and runs. */
import { filterKeys, matchesFilter, type FilterFacts } from '../filter.ts'
import { compare } from '../rules/score.ts'
import type { AutomationFilter, FilterKind } from './filters.ts'

/** What is known of a performed procedure. */
export interface PerformedFacts extends FilterFacts {
  /** 0–100, or null when nothing visible was scored. */
  score: number | null
}

/** One filter's verdict: what it asked for, what it saw. Kept with the run, and with the non-run. */
export interface FilterVerdict { kind: FilterKind; expected: unknown; saw: unknown; passed: boolean }
export interface Match { matched: boolean; verdicts: FilterVerdict[] }

type Judge<K extends FilterKind> = (filter: Extract<AutomationFilter, { kind: K }>, facts: PerformedFacts) => Omit<FilterVerdict, 'kind'>

const judges: { [K in FilterKind]: Judge<K> } = {
  objects: ({ filter }, facts) => ({
    expected: filter, saw: Object.fromEntries(filterKeys.filter((key) => filter[key]?.length).map((key) => [key, facts[key]])),
    passed: matchesFilter(filter, facts),
  }),
  // A log without a score is neither low nor high: no comparison holds, so a rule never fires on nothing.
  score: ({ operator, value, to }, { score }) => ({
    expected: { operator, value, to }, saw: score, passed: score !== null && compare(operator, score, value, to),
  }),
}

/** No filter means everything (spec section 5). */
export function match(filters: readonly AutomationFilter[], facts: PerformedFacts): Match {
  const verdicts = filters.map((filter) => ({ kind: filter.kind, ...judge(filter, facts) }))
  return { matched: verdicts.every((verdict) => verdict.passed), verdicts }
}

function judge(filter: AutomationFilter, facts: PerformedFacts) {
  switch (filter.kind) {
    case 'objects': return judges.objects(filter, facts)
    case 'score': return judges.score(filter, facts)
  }
}
