import { describe, expect, it } from 'vitest'
import { languages } from '#contract/languages.ts'
import { glyphOf } from '#contract/rules/equipmentGlyph.ts'
import { fillPlaceholders, keysOf, wordsOf, type Words } from './words.ts'

const all = new Map(
  await Promise.all(
    languages.map(async (language) => [language, await wordsOf(language)] as const),
  ),
)
const wordsIn = (language: (typeof languages)[number]): Words => {
  const words = all.get(language)
  if (words === undefined) throw new Error(`There are no words of ${language}`)
  return words
}

/** Words by their path, such as `places.room`. */
function flat(part: object, way = ''): [key: string, word: string][] {
  return Object.entries(part).flatMap(([key, value]: [string, unknown]) =>
    typeof value === 'string'
      ? [[`${way}${key}`, value] as [string, string]]
      : flat(Object(value) as object, `${way}${key}.`),
  ) // a word or a part of words
}
const english = flat(wordsIn('en'))
const blanksOf = (word: string) => [...word.matchAll(/\{\{\w+\}\}/g)].map(([blank]) => blank).sort()

describe.each(languages.filter((language) => language !== 'en'))(
  'the words of the demo in %s',
  (language) => {
    const words = flat(wordsIn(language))

    it('are complete, in the same order, with the same blanks', () => {
      expect(words.map(([key]) => key)).toEqual(english.map(([key]) => key))
      expect(words.map(([key, word]) => [key, blanksOf(word)])).toEqual(
        english.map(([key, word]) => [key, blanksOf(word)]),
      )
      expect(words.filter(([, word]) => word.trim() !== word || word === '')).toEqual([])
    })

    it('are translated, apart from names of people and signs', () => {
      const left = words.filter(
        ([key, word], index) =>
          word === english[index]?.[1] && !key.startsWith('people.') && word.length > 2,
      )
      expect(left).toEqual([])
    })

    it('give each type of equipment the glyph that it has in English', () => {
      const pictures = ({ equipment }: Words) =>
        keysOf(equipment).map((key) => [key, glyphOf(equipment[key])])
      expect(pictures(wordsIn(language))).toEqual(pictures(wordsIn('en')))
    })

    it('give no two of a kind the same name', () => {
      const { equipment, statuses, tags, procedures, cards, floors, schedules } = wordsIn(language)
      for (const part of [
        equipment,
        statuses,
        tags,
        cards,
        floors,
        schedules,
        Object.fromEntries(keysOf(procedures).map((key) => [key, procedures[key].name])),
      ])
        expect(new Set(Object.values(part)).size).toBe(Object.keys(part).length)
    })
  },
)

it.each(['he', 'ar', 'ru'] as const)(
  'the demo’s words contain no English letter in %s apart from signs',
  (language) => {
    const signs = /\b([A-D]|BLE|MRI|pdf|png|csv)\b|\{\{\w+\}\}/g
    const latin = flat(wordsIn(language)).filter(([, word]) =>
      /[a-z]/i.test(word.replaceAll(signs, '')),
    )
    expect(latin).toEqual([])
  },
)

it('the demo’s words have their blanks filled', () => {
  expect(fillPlaceholders('Room {{code}}', { code: 'A0.01' })).toBe('Room A0.01')
  expect(fillPlaceholders('{{type}}, {{type}}', { type: 'bed' })).toBe('bed, bed')
})
