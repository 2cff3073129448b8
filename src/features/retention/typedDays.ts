/**
 * Days that were typed and are not saved, beside what stands on the server: a save of somebody else
 * takes nothing of them away, and is told where both speak of the same kind.
 */
import type { RetentionAnswer } from '#contract/retention.ts'
import type { RetentionDays, RetentionKind } from '#contract/rules/retention.ts'

/** Null: the field is empty. `from`: what stood there when the typing began, or was last told of. */
interface Typed {
  days: number | null
  from: number
}
export type TypedDays = Partial<Record<RetentionKind, Typed>>
type Rule = Pick<RetentionAnswer['rules'][number], 'kind' | 'days' | 'minimum' | 'maximum'>

export interface RuleStanding {
  /** What the field shows. */
  days: number | null
  isChanged: boolean
  isOutside: boolean
  /** What somebody else set meanwhile, where that is not what is typed here. */
  theirs: number | null
}

export function standingOf(rule: Rule, typed: TypedDays): RuleStanding {
  const own = typed[rule.kind]
  const days = own === undefined ? rule.days : own.days
  const isChanged = days !== rule.days
  return {
    days,
    isChanged,
    isOutside: days === null || days < rule.minimum || days > rule.maximum,
    theirs: isChanged && own !== undefined && own.from !== rule.days ? rule.days : null,
  }
}

export const withTyped = (typed: TypedDays, rule: Rule, days: number | null): TypedDays => ({
  ...typed,
  [rule.kind]: { days, from: typed[rule.kind]?.from ?? rule.days },
})

/** What would be saved: changes alone. */
export function changesOf(rules: readonly Rule[], typed: TypedDays): RetentionDays {
  const changes: RetentionDays = {}
  for (const rule of rules) {
    const { days, isChanged } = standingOf(rule, typed)
    if (isChanged && days !== null) changes[rule.kind] = days
  }
  return changes
}
