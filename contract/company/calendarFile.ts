import { isZone } from '#zoneOffsets'
import { wallAt } from '#contract/timeZones/wallTime.ts'
import { compareCodes } from '#contract/rules/inOrder.ts'

type Library = (typeof import('ical.js'))['default']
type Event = InstanceType<Library['Event']>
type Component = InstanceType<Library['Component']>
type Time = InstanceType<Library['Time']>

export const MAX_CALENDAR_BYTES = 1_000_000
const MAX_EVENTS = 5_000
/** Maximum days of one event. A daily rule would fill the list. */
const MAX_DAYS_OF_EVENT = 100
/** Maximum steps of a rule before the first year, such as a daily rule since 1970. */
const MAX_STEPS = 30_000
const MAX_SPANS = 2_000
const DAY_MS = 86_400_000

export type CalendarFault = 'notACalendar' | 'tooLarge' | 'tooManyEvents'

/** Days of one event. `from` and `to` are inclusive. */
export interface CalendarSpan {
  first: string
  last: string
  name: string
}
export interface CalendarFile {
  spans: CalendarSpan[]
  outside: number
  cancelled: number
  /** Number of events with invalid dates, plus the dates beyond the limits. */
  unread: number
}

const textOf = ({ year, month, day }: Time): string =>
  `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`
const dayAfter = (day: string, away: number): string =>
  new Date(Date.parse(`${day}T00:00Z`) + away * DAY_MS).toISOString().slice(0, 10)

export interface CalendarReach {
  /** Both years inclusive. */
  from: number
  until: number
  /** The company's time zone, applied to UTC times if the calendar names no zone. */
  zone: string
}

/** The library is loaded only when a file is chosen. */
export async function readCalendarFile(
  text: string,
  reach: CalendarReach,
): Promise<CalendarFile | CalendarFault> {
  if (text.length > MAX_CALENDAR_BYTES) return 'tooLarge'
  const { default: ICAL } = await import('ical.js')
  let events: Event[]
  try {
    const parsed: unknown[] = ICAL.parse(repaired(text))
    events = (Array.isArray(parsed[0]) ? parsed : [parsed]).flatMap((one) => {
      const calendar = new ICAL.Component(one as [string, unknown[], unknown[]])
      if (calendar.name !== 'vcalendar') throw new Error('Not a calendar')
      const named = String(calendar.getFirstPropertyValue('x-wr-timezone') ?? '')
      const zone = isZone(named) ? named : reach.zone
      return calendar.getAllSubcomponents('vevent').map((part) => eventOf(ICAL, part, zone))
    })
    if (events.length > MAX_EVENTS) return 'tooManyEvents'
  } catch {
    return 'notACalendar'
  }
  const found: CalendarFile = { spans: [], outside: 0, cancelled: 0, unread: 0 }
  const changed = changedDates(events)
  for (const event of events) {
    if (event.component.getFirstPropertyValue('status') === 'CANCELLED') found.cancelled += 1
    else addEvent(event, reach, changed, found)
  }
  found.spans = inOrder(found.spans)
  return found
}

/**
 * A changed date of a series is an event of its own; the library would hide the moved day. UTC
 * times are converted to the zone, as calendar programs do.
 */
function eventOf(ICAL: Library, part: Component, zone: string): Event {
  const event = new ICAL.Event(part, { strictExceptions: true, exceptions: [] })
  if (!part.hasProperty('dtstart')) return event
  const { startDate, endDate } = event
  const local = (time: Time, inZone: string): Time =>
    ICAL.Time.fromDateTimeString(
      new Date(wallAt(time.toJSDate().getTime(), inZone)).toISOString().slice(0, 19),
    )
  if (isUtc(startDate)) {
    event.endDate = isUtc(endDate) ? local(endDate, zone) : endDate
    event.startDate = local(startDate, zone)
  }
  return event
}
const isUtc = (time: Time | null): boolean =>
  time !== null && !time.isDate && time.zone?.tzid === 'UTC'

/** Rewrites common nonstandard forms to the standard's. */
function repaired(text: string): string {
  const plain = text
    .replace(/^\uFEFF/, '')
    .replace(
      /^((?:DTSTART|DTEND|EXDATE|RDATE|RECURRENCE-ID)):(?=\d{8}(?:,\d{8})*\r?$)/gim,
      '$1;VALUE=DATE:',
    )
  return /QUOTED-PRINTABLE/i.test(plain)
    ? plain.replace(/=\r?\n/g, '').replace(/^(SUMMARY)(?:;[^:\r\n]*)?:(.*)$/gim, quotedPrintable)
    : plain
}

