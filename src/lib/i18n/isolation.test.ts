// @vitest-environment jsdom
import { expect, it } from 'vitest'
import { formatFor } from '#lib/format.tsx'
import { changeLanguage, i18n, startI18n } from './i18n.ts'

function directionOfText(text: string): 'ltr' | 'rtl' | undefined {
  const bare = text.replace(/\u2068[^\u2069]*\u2069/g, '')
  const [first] = /[\u0590-\u07FF]|[A-Za-z\u00C0-\u024F\u0400-\u04FF]/.exec(bare) ?? []
  return first === undefined ? undefined : /[\u0590-\u07FF]/.test(first) ? 'rtl' : 'ltr'
}

it.each(['he', 'ar'] as const)(
  'a sentence of %s keeps its direction whatever name begins it',
  async (language) => {
    await startI18n(language, ['common', 'automations'])
    await changeLanguage(language)
    expect(
      directionOfText(
        i18n.t('automations:review.gone' as 'common:yes', { name: 'Infusion pump 7' }),
      ),
    ).toBe('rtl')
  },
)

it('names of other languages are left as they are', async () => {
  await startI18n('en', ['common', 'automations'])
  await changeLanguage('en')
  expect(i18n.t('automations:review.gone' as 'common:yes', { name: 'Pump' })).toBe(
    '“Pump” was deleted.',
  )
})

it('a sentence that ends with a date has one full stop, and keeps an ellipsis', async () => {
  await startI18n('en', ['common', 'automations'])
  await changeLanguage('en')
  i18n.addResource('en', 'common', 'until', 'Compared until {{date}}.')
  const until = (date: string) => i18n.t('common:until' as 'common:yes', { date })
  expect(until('7 авг. 2028 г.')).toBe('Compared until 7 авг. 2028 г.')
  expect(until('28. 12.')).toBe('Compared until 28. 12.')
  expect(until('Monday')).toBe('Compared until Monday.')
  expect(until('waiting ...')).toBe('Compared until waiting ....')
})

it.each(['he', 'ar'] as const)(
  'a sentence of %s isolates each name of a list, and not the list',
  async (language) => {
    await startI18n(language, ['common', 'automations'])
    await changeLanguage(language)
    const names = formatFor(language, 'UTC').list(['Pump A', 'Ward B'])
    const sentence = i18n.t('automations:review.gone' as 'common:yes', { name: names })
    expect(sentence.match(/\u2068[^\u2069]*\u2069/g)).toEqual([
      '\u2068Pump A\u2069',
      '\u2068Ward B\u2069',
    ])
    expect(sentence).not.toMatch(/\u2068[^\u2069]*\u2068/)
  },
)

it.each([
  ['en', 'Pump A', false],
  ['en', 'דפיברילטור א', true],
  ['en', 'Pump דפ', true],
  ['en', '-3', false],
  ['ru', 'Pump A', false],
  ['he', 'דפיברילטור א', false],
  ['he', 'דפיברילטור 3', false],
  ['he', 'غرفة', false],
  ['he', 'Pump A', true],
  ['he', 'Насос', true],
  ['he', 'חדר B', true],
  ['he', '-3', true],
  ['he', '3', false],
  ['he', '\u2068Pump A\u2069 ו\u2068Ward B\u2069', false],
  ['ar', 'مضخة', false],
  ['ar', '+5', true],
] as const)('a text of %s isolates the name %j: %s', (language, name, isIsolated) => {
  const { isolate } = formatFor(language, 'UTC')
  expect(isolate(name)).toBe(isIsolated ? `\u2068${name}\u2069` : name)
})

it('a list of Hebrew names has no isolates, and joins them as Hebrew does', () => {
  const { list } = formatFor('he', 'UTC')
  expect(list(['דפיברילטור א', 'דפיברילטור ב'])).toBe('דפיברילטור א ודפיברילטור ב')
  expect(list(['“דפיברילטור א”', '“דפיברילטור ב”'])).toBe('“דפיברילטור א” ו“דפיברילטור ב”')
  expect(list(['משאבה', 'Pump B'])).toBe('משאבה ו-\u2068Pump B\u2069')
  expect(list(['\u2068Pump\u2069 א', '\u2068דלת\u2069'])).toBe(
    '\u2068Pump\u2069 א ו\u2068דלת\u2069',
  )
  expect(list(['קומה 2', '-3'])).toBe('קומה 2 ו-\u2068-3\u2069')
})

it('a list of an English sentence isolates Hebrew names, which would run together', () => {
  expect(formatFor('en', 'UTC').list(['משאבה', 'דלת', 'Ward B'])).toBe(
    '\u2068משאבה\u2069, \u2068דלת\u2069 and Ward B',
  )
})
