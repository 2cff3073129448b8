/** Expands schedules in a worker thread, because users control how long the expansion takes. */
import { RuleRefused } from '#contract/recurrence/expand.ts'
import { withFewSkipped, type KnownPlan } from '#contract/recurrence/calendar.ts'
import type { RuleFault } from '#contract/recurrence/ruleLines.ts'
import { defineTask } from '#kernel/work/threads.ts'
import type { CompanyTime } from '../../foundation/company/index.ts'
import { knownPlanOf, type Timing } from './schedule.ts'

export interface PlanOrder {
  timings: readonly Timing[]
  time: CompanyTime
  range: { from?: string; to?: string; limit?: number }
  /** Maximum number of skipped dates. If omitted, all are returned. */
  skipped?: number
}
export type Planned = (KnownPlan & { skippedLeftOut: number }) | { faults: RuleFault[] }

export const planTask = defineTask<PlanOrder, Planned[]>('plan', 'quick')

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
