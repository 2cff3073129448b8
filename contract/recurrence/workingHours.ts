import { exceptionReader, minutesOfSpan, type Hours } from '#contract/rules/workingTime.ts'
import type { CompanyCalendar } from './companyCalendar.ts'
import { dayFromNumber, dayOfMinutes, MINUTES_A_DAY, weekdayNumberOfDay } from './wall.ts'
import { instantOf, wallAt } from './zone.ts'

/** Local minutes since 1970-01-01T00:00. `to` is exclusive, and may be on the next day. */
interface Open {
  from: number
  to: number
}

const allDay: readonly Hours[] = [{ from: '00:00', to: '24:00' }]
/** In `workingHours`, 0 is Sunday. */
const sundayFirst = (dayNumber: number): number => (weekdayNumberOfDay(dayNumber) + 1) % 7

/**
 * Returns the spans that begin on a day, by their beginning. A closed day has none. A working day
 * without its own hours has those of its weekday, or of the nearest working weekday before it.
 */
export function workingSpansReader({
  workingHours,
  holidays,
}: Pick<CompanyCalendar, 'workingHours' | 'holidays'>): (dayNumber: number) => Open[] {
  const exceptionOf = exceptionReader(holidays)
  const usual = Array.from({ length: 7 }, (_, day): readonly Hours[] =>
    workingHours.length === 0 ? allDay : workingHours.filter((span) => span.day === day),
  )
  const onWeekday = (day: number): readonly Hours[] => usual[(day + 7) % 7] ?? []
  const nearest = (day: number): readonly Hours[] =>
    [0, 1, 2, 3, 4, 5, 6].map((back) => onWeekday(day - back)).find((own) => own.length > 0) ?? []
  return (dayNumber) => {
    const exception = exceptionOf(dayFromNumber(dayNumber))
    const weekday = sundayFirst(dayNumber)
    const hours =
      exception === undefined
        ? onWeekday(weekday)
        : exception.kind === 'working'
          ? (exception.hours ?? nearest(weekday))
          : []
    const midnight = dayNumber * MINUTES_A_DAY
    return hours
      .map(minutesOfSpan)
      .map(({ from, to }) => ({ from: midnight + from, to: midnight + to }))
      .toSorted((one, other) => one.from - other.from)
  }
}

/** True if hours that began on the day before include this local minute. */
export function makeOvernightTest(
  calendar: Pick<CompanyCalendar, 'workingHours' | 'holidays'>,
): (minutes: number) => boolean {
  const spansOf = workingSpansReader(calendar)
  return (minutes) => spansOf(dayOfMinutes(minutes) - 1).some(({ to }) => minutes < to)
}

/** Limit in days for counting working hours. */
const MAX_DAYS = 20 * 366
const HOUR_MS = 3_600_000

/**
 * The instant at which this much working time has passed. Hours are elapsed time, so a clock change
 * counts. After twenty years, returns the last instant reached.
 */
export function addWorkingHours(
  at: string,
  hours: number,
  { calendar, zone }: { calendar: CompanyCalendar; zone: string },
): string {
  const spansOf = workingSpansReader(calendar)
  let left = Math.round(hours * HOUR_MS)
  let reached = Date.parse(at)
  // Hours of the day before may pass midnight.
  const first = dayOfMinutes(wallAt(at, zone)) - 1
  for (let day = first; day < first + MAX_DAYS; day += 1) {
    for (const { from, to } of spansOf(day)) {
      const begin = Math.max(reached, Date.parse(instantOf(from, zone).at))
      const end = Date.parse(instantOf(to, zone).at)
      if (end <= begin) continue
      if (end - begin >= left) return new Date(begin + left).toISOString()
      left -= end - begin
      reached = end
    }
  }
  return new Date(reached).toISOString()
}
