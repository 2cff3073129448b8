import { expect, it } from 'vitest'
import { readHolidays } from './readHolidays.ts'
import { MAX_CALENDAR_BYTES, readCalendar } from './readCalendar.ts'

const file = (...events: string[]) =>
  ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//x//y//EN', ...events, 'END:VCALENDAR', ''].join(
    '\r\n',
  )
const event = (...lines: string[]) =>
  ['BEGIN:VEVENT', 'UID:1@x', 'DTSTAMP:20260101T000000Z', ...lines, 'END:VEVENT'].join('\r\n')
const years = { from: 2026, until: 2028, zone: 'Asia/Riyadh' }
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

const linesOf = async (text: string, asked = years) => {
  const read = await readCalendar(text, asked)
  return typeof read === 'string' ? read : read.lines
}

it('a calendar file gives a changed date of a series on its new day, and a cancelled one not at all', async () => {
  const series = event(
    'DTSTART;VALUE=DATE:20260601',
    'RRULE:FREQ=YEARLY;COUNT=3',
    'SUMMARY:Founders',
  )
  const moved = event(
    'RECURRENCE-ID;VALUE=DATE:20270601',
    'DTSTART;VALUE=DATE:20270604',
    'SUMMARY:Moved',
  )
  const gone = event(
    'RECURRENCE-ID;VALUE=DATE:20280601',
    'DTSTART;VALUE=DATE:20280601',
    'STATUS:CANCELLED',
  )
  expect(await linesOf(file(series, moved, gone))).toEqual([
    '2026-06-01 Founders',
    '2027-06-04 Moved',
  ])
  expect(await linesOf(file(moved, series))).toContain('2027-06-04 Moved')
})

it('a calendar file gives the days inside the years of an event that reaches over New Year', async () => {
  const winter = event('DTSTART;VALUE=DATE:20251229', 'DTEND;VALUE=DATE:20260104', 'SUMMARY:Winter')
  const long = event('DTSTART;VALUE=DATE:20281230', 'DTEND;VALUE=DATE:20290103', 'SUMMARY:End')
  expect(await linesOf(file(winter, long))).toEqual([
    '2026-01-01 – 2026-01-03 Winter',
    '2028-12-30 – 2028-12-31 End',
  ])
})

it('a calendar file keeps RFC 5545 where the library does not', async () => {
  const leap = event('DTSTART;VALUE=DATE:20240229', 'RRULE:FREQ=YEARLY', 'SUMMARY:Leap')
  const listed = event(
    'DTSTART;VALUE=DATE:20260401',
    'RDATE;VALUE=DATE:20270422,20280411',
    'SUMMARY:L',
  )
  const without = event(
    'DTSTART;VALUE=DATE:20260402',
    'EXDATE;VALUE=DATE:20260402',
    'RDATE;VALUE=DATE:20270423',
    'SUMMARY:X',
  )
  const added = event(
    'DTSTART;VALUE=DATE:20280601',
    'RRULE:FREQ=YEARLY',
    'RDATE;VALUE=DATE:20281224',
    'SUMMARY:A',
  )
  const endless = event('DTSTART;VALUE=DATE:20260131', 'RRULE:FREQ=MONTHLY;BYMONTH=2', 'SUMMARY:E')
  expect(await linesOf(file(leap, listed, without, added, endless))).toEqual([
    '2026-01-31 E',
    '2026-04-01 L',
    '2027-04-22 L',
    '2027-04-23 X',
    '2028-02-29 Leap',
    '2028-04-11 L',
    '2028-06-01 A',
    '2028-12-24 A',
  ])
})

it('a calendar file is read in the forms that programs write', async () => {
  const bare = event('DTSTART:20261225', 'DTEND:20261227', 'SUMMARY:Bare')
  const old = event(
    'DTSTART:20261224T000000',
    'SUMMARY;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:V=C3=A1no=\r\nce',
  )
  expect(await linesOf(`\uFEFF${file(bare)}${file(old)}`)).toEqual([
    '2026-12-24 Vánoce',
    '2026-12-25 – 2026-12-26 Bare',
  ])
  const founding = event('DTSTART:20270221T210000Z', 'DTEND:20270222T210000Z', 'SUMMARY:Founding')
  expect(await linesOf(file('X-WR-TIMEZONE:Asia/Riyadh', founding))).toEqual([
    '2027-02-22 Founding',
  ])
  for (const calendar of [file(founding), file('X-WR-TIMEZONE:Nowhere', founding)])
    expect(await linesOf(calendar)).toEqual(['2027-02-22 Founding'])
  expect(
    await readCalendar(file('X-WR-TIMEZONE:Nowhere', event('SUMMARY:No date')), years),
  ).toEqual({
    ...nothing,
    lines: [],
    unread: 1,
  })
})
