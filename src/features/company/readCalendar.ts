/** A calendar file as lines that the paste of holidays understands. */
import {
  readCalendarFile,
  type CalendarFault,
  type CalendarFile,
} from '#contract/company/calendarFile.ts'

export { MAX_CALENDAR_BYTES, type CalendarFault } from '#contract/company/calendarFile.ts'

export interface ReadCalendar extends Omit<CalendarFile, 'spans'> {
  /** `2026-12-24 – 2026-12-26 Christmas`. */
  lines: string[]
}

/** Both years inclusive. */
export async function readCalendar(
  text: string,
  years: { from: number; until: number },
): Promise<ReadCalendar | CalendarFault> {
  const found = await readCalendarFile(text, years)
  if (typeof found === 'string') return found
  const { spans, ...left } = found
  return {
    ...left,
    lines: spans.map(({ first, last, name }) =>
      first === last ? `${first} ${name}` : `${first} – ${last} ${name}`,
    ),
  }
}
