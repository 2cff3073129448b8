import { expect, it } from 'vitest'
import { languages, localeOf } from '#contract/languages.ts'
import { orderOf, writesDayFirst } from './readDate.ts'
import { readDays } from './readDays.ts'

const everyDay = Array.from({ length: 730 }, (_, day) => new Date(Date.UTC(2026, 0, 1 + day)))

const numbers = { year: 'numeric', month: 'numeric', day: 'numeric' } as const
const forms: Intl.DateTimeFormatOptions[] = [
  { dateStyle: 'full' },
  { dateStyle: 'long' },
  { dateStyle: 'medium' },
  { ...numbers, month: 'short' },
  { ...numbers, month: 'short', weekday: 'short' },
  { ...numbers, weekday: 'long' },
  numbers,
  { year: 'numeric', month: '2-digit', day: '2-digit' },
]
const locales = [
  ...languages.map(localeOf),
  'ar',
  'ar-EG',
  'ar-LB',
  'ar-IQ',
  'ar-MA',
  'ar-DZ',
  'ar-SA-u-ca-gregory',
  'en-IE',
]

function misread(texts: { written: string; first: string; last: string }[]) {
  return texts.flatMap(({ written, first, last }) => {
    const read = readDays(`${written} – Ň`, 'dayFirst')
    const isRight =
      !('fault' in read) && read.first === first && read.last === last && read.rest === 'Ň'
    return isRight ? [] : [{ written, read }]
  })
}

const dayOf = (at: Date): string => at.toISOString().slice(0, 10)

it.each(locales)('readDays() reads every date of two years that Intl writes for %s', (locale) => {
  const texts = forms.flatMap((form) => {
    const format = new Intl.DateTimeFormat(locale, { ...form, timeZone: 'UTC' })
    return everyDay.map((at) => ({
      written: format.format(at),
      first: dayOf(at),
      last: dayOf(at),
    }))
  })
  expect(misread(texts)).toEqual([])
})

it.each(languages)('readDays() reads every range that Intl writes in %s', (language) => {
  const texts = (['numeric', 'short', 'long'] as const).flatMap((month) => {
    const format = new Intl.DateTimeFormat(localeOf(language), {
      ...numbers,
      month,
      timeZone: 'UTC',
    })
    return everyDay.map((at) => {
      const last = new Date(at.getTime() + 9 * 86_400_000)
      return { written: format.formatRange(at, last), first: dayOf(at), last: dayOf(last) }
    })
  })
  expect(misread(texts)).toEqual([])
})

it('writesDayFirst() follows the language', () => {
  expect(languages.every((language) => writesDayFirst(localeOf(language)))).toBe(true)
  expect(writesDayFirst('en-US')).toBe(false)
})

it('orderOf() is unclear if a date contradicts the order of the language', () => {
  expect(orderOf('1/2/2026', true)).toBe('dayFirst')
  expect(orderOf('1/2/2026', false)).toBe('monthFirst')
  expect(orderOf('1/2/2026 12/25/2026', true)).toBe('unclear')
  expect(orderOf('1/2/2026 25/12/2026', false)).toBe('unclear')
})