/** vCalendar 1.0: `SUMMARY;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:V=C3=A1noce`. */
function quotedPrintable(line: string, name: string, value: string): string {
  if (!/QUOTED-PRINTABLE/i.test(line)) return line
  const bytes = value.replaceAll('%', '%25').replace(/=([0-9A-F]{2})/gi, '%$1')
  try {
    return `${name}:${decodeURIComponent(bytes).replaceAll(/[\r\n]+/g, ' ')}`
  } catch {
    return line
  }
}

const keyOf = (uid: unknown, day: string): string => `${String(uid)} ${day}`

function changedDates(events: readonly Event[]): ReadonlySet<string> {
  return new Set(
    events.flatMap(({ uid, recurrenceId }) =>
      (recurrenceId as Time | null) === null ? [] : [keyOf(uid, textOf(recurrenceId))],
    ),
  )
}

function addEvent(
  event: Event,
  { from, until }: CalendarReach,
  changed: ReadonlySet<string>,
  found: CalendarFile,
): void {
  try {
    const length = daysOf(event)
    const [earliest, latest] = [`${from}-01-01`, `${until}-12-31`]
    const name = (event.summary ?? '').replace(/\s+/g, ' ').trim()
    const add = (start: Time): void => {
      const first = textOf(start)
      const last = dayAfter(first, length - 1)
      if (last < earliest || first > latest) found.outside += 1
      else if (found.spans.length >= MAX_SPANS) found.unread += 1
      else
        found.spans.push({
          first: first < earliest ? earliest : first,
          last: last > latest ? latest : last,
          name,
        })
    }
    if (event.startDate.year < 1) throw new Error('The event has no date')
    if (!event.isRecurring()) {
      add(event.startDate)
      return
    }
    const dates = datesOf(event)
    let taken = 0
    let steps = 0
    for (let at = dates.next(); at !== undefined && at.year <= until; at = dates.next()) {
      if ((steps += 1) > MAX_STEPS) throw new Error('The rule has too many dates')
      const isBefore = dayAfter(textOf(at), length - 1) < earliest
      if (isBefore || !dates.isOfRule(at) || changed.has(keyOf(event.uid, textOf(at)))) continue
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

/** Iterates over the dates of a series, and tells whether its rule generates a date. */
function datesOf(event: Event) {
  const { component, startDate } = event
  const rules = component.getAllProperties('rrule').map((rule) => String(rule.getFirstValue()))
  const keepsDay =
    rules.length > 0 &&
    !component.hasProperty('rdate') &&
    !rules.some((rule) => hasOtherDays.test(rule))
  const exceptions = component
    .getAllProperties('exdate')
    .flatMap((dates) => dates.getValues().map(String))
  const listed = event.iterator()
  // ical.js 2.2.1 leaves out the first day of a series that only lists its dates.
  let first =
    rules.length > 0 || exceptions.some((date) => date.startsWith(textOf(startDate)))
      ? undefined
      : startDate
  return {
    next(): Time | undefined {
      const at = first ?? (listed.next() as Time | undefined)
      first = undefined
      return at
    },
    /** ical.js moves a day that a month lacks to the next month; RFC 5545 skips the day. */
    isOfRule: (at: Time) => !keepsDay || at.day === startDate.day,
  }
}
const hasOtherDays = /BYDAY|BYMONTHDAY|BYYEARDAY|BYWEEKNO|FREQ=(?:DAILY|WEEKLY|HOURLY)/

/** DTEND is exclusive for days. An event that ends at midnight does not include the next day. */
function daysOf({ startDate, endDate }: Event): number {
  const [start, end] = [startDate, endDate].map((at) => Date.parse(`${textOf(at)}T00:00Z`))
  if (start === undefined || end === undefined || Number.isNaN(end - start))
    throw new Error('The event has no date')
  const nights = Math.round((end - start) / DAY_MS)
  const isWhole = endDate.isDate || (endDate.hour === 0 && endDate.minute === 0)
  return Math.max(1, isWhole ? nights : nights + 1)
}

const inOrder = (spans: readonly CalendarSpan[]): CalendarSpan[] =>
  [
    ...new Map(spans.map((span) => [`${span.first} ${span.last} ${span.name}`, span])).values(),
  ].sort(
    (one, other) =>
      compareCodes(one.first, other.first) ||
      compareCodes(one.last, other.last) ||
      compareCodes(one.name, other.name),
  )

/** Each day of the spans from `from` on. A day with several names is listed once per name. */
export function daysOfSpans(
  spans: readonly CalendarSpan[],
  from: string,
): { date: string; name: string }[] {
  const found = new Map<string, { date: string; name: string }>()
  for (const { first, last, name } of spans)
    for (let date = first; date <= last; date = dayAfter(date, 1))
      if (date >= from) found.set(`${date} ${name}`, { date, name })
  return [...found.values()].sort(
    (one, other) => compareCodes(one.date, other.date) || compareCodes(one.name, other.name),
  )
}
