import { expect, it } from 'vitest'
import { readHolidays } from './readHolidays.ts'
import { MAX_CALENDAR_BYTES, readCalendar } from './readCalendar.ts'

const file = (...events: string[]) =>
  ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//x//y//EN', ...events, 'END:VCALENDAR', ''].join(
    '\r\n',
  )
const event = (...lines: string[]) =>
  ['BEGIN:VEVENT', 'UID:1@x', 'DTSTAMP:20260101T000000Z', ...lines, 'END:VEVENT'].join('\r\n')
const years = { from: 2026, until: 2028 }
const nothing = { outside: 0, cancelled: 0, unread: 0 }

it('a calendar file gives days and ranges with an exclusive end, as the paste reads them', async () => {
  const read = await readCalendar(
    file(
      event('DTSTART;VALUE=DATE:20261224', 'DTEND;VALUE=DATE:20261227', 'SUMMARY:Vánoce'),
      event('DTSTART;VALUE=DATE:20270101', 'SUMMARY:Nový rok'),
      event('DTSTART;VALUE=DATE:20270422', 'DTEND;VALUE=DATE:20270423', 'SUMMARY:פסח\\, חג ראשון'),
    ),
    years,
  )
  expect(read).toEqual({
    ...nothing,
    lines: ['2026-12-24 – 2026-12-26 Vánoce', '2027-01-01 Nový rok', '2027-04-22 פסח, חג ראשון'],
  })
  const lines = typeof read === 'string' ? '' : read.lines.join('\n')
  expect(readHolidays(lines, { isDayFirst: true })).toMatchObject({
    unread: [],
    read: [
      { name: 'Vánoce', first: '2026-12-24', last: '2026-12-26' },
      { name: 'Nový rok', first: '2027-01-01', last: '2027-01-01' },
      { name: 'פסח, חג ראשון', first: '2027-04-22', last: '2027-04-22' },
    ],
  })
})

it('a calendar file gives each year of a rule, without its exceptions', async () => {
  const read = await readCalendar(
    file(
      event(
        'DTSTART;VALUE=DATE:19700501',
        'RRULE:FREQ=YEARLY',
        'EXDATE;VALUE=DATE:20270501',
        'SUMMARY:Labour Day',
      ),
    ),
    years,
  )
  expect(read).toEqual({ ...nothing, lines: ['2026-05-01 Labour Day', '2028-05-01 Labour Day'] })
})

it('a calendar file counts an evening event as its day, and midnight not as the next one', async () => {
  const read = await readCalendar(
    file(
      event('DTSTART:20261231T180000', 'DTEND:20270101T000000', 'SUMMARY:New Year’s Eve'),
      event('DTSTART:20260402T180000', 'DTEND:20260403T180000', 'SUMMARY:Two days'),
    ),
    years,
  )
  expect(read).toEqual({
    ...nothing,
    lines: ['2026-04-02 – 2026-04-03 Two days', '2026-12-31 New Year’s Eve'],
  })
})

it('a calendar file says what was left out: other years, cancelled and unreadable events', async () => {
  const read = await readCalendar(
    file(
      event('DTSTART;VALUE=DATE:20190101', 'SUMMARY:Long ago'),
      event('DTSTART;VALUE=DATE:20270101', 'STATUS:CANCELLED', 'SUMMARY:Off'),
      event('SUMMARY:Without a date'),
      event('DTSTART;VALUE=DATE:20260101', 'RRULE:FREQ=DAILY', 'SUMMARY:Every day'),
    ),
    years,
  )
  expect(read).toMatchObject({ outside: 1, cancelled: 1, unread: 2 })
  expect(typeof read === 'string' ? 0 : read.lines.length).toBe(100)
})

it('a calendar file that is something else, or too large, is refused', async () => {
  expect(await readCalendar('Hello', years)).toBe('notACalendar')
  expect(await readCalendar('', years)).toBe('notACalendar')
  expect(await readCalendar('BEGIN:VCARD\r\nVERSION:4.0\r\nEND:VCARD\r\n', years)).toBe(
    'notACalendar',
  )
  expect(await readCalendar('x'.repeat(MAX_CALENDAR_BYTES + 1), years)).toBe('tooLarge')
})
