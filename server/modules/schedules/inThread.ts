/**
 * Plans of rules, worked out in a thread of its own: how long one takes is in the hands of who
 * writes it.
 */
import { RuleRefused } from '#contract/recurrence/expand.ts'
import { withFewSkipped, type KnownPlan } from '#contract/recurrence/calendar.ts'
import type { RuleFault } from '#contract/recurrence/ruleLines.ts'
import { task } from '#kernel/work/threads.ts'
import { knownPlanOf, type CompanyTime, type Timing } from './schedule.ts'

export interface PlanOrder {
  timings: readonly Timing[]
  time: CompanyTime
  range: { from?: string; to?: string; limit?: number }
  /** No more of those that are skipped; without it, all of them. */
  skipped?: number
}
/** A plan a timing, or what speaks against working it out. */
export type Planned = (KnownPlan & { skippedLeftOut: number }) | { faults: RuleFault[] }

export const planTask = task<PlanOrder, Planned[]>('plan', 'quick')

/** Beyond what is asked come the dates that were skipped; no screen shows more. */
const MAX_ENTRIES = 1_000

export function planInThread({
  timings,
  time,
  range,
  skipped = Number.POSITIVE_INFINITY,
}: PlanOrder): Planned[] {
  return timings.map((timing): Planned => {
    try {
      const plan = knownPlanOf(timing, time, range)
      const { entries, skippedLeftOut } = withFewSkipped(plan.entries, skipped)
      return {
        entries: entries.slice(0, MAX_ENTRIES),
        until: entries[MAX_ENTRIES]?.at ?? plan.until,
        skippedLeftOut,
      }
    } catch (error) {
      if (error instanceof RuleRefused) return { faults: [...error.faults] }
      throw error
    }
  })
}
