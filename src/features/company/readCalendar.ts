import {
  readCalendarFile,
  type CalendarFault,
  type CalendarFile,
  type CalendarReach,
} from '#contract/company/calendarFile.ts'

export { MAX_CALENDAR_BYTES, type CalendarFault } from '#contract/company/calendarFile.ts'

export interface ReadCalendar extends Omit<CalendarFile, 'spans'> {
  /** Lines such as `2026-12-24 – 2026-12-26 Christmas`. */
  lines: string[]
}

export async function readCalendar(
  text: string,
  reach: CalendarReach,
): Promise<ReadCalendar | CalendarFault> {
  const found = await readCalendarFile(text, reach)
  if (typeof found === 'string') return found
  const { spans, ...left } = found
  return {
    ...left,
    lines: spans.map(({ first, last, name }) =>
      first === last ? `${first} ${name}` : `${first} – ${last} ${name}`,
    ),
  }
}
