import { expect, it } from 'vitest'
import { inAddress, readAddress, writeAddress } from './addressState.ts'
import { formatFor } from './format.tsx'
import { directionOf, weekStartOf } from './i18n/languages.ts'

it('the date format uses the company’s time zone, not the reader’s', () => {
  expect(formatFor('en', 'Asia/Jerusalem').date('2026-01-01T23:30:00Z')).toBe('2 Jan 2026')
  expect(formatFor('en', 'America/New_York').date('2026-01-01T03:30:00Z')).toBe('31 Dec 2025')
})

it('a calendar day is the same day in every time zone', () => {
  for (const zone of ['Pacific/Auckland', 'Pacific/Kiritimati', 'America/Los_Angeles'])
    expect(formatFor('en', zone).calendarDay('2026-01-02')).toBe('2 Jan 2026')
})

it('the time format shows seconds where rows follow each other closely', () => {
  expect(formatFor('en', 'Europe/Prague').moment('2026-11-20T08:00:07Z')).toContain('09:00:07')
})

it('the calendar starts the week as the specification says', () => {
  expect((['ar', 'he', 'en', 'cs', 'ru', 'sk'] as const).map(weekStartOf)).toEqual([
    6, 0, 1, 1, 1, 1,
  ])
})

it('the calendar starts the week as the company says', () => {
  expect([
    formatFor('en', 'UTC').weekStart,
    formatFor('en', 'UTC', 0).weekStart,
    formatFor('he', 'UTC', null).weekStart,
  ]).toEqual([1, 0, 0])
})

it('the direction of Hebrew and Arabic is right to left', () => {
  expect(
    (['en', 'he', 'ar', 'ru', 'cs', 'sk'] as const).filter(
      (language) => directionOf(language) === 'rtl',
    ),
  ).toEqual(['he', 'ar'])
})

it('the relative time says how long ago', () => {
  const now = new Date('2026-06-10T12:00:00Z')
  expect(formatFor('en', 'UTC').relative('2026-06-10T09:00:00Z', now)).toBe('3 hours ago')
  expect(formatFor('en', 'UTC').relative('2026-06-10T11:59:50Z', now)).toBe('this minute')
  expect(formatFor('he', 'UTC').relative('2026-05-26T12:00:00Z', now)).toBe('לפני שבועיים')
  expect(formatFor('he', 'UTC').relative('2026-06-10T10:55:00Z', now)).toBe('לפני שעה')
})

