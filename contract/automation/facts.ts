/** What is known of a performed procedure: everything that a filter may ask. */
import type { FilterFacts } from '#contract/filter.ts'
import type { GivenAnswer } from '#contract/procedures/survey.ts'

/** An inventory item that the performance used up. */
export interface UsedItem {
  itemId: number
  amount: number
  discardedDoses: number
}

export interface ProcedureLogFacts extends FilterFacts {
  /** 0–100, or null when nothing visible was scored. */
  score: number | null
  /** When it was done, on the company's clock: 0 is Sunday; minutes since midnight. */
  weekday: number
  minute: number
  answers: readonly GivenAnswer[]
  used: readonly UsedItem[]
  performerId: number
  performerRoleIds: readonly number[]
}

/**
 * One filter's verdict: what it asked for, what it saw. Kept with the run, and with the non-run.
 */
export interface Judgement {
  expected: unknown
  saw: unknown
  passed: boolean
}
