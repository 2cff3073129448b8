import fc from 'fast-check'
import { expect, it } from 'vitest'
import {
  calendarDay,
  dateFormat,
  numberFormat,
  plainDigits,
  relativeTimeFormat,
  writeNumber,
} from './formatters.ts'
import { languages, localeOf } from './languages.ts'

it('formatters are made once for each request', () => {
  expect(dateFormat('cs', { month: 'long' })).toBe(dateFormat('cs', { month: 'long' }))
  expect(dateFormat('cs', { month: 'long' })).not.toBe(dateFormat('cs', { month: 'short' }))
  expect(dateFormat('cs')).not.toBe(dateFormat('sk'))
  expect(numberFormat('cs').format(1.5)).toBe('1,5')
})

it.each([
  'ar',
  'ar-EG',
  'ar-SA',
  'ar-SA-u-ca-islamic-umalqura',
  'fa-IR',
  ...languages.map(localeOf),
])('formatters write %s with Latin digits and the Gregorian calendar on every Node', (locale) => {
  const at = Date.UTC(2026, 11, 25, 8, 30)
  const texts = [
    ...(['full', 'long', 'medium'] as const).map((dateStyle) =>
      dateFormat(locale, { dateStyle, timeStyle: 'medium', timeZone: 'UTC' }).format(at),
    ),
    dateFormat(locale, { timeZone: 'UTC', year: 'numeric', month: 'long', day: 'numeric' }).format(
      at,
    ),
    dateFormat(locale, { timeZone: 'UTC', dateStyle: 'long' }).formatRange(at, at + 864e5),
  ]
  for (const text of texts) expect(text).toMatch(/2026/)
  const numbers = [
    numberFormat(locale).format(2026.5),
    numberFormat(locale, { style: 'percent' }).format(0.26),
    relativeTimeFormat(locale).format(-26, 'day'),
  ]
  for (const text of [...texts, ...numbers])
    expect(text).not.toMatch(/[\u0660-\u0669\u06f0-\u06f9]/)
})

it('the day formatter writes a zone’s day as the wire does', () => {
  expect(calendarDay(new Date('2026-01-01T23:30:00Z'), 'Asia/Jerusalem')).toBe('2026-01-02')
  expect(calendarDay(Date.UTC(2026, 0, 1, 3), 'America/New_York')).toBe('2025-12-31')
})

it.each([
  [0.0000001, undefined, '0.0000001'],
  [-0.00012345, undefined, '-0.000123'],
  [0.04, { maximumFractionDigits: 1 }, '0.04'],
  [0.04, { minimumFractionDigits: 1, maximumFractionDigits: 1 }, '0.04'],
  [0.05, { maximumFractionDigits: 1 }, '0.1'],
  [0, { minimumFractionDigits: 1 }, '0.0'],
  [1234.56789, undefined, '1,234.568'],
])('the number formatter writes %d rounded, but never as zero', (value, options, written) =>
  expect(writeNumber('en', value, options)).toBe(written),
)

it('the number formatter writes nothing but zero as zero, in any language', () => {
  fc.assert(
    fc.property(
      fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e12, max: 1e12 }),
      fc.constantFrom('en', 'cs', 'sk', 'ru', 'he', 'ar'),
      fc.integer({ min: 0, max: 6 }),
      (value, locale, maximumFractionDigits) => {
        const isNothing = !/[1-9\u0661-\u0669]/.test(
          writeNumber(locale, value, { maximumFractionDigits }),
        )
        expect(isNothing).toBe(value === 0)
      },
    ),
  )
})

it.each([
  [0.0000001, '0.0000001'],
  [1e-22, '0.0000000000000000000001'],
  [-1234567.5, '-1234567.5'],
  [0.1, '0.1'],
])('the digits formatter writes %d in digits that every program reads', (value, written) =>
  expect(plainDigits(value)).toBe(written),
)
