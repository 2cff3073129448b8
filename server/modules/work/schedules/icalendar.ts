/** RFC 5545 text: escaped, folded at 75 octets, with CRLF line ends. Pure. */
export interface CalendarEvent {
  uid: string
  stamp: Date
  at: Date
  /** Null shows half an hour. */
  until: Date | null
  summary: string
  place: string | null
  url: string
  isDone: boolean
  /** Shown whole, however long it is. */
  isWhole?: true
  /** An expected date: a whole day, YYYY-MM-DD, that may still move. */
  expected?: { day: string; description: string }
}

const HALF_AN_HOUR = 30 * 60_000
const SHOWN_AT_MOST = 8 * 3_600_000 // a deadline of a month must not show as a month-long event

export function eventOf(event: CalendarEvent): string[] {
  const { expected } = event
  return expected === undefined ? timedEvent(event) : dayEvent({ ...event, ...expected })
}

function timedEvent({
  uid,
  stamp,
  at,
  until,
  summary,
  place,
  url,
  isDone,
  isWhole,
}: CalendarEvent): string[] {
  const end = new Date(
    Math.min(
      Math.max(until?.getTime() ?? 0, at.getTime() + HALF_AN_HOUR),
      at.getTime() + (until === null ? HALF_AN_HOUR : isWhole === true ? Infinity : SHOWN_AT_MOST),
    ),
  )
  return [
    'BEGIN:VEVENT',
    `UID:${uid}`,
    `DTSTAMP:${stampOf(stamp)}`,
    `DTSTART:${stampOf(at)}`,
    `DTEND:${stampOf(end)}`,
    `SUMMARY:${isDone ? '✓ ' : ''}${escaped(summary)}`,
    ...(place === null ? [] : [`LOCATION:${escaped(place)}`]),
    `URL:${url}`,
    'TRANSP:TRANSPARENT',
    'END:VEVENT',
  ]
}

interface DayEvent {
  uid: string
  stamp: Date
  day: string
  summary: string
  description: string
  url: string
  place?: string | null
  expected?: object
}

export const dayEvent = ({
  uid,
  stamp,
  day,
  summary,
  description,
  url,
  place = null,
  expected,
}: DayEvent): string[] => [
  'BEGIN:VEVENT',
  `UID:${uid}`,
  `DTSTAMP:${stampOf(stamp)}`,
  `DTSTART;VALUE=DATE:${day.replaceAll('-', '')}`,
  `SUMMARY:${escaped(summary)}`,
  `DESCRIPTION:${escaped(description)}`,
  ...(place === null ? [] : [`LOCATION:${escaped(place)}`]),
  `URL:${url}`,
  ...(expected === undefined ? [] : ['STATUS:TENTATIVE']),
  'TRANSP:TRANSPARENT',
  'END:VEVENT',
]

export function writeCalendar(name: string, events: readonly (readonly string[])[]): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Plantroom//Schedules//EN',
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    `X-WR-CALNAME:${escaped(name)}`,
    'REFRESH-INTERVAL;VALUE=DURATION:PT1H',
    // Outlook reads this property name (MS-OXCICAL).
    'X-PUBLISHED-TTL:PT1H',
    ...events.flat(),
    'END:VCALENDAR',
  ]
  return `${lines.flatMap(folded).join('\r\n')}\r\n`
}

const stampOf = (at: Date) => `${at.toISOString().replace(/[-:]/g, '').slice(0, 15)}Z`
const escaped = (text: string) =>
  text
    .replace(/[\\;,]/g, (character) => `\\${character}`)
    .replace(/\r?\n/g, '\\n')
    .replace(/[\u0000-\u001f\u007f]/g, '')

/** Folds at 75 octets without splitting a character. */
function folded(line: string): string[] {
  const lines: string[] = []
  let current = ''
  let size = 0
  for (const character of line) {
    const octets = Buffer.byteLength(character)
    if (size + octets > 75) {
      lines.push(current)
      current = ' '
      size = 1
    }
    current += character
    size += octets
  }
  return [...lines, current]
}
