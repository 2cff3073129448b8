/**
 * Unsaved days beside the server's values. Another user's save overwrites no typed value, and the
 * page shows where both changed the same kind.
 */
import type { RetentionAnswer } from '#contract/retention.ts'
import type { RetentionDays, RetentionKind } from '#contract/rules/retention.ts'

/**
 * If `days` is null, the field is empty. `from` is the server's value when typing began or when
 * last shown.
 */
interface Typed {
  days: number | null
  from: number
}
export type TypedDays = Partial<Record<RetentionKind, Typed>>
type Rule = Pick<RetentionAnswer['rules'][number], 'kind' | 'days' | 'minimum' | 'maximum'>

export interface RuleStanding {
  days: number | null
  isChanged: boolean
  isOutside: boolean
  /**
   * Value that another user saved meanwhile. Null if there is none or it equals the typed value.
   */
  theirs: number | null
}

export function effectiveRule(rule: Rule, typed: TypedDays): RuleStanding {
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

export const withTypedDays = (typed: TypedDays, rule: Rule, days: number | null): TypedDays => ({
  ...typed,
  [rule.kind]: { days, from: typed[rule.kind]?.from ?? rule.days },
})

export function changesOf(rules: readonly Rule[], typed: TypedDays): RetentionDays {
  const changes: RetentionDays = {}
  for (const rule of rules) {
    const { days, isChanged } = effectiveRule(rule, typed)
    if (isChanged && days !== null) changes[rule.kind] = days
  }
  return changes
}
