import { and, eq, lte, ne, sql, type SQL } from 'drizzle-orm'
import type { outcomes } from '#contract/recurrence/kinds.ts'
import * as tables from '#db/schema/index.ts'

export const isOverdueAt = (now: Date): SQL =>
  and(ne(tables.occurrence.state, 'closed'), lte(tables.occurrence.dueBy, now)) ?? sql`false`

export const doneInTime = sql`(${tables.occurrence.state} = 'done'
  and ${tables.occurrence.doneAt} <= ${tables.occurrence.dueBy})`

/** Done after the deadline, or not done yet. */
const doneLate = sql`(${tables.occurrence.state} <> 'missed' and ${doneInTime} is not true)`

type Outcome = (typeof outcomes)[number]

export const hasOutcome = (outcome: Outcome, now: Date): SQL | undefined =>
  and(
    isOverdueAt(now),
    {
      any: undefined,
      inTime: doneInTime,
      late: doneLate,
      missed: eq(tables.occurrence.state, 'missed'),
    }[outcome],
  )
