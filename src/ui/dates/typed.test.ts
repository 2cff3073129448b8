// @vitest-environment jsdom
import { expect, it } from 'vitest'
import { changeLanguage, startI18n } from '#lib/i18n/i18n.ts'
import { languages } from '#lib/i18n/languages.ts'
import { loadAntdLocale } from '#ui/theme/antdLocale.ts'
import { faultOfTyped, typedFormats, withTime } from './typed.ts'
import { toWire } from './wire.ts'

it.each([
  ['15/01/2027', '', false, '15/01/2027 00:00'],
  ['15/01/2027', '2026-12-24T08:30', false, '15/01/2027 08:30'],
  [' 15.1.2027 ', '', true, '15/01/2027 23:59'],
  ['2027-01-15', '2026-12-24T08:30', true, '15/01/2027 08:30'],
  ['15/01/2027 09:00', '2026-12-24T08:30', false, null],
  ['31/02/2027', '', false, null],
  ['15/01/2027 9', '', false, null],
  ['tomorrow', '', false, null],
  ['', '2026-12-24T08:30', false, null],
])('the typed day %j after %j, at an end: %s, is %j', async (text, chosen, isEnd, whole) => {
  await startI18n('en', ['common'])
  await changeLanguage('en')
  await loadAntdLocale('en')
  expect(withTime(text, chosen, isEnd)?.format('DD/MM/YYYY HH:mm') ?? null).toBe(whole)
})

it.each(languages)('a typed day is read as it is written in %s', async (language) => {
  await startI18n(language, ['common'])
  await changeLanguage(language)
  await loadAntdLocale(language)
  const whole = withTime('15/01/2027', '', false)
  expect(toWire('minute', whole)).toBe('2027-01-15T00:00')
  expect(faultOfTyped('minute', whole?.format(typedFormats.minute[0]) ?? '')).toBeNull()
})
