import { calendarDay } from '#contract/formatters.ts'
import type { OccurrenceRow } from '#contract/rrules/rruleShapes.ts'

export const groupNames = ['late', 'today', 'coming'] as const
export type GroupName = (typeof groupNames)[number]

/**
 * Late work first, then work for today, then work that can wait: with a later deadline, or not
 * begun.
 */
export function groupWork(
  rows: readonly OccurrenceRow[],
  now: Date,
  timeZone: string,
): Record<GroupName, OccurrenceRow[]> {
  const today = calendarDay(now, timeZone)
  const groups: Record<GroupName, OccurrenceRow[]> = { late: [], today: [], coming: [] }
  for (const row of rows) {
    const isToday =
      calendarDay(new Date(row.at), timeZone) <= today &&
      (row.dueBy === null || calendarDay(new Date(row.dueBy), timeZone) <= today)
    groups[row.isLate ? 'late' : isToday ? 'today' : 'coming'].push(row)
  }
  return groups
}
