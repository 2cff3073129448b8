/** Defines which checks the on-time rate counts, and which of them were on time. */
import { and, eq, lte, ne, sql, type SQL } from 'drizzle-orm'
import type { outcomes } from '#contract/recurrence/kinds.ts'
import { occurrence } from '#db/schema/index.ts'

/** The deadline has passed, and no user closed the check. */
export const cameDue = (now: Date): SQL =>
  and(ne(occurrence.state, 'closed'), lte(occurrence.dueBy, now)) ?? sql`false`

export const doneInTime = sql`(${occurrence.state} = 'done'
  and ${occurrence.doneAt} <= ${occurrence.dueBy})`

/** Done after the deadline, or not done yet. */
const doneLate = sql`(${occurrence.state} <> 'missed' and ${doneInTime} is not true)`

type Outcome = (typeof outcomes)[number]

export const hasOutcome = (outcome: Outcome, now: Date): SQL | undefined =>
  and(
    cameDue(now),
    { any: undefined, inTime: doneInTime, late: doneLate, missed: eq(occurrence.state, 'missed') }[
      outcome
    ],
  )
