/** Reads a calendar in a worker thread, because the file comes from strangers. */
import {
  daysOfSpans,
  readCalendarFile,
  type CalendarFault,
  type CalendarReach,
} from '#contract/company/calendarFile.ts'
import { MAX_CALENDAR_DAYS, type FollowedCalendar } from '#contract/company/followedCalendar.ts'
import { defineTask } from '#kernel/work/threads.ts'

export interface CalendarOrder {
  text: string
  reach: CalendarReach
}
export type CalendarDays = Pick<FollowedCalendar, 'rows' | 'left'> | CalendarFault

export const readCalendarTask = defineTask<CalendarOrder, CalendarDays>('calendar', 'long')

export async function readCalendarInThread({ text, reach }: CalendarOrder): Promise<CalendarDays> {
  const found = await readCalendarFile(text, reach)
  if (typeof found === 'string') return found
  const { spans, ...left } = found
  const days = daysOfSpans(spans, `${reach.from}-01-01`)
  const rows = days.slice(0, MAX_CALENDAR_DAYS)
  return { rows, left: { ...left, cut: days.length - rows.length } }
}
