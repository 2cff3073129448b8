import type { FilterFacts } from '#contract/filter.ts'
import type { GivenAnswer } from '#contract/procedures/survey.ts'

export interface UsedItem {
  itemId: number
  amount: number
  discardedDoses: number
}

export interface EventFacts extends FilterFacts {
  /** Time of the event in the company's time zone: 0 is Sunday; minutes since midnight. */
  weekday: number
  minute: number
}

export interface ProcedureLogFacts extends EventFacts {
  /** 0–100; null if no visible question was scored. */
  score: number | null
  answers: readonly GivenAnswer[]
  used: readonly UsedItem[]
  performerId: number
  performerRoleIds: readonly number[]
}

/** A filter's expected and actual value, stored with each run, whether or not it matched. */
export interface Judgement {
  expected: unknown
  saw: unknown
  passed: boolean
}
