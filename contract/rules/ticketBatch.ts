/** What a change of many tickets does with each of them. Preview and change decide by it. */
import type { ClosingNeed } from './closing.ts'

/** Why a ticket is left as it is. */
export const leftReasons = [
  'stale',
  'merged',
  'otherType',
  'transition',
  'assignee',
  'failure',
  'procedure',
] as const
export type LeftReason = (typeof leftReasons)[number]

export interface BatchFacts {
  /** Somebody else changed it since the user saw it. */
  isStale: boolean
  isMerged: boolean
  /** It is already as wished. */
  isSame: boolean
  /** `none`: its type has no such state. `barred`: its state does not lead there. */
  step: 'free' | 'none' | 'barred'
  /** The new assignee may see it. */
  mayBeGiven: boolean
  /** What its closing still needs; empty if it does not close. */
  needs: readonly ClosingNeed[]
}

export function verdictOn(facts: BatchFacts): 'change' | 'same' | LeftReason {
  if (facts.isStale) return 'stale'
  if (facts.isMerged) return 'merged'
  if (facts.isSame) return 'same'
  if (facts.step === 'none') return 'otherType'
  if (facts.step === 'barred') return 'transition'
  if (!facts.mayBeGiven) return 'assignee'
  if (facts.needs.includes('procedure')) return 'procedure'
  return facts.needs.length > 0 ? 'failure' : 'change'
}

/** Reasons with their counts, in a fixed order. */
export function countLeft(verdicts: Iterable<string>): { reason: LeftReason; count: number }[] {
  const counts = new Map<string, number>()
  for (const verdict of verdicts) counts.set(verdict, (counts.get(verdict) ?? 0) + 1)
  return leftReasons.flatMap((reason) => {
    const count = counts.get(reason) ?? 0
    return count === 0 ? [] : [{ reason, count }]
  })
}
