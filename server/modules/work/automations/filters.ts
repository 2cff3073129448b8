/**
 * Registry of filter kinds on the server. A new kind needs one file and one entry here; a missing
 * kind does not compile.
 */
import {
  isFilterKind,
  type AutomationFilter,
  type FilterKind,
} from '#contract/automation/filters.ts'
import type { Reference } from '#contract/journal/references.ts'
import type { CheckContext } from './checkContext.ts'
import { answer } from './filters/answer.ts'
import { discardedDoses } from './filters/discardedDoses.ts'
import { inventory } from './filters/inventory.ts'
import type { ServerFilter, VerdictSide } from './filters/kind.ts'
import { objects } from './filters/objects.ts'
import { performer } from './filters/performer.ts'
import { score } from './filters/score.ts'
import { time } from './filters/time.ts'

const registry: { [K in FilterKind]: ServerFilter<K> } = {
  objects,
  score,
  time,
  answer,
  inventory,
  discardedDoses,
  performer,
}

export const checkFilter = (filter: AutomationFilter, context: CheckContext): void =>
  (registry[filter.kind] as unknown as ServerFilter<FilterKind>).check?.(filter, context)

interface Verdict {
  kind: string
  expected: unknown
  saw: unknown
}

/**
 * References in a stored verdict, which keeps the verdict's original form. An unknown kind has
 * none.
 */
export function referencesOfVerdict({ kind, expected, saw }: Verdict): Reference[] {
  const sides = [expected, saw].filter(
    (side): side is VerdictSide => typeof side === 'object' && side !== null,
  )
  return isFilterKind(kind) ? registry[kind].verdictReferences(sides, saw) : []
}
