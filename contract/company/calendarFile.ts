/** Reads the days of a calendar file (RFC 5545), for the page and for the server. */
import { byCode } from '#contract/rules/inOrder.ts'

type Library = (typeof import('ical.js'))['default']
type Event = InstanceType<Library['Event']>
type Time = InstanceType<Library['Time']>

export const MAX_CALENDAR_BYTES = 1_000_000
const MAX_EVENTS = 5_000
/** Days of one event. A daily rule would fill the list. */
const MAX_DAYS_OF_EVENT = 100
/** Dates of a rule before the first year, such as every day since 1970. */
const MAX_STEPS = 30_000
const MAX_SPANS = 2_000
const DAY_MS = 86_400_000

export type CalendarFault = 'notACalendar' | 'tooLarge' | 'tooManyEvents'

/** Days of one event, both inclusive. */
export interface CalendarSpan {
  first: string
  last: string
  name: string
}
export interface CalendarFile {
  /** By their days. */
  spans: CalendarSpan[]
  /** Days outside the years that were asked for. */
  outside: number
  cancelled: number
  /** Events whose dates are not valid, and dates beyond the limits. */
  unread: number
}

const textOf = ({ year, month, day }: Time): string =>
  `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`
const dayAfter = (day: string, away: number): string =>
  new Date(Date.parse(`${day}T00:00Z`) + away * DAY_MS).toISOString().slice(0, 10)

/** Both years inclusive. The library is loaded only when a file is chosen. */
export async function readCalendarFile(
  text: string,
  years: { from: number; until: number },
): Promise<CalendarFile | CalendarFault> {
  if (text.length > MAX_CALENDAR_BYTES) return 'tooLarge'
  const { default: ICAL } = await import('ical.js')
  let events: Event[]
  try {
    const calendar = new ICAL.Component(ICAL.parse(text) as [string, unknown[], unknown[]])
    if (calendar.name !== 'vcalendar') return 'notACalendar'
    const parts = calendar.getAllSubcomponents('vevent')
    if (parts.length > MAX_EVENTS) return 'tooManyEvents'
    events = parts.map((part) => new ICAL.Event(part))
  } catch {
    return 'notACalendar'
  }
  const found: CalendarFile = { spans: [], outside: 0, cancelled: 0, unread: 0 }
  for (const event of events) {
    // A changed date of a series is an event of its own and names the series.
    if (event.component.getFirstPropertyValue('status') === 'CANCELLED') found.cancelled += 1
    else addEvent(event, years, found)
  }
  found.spans = inOrder(found.spans)
  return found
}

function addEvent(
  event: Event,
  { from, until }: { from: number; until: number },
  found: CalendarFile,
): void {
  try {
    const length = daysOf(event)
    const name = (event.summary ?? '').replace(/\s+/g, ' ').trim()
    const add = (start: Time): void => {
      if (start.year < from || start.year > until) found.outside += 1
      else if (found.spans.length >= MAX_SPANS) found.unread += 1
      else {
        const first = textOf(start)
        found.spans.push({ first, last: dayAfter(first, length - 1), name })
      }
    }
    if (event.startDate.year < 1) throw new Error('The event has no date')
    if (!event.isRecurring()) {
      add(event.startDate)
      return
    }
    const dates = event.iterator()
    let taken = 0
    let steps = 0
    for (let at = dates.next(); at !== undefined && at.year <= until; at = dates.next()) {
      if ((steps += 1) > MAX_STEPS) throw new Error('The rule has too many dates')
      if (at.year < from) continue
      if ((taken += 1) > MAX_DAYS_OF_EVENT) {
        found.unread += 1
        return
      }
      add(at)
    }
  } catch {
    found.unread += 1
  }
}

/** DTEND is exclusive for days. An event that ends at midnight does not take the next day. */
function daysOf({ startDate, endDate }: Event): number {
  const [start, end] = [startDate, endDate].map((at) => Date.parse(`${textOf(at)}T00:00Z`))
  if (start === undefined || end === undefined || Number.isNaN(end - start))
    throw new Error('The event has no date')
  const nights = Math.round((end - start) / DAY_MS)
  const isWhole = endDate.isDate || (endDate.hour === 0 && endDate.minute === 0)
  return Math.max(1, isWhole ? nights : nights + 1)
}

/** By day, each once. */
const inOrder = (spans: readonly CalendarSpan[]): CalendarSpan[] =>
  [
    ...new Map(spans.map((span) => [`${span.first} ${span.last} ${span.name}`, span])).values(),
  ].sort(
    (one, other) =>
      byCode(one.first, other.first) ||
      byCode(one.last, other.last) ||
      byCode(one.name, other.name),
  )

/** Each day of the spans from `from` on, once for each name. */
export function daysOfSpans(
  spans: readonly CalendarSpan[],
  from: string,
): { date: string; name: string }[] {
  const found = new Map<string, { date: string; name: string }>()
  for (const { first, last, name } of spans)
    for (let date = first; date <= last; date = dayAfter(date, 1))
      if (date >= from) found.set(`${date} ${name}`, { date, name })
  return [...found.values()].sort(
    (one, other) => byCode(one.date, other.date) || byCode(one.name, other.name),
  )
}