it.each([
  ['Europe/Prague', '2026-11-21T18:00:00Z', '2026-11-23T06:00:00Z', 'Monday 07:00'],
  ['Europe/Prague', '2026-11-21T18:00:00Z', '2026-11-22T06:00:00Z', 'tomorrow 07:00'],
  ['Europe/Prague', '2026-11-21T18:00:00Z', '2026-11-21T22:30:00Z', 'today 23:30'],
  ['Europe/Prague', '2026-11-21T18:00:00Z', '2026-11-21T23:30:00Z', 'tomorrow 00:30'],
  ['Europe/Prague', '2026-11-21T18:00:00Z', '2026-11-21T18:20:00Z', 'in 20 minutes'],
  ['Europe/Prague', '2026-11-21T18:00:00Z', '2026-11-28T06:00:00Z', 'Sat 28 Nov, 07:00'],
  ['Europe/Prague', '2026-11-21T18:00:00Z', '2027-11-22T06:00:00Z', '22 Nov 2027'],
  ['Asia/Jerusalem', '2026-06-10T20:30:00Z', '2026-06-11T20:00:00Z', 'tomorrow 23:00'],
  ['Asia/Jerusalem', '2026-06-10T21:30:00Z', '2026-06-11T20:00:00Z', 'today 23:00'],
  ['America/New_York', '2026-06-10T21:30:00Z', '2026-06-11T20:00:00Z', 'tomorrow 16:00'],
  // Clocks go forward on 29 March 2026 and back on 25 October: days of 23 and of 25 hours.
  ['Europe/Prague', '2026-03-28T22:59:00Z', '2026-03-29T21:59:00Z', 'tomorrow 23:59'],
  ['Europe/Prague', '2026-10-24T22:30:00Z', '2026-10-25T22:45:00Z', 'today 23:45'],
  ['Europe/Prague', '2026-10-25T22:45:00Z', '2026-10-24T21:50:00Z', 'yesterday'],
  ['Europe/Prague', '2026-03-30T05:00:00Z', '2026-03-28T22:50:00Z', '2 days ago'],
  // Times in the past, as elapsed time; in days from half a day on.
  ['Europe/Prague', '2026-11-21T23:30:00Z', '2026-11-21T21:30:00Z', '2 hours ago'],
  ['Europe/Prague', '2026-11-22T09:00:00Z', '2026-11-21T15:00:00Z', 'yesterday'],
  ['Europe/Prague', '2026-11-22T09:00:00Z', '2026-11-20T22:00:00Z', '2 days ago'],
  ['Europe/Prague', '2026-11-22T09:00:00Z', '2026-11-11T22:00:00Z', '1 week ago'],
  ['Europe/Prague', '2026-11-22T09:00:00Z', '2026-06-11T22:00:00Z', '5 months ago'],
])(
  'the relative day counts on the company’s calendar: %s, at %s, %s is %s',
  (zone, now, when, said) => {
    expect(formatFor('en', zone).relative(when, new Date(now))).toBe(said)
  },
)

it('the relative time is never zero of a unit, nor shorter as time passes', () => {
  const now = new Date('2026-11-22T12:00:00Z')
  const saidOf = (days: number) =>
    formatFor('en', 'Europe/Prague').relative(now.getTime() - days * 86_400_000, now)
  expect([28, 29, 30, 31, 364, 365, 366].map(saidOf)).toEqual(
    ['4 weeks', '4 weeks', '1 month', '1 month', '11 months', '1 year', '1 year'].map(
      (span) => `${span} ago`,
    ),
  )
  for (let days = 1; days < 1_000; days += 1) expect(saidOf(days)).not.toMatch(/^0/)
})

it('the relative time says a future day and time in the reader’s language', () => {
  const [now, when] = [new Date('2026-11-21T18:00:00Z'), '2026-11-23T06:00:00Z']
  expect(formatFor('he', 'Asia/Jerusalem').relative(when, now)).toBe('יום שני 08:00')
  expect(formatFor('cs', 'Europe/Prague').relative(when, now)).toBe('pondělí 07:00')
})

const shape = {
  search: inAddress.text(),
  id: inAddress.integer(),
  page: inAddress.count(1),
  types: inAddress.integers(),
  tab: inAddress.oneOf(['a', 'b'], 'a'),
}

it('the address state reads an address, with defaults where it is wrong', () => {
  expect(readAddress(shape, new URLSearchParams('id=7&types=1.x.3&tab=z&page=-4'))).toEqual({
    search: '',
    id: 7,
    page: 1,
    types: [1, 3],
    tab: 'a',
  })
})

it('the address state writes only what differs and leaves the rest of the address alone', () => {
  expect(
    writeAddress(shape, new URLSearchParams('id=7&other=1'), {
      id: null,
      types: [4],
      page: 1,
    }).toString(),
  ).toBe('other=1&types=4')
})

it('the number format writes nothing but zero as zero, apart from rounding errors', () => {
  const { number } = formatFor('en', 'UTC')
  expect(number(0.0000001)).toBe('0.0000001')
  expect(number(0.0000001, { maximumFractionDigits: 6 })).toBe('0.0000001')
  expect(number(0.1 + 0.2 - 0.3, { maximumFractionDigits: 1, signDisplay: 'exceptZero' })).toBe('0')
})
