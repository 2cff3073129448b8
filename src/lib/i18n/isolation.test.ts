// @vitest-environment jsdom
import { expect, it } from 'vitest'
import { formatFor } from '#lib/format.tsx'
import { changeLanguage, i18n, startI18n } from './i18n.ts'

/** The direction of `dir="auto"`: that of the first strong character outside isolates. */
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
    '“Pump” is gone.',
  )
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
