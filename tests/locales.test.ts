/**
 * Six complete languages: the same keys and placeholders, every plural form of the language, no
 * English left.
 */
import { describe, expect, it } from 'vitest'
import { filesIn, isTest, type SourceFile } from './sourceFiles.ts'

const languages = ['en', 'he', 'ar', 'ru', 'cs', 'sk'] as const
type Language = (typeof languages)[number]
const others = languages.filter((language) => language !== 'en')
/** Languages of another script than English, where an equal text was not translated. */
const otherScripts: readonly Language[] = ['he', 'ar', 'ru']

/** Names, units and examples that read the same everywhere. */
const sameEverywhere =
  /^(Plantroom|PostgreSQL|CSV|JSON|ID|API|OK|IP|GPS|3D|2D|PDF|UTF-8|RTLS|IoT|URL|SMS|name@example\.com|\+?[\d ]+|[A-Z]{2,5})$/

type Words = Map<string, string>
const files = filesIn(['locales'], ['.json'])
const namespaces = [...new Set(files.map((file) => namespaceOf(file)))].sort()

function namespaceOf(file: SourceFile): string {
  return file.path.split('/')[2]?.replace('.json', '') ?? ''
}

function wordsOf(language: Language, namespace: string): Words {
  const file = files.find(({ path }) => path === `locales/${language}/${namespace}.json`)
  const words: Words = new Map()
  if (file) flatten(JSON.parse(file.text), '', words)
  return words
}

function flatten(value: unknown, key: string, into: Words): void {
  if (typeof value === 'string') into.set(key, value)
  else if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
    for (const [name, inner] of Object.entries(value))
      flatten(inner, key === '' ? name : `${key}.${name}`, into)
  } else throw new Error(`${key} is neither a text nor a group of texts`)
}

const pluralSuffix = /_(zero|one|two|few|many|other)$/

/** Keys that have one text for each number: in English at least `_one` and `_other`. */
function pluralKeys(english: Words): Set<string> {
  const stems = [...english.keys()]
    .filter((key) => key.endsWith('_other'))
    .map((key) => key.replace(/_other$/, ''))
  return new Set(stems.filter((stem) => english.has(`${stem}_one`)))
}

function stemOf(key: string, plurals: Set<string>): string {
  const stem = key.replace(pluralSuffix, '')
  return plurals.has(stem) ? stem : key
}

const stems = (words: Words, plurals: Set<string>) =>
  [...new Set([...words.keys()].map((key) => stemOf(key, plurals)))].sort()

const placeholders = (text: string) =>
  [...new Set([...text.matchAll(/\{\{\s*-?\s*([\w.]+)/g)].map((match) => match[1] ?? ''))].sort()
const markup = (text: string) =>
  [...text.matchAll(/<\/?[\w]+\s*\/?>/g)].map((match) => match[0]).sort()

describe('locale files', () => {
  it('exist for every language', () => {
    expect(namespaces.length).toBeGreaterThan(3)
    for (const language of languages) {
      expect(
        files
          .filter(({ path }) => path.startsWith(`locales/${language}/`))
          .map(namespaceOf)
          .sort(),
        language,
      ).toEqual(namespaces)
    }
  })
})

describe.each(namespaces)('the locale %s', (namespace) => {
  const english = wordsOf('en', namespace)
  const plurals = pluralKeys(english)

  it.each(others)('has the same keys in %s', (language) => {
    expect(stems(wordsOf(language, namespace), plurals)).toEqual(stems(english, plurals))
  })

  it.each(languages)('has every plural form of %s, and no other', (language) => {
    const words = wordsOf(language, namespace)
    const needed = new Intl.PluralRules(language).resolvedOptions().pluralCategories
    const faults = [...plurals].flatMap((stem) => [
      ...needed
        .filter((form) => !words.has(`${stem}_${form}`))
        .map((form) => `lacks ${stem}_${form}`),
      // i18next accepts `_zero` in every language
      ...(['one', 'two', 'few', 'many', 'other'] as const)
        .filter((form) => words.has(`${stem}_${form}`) && !needed.includes(form))
        .map((form) => `has no use for ${stem}_${form}`),
    ])
    expect(faults).toEqual([])
  })

  it.each(others)('keeps placeholders and markup in %s', (language) => {
    const faults = [...wordsOf(language, namespace)].flatMap(([key, text]) => {
      const stem = stemOf(key, plurals)
      const model = english.get(stem === key ? key : `${stem}_other`) ?? ''
      const isPlural = stem !== key
      // Placeholders. A form for a single number may spell the number out.
      const asked = (source: string) =>
        placeholders(source).filter((name) => !(isPlural && name === 'count'))
      const same =
        String(asked(text)) === String(asked(model)) &&
        String(markup(text)) === String(markup(model))
      return same ? [] : [`${key}: “${text}” for “${model}”`]
    })
    expect(faults).toEqual([])
  })

  it.each(languages)('has a text for every key in %s', (language) => {
    expect(
      [...wordsOf(language, namespace)]
        .filter(([, text]) => text.trim() === '')
        .map(([key]) => key),
    ).toEqual([])
  })

  it.each(otherScripts)('leaves no English in %s', (language) => {
    const untranslated = [...wordsOf(language, namespace)].filter(([key, text]) => {
      const bare = text.replaceAll(/\{\{[^}]*\}\}|<[^>]*>/g, '').trim()
      const model = english.get(key) ?? english.get(`${stemOf(key, plurals)}_other`)
      return text === model && /[A-Za-z]{2}/.test(bare) && !sameEverywhere.test(bare)
    })
    expect(untranslated.map(([key, text]) => `${key}: ${text}`)).toEqual([])
  })
})

/**
 * The platform formats durations, such as “يومان” or “1 minuta”. After a verb or preposition these
 * languages would decline them, so durations stand alone.
 */
describe('a duration', () => {
  const lengths = [
    ['procedureLogs', 'took'],
    ['automations', 'availability.hours'],
    ['automations', 'metadata.fromInterval'],
    ['automations', 'within.days'],
    ['schedules', 'reminder.beforeDeadlineIn'],
    ['schedules', 'rollingSentence'],
    ['zones', 'sentence_fewer'],
    ['zones', 'sentence_left'],
    ['zones', 'sentence_idle'],
    ['alerts', 'zone.zoneLeft'],
    ['alerts', 'zone.zoneIdle'],
    ['gateways', 'clock_behind'],
    ['gateways', 'clock_ahead'],
    ['map', 'heatOver'],
    ['map', 'heatUpTo'],
  ] as const
  const byItself = /(^|: (<b>)?)\{\{(duration|span|lasted|time)\}\}/

  it.each(lengths)('stands by itself in Arabic in %s %s', (namespace, key) => {
    expect(wordsOf('ar', namespace).get(key)).toMatch(byItself)
  })
  it.each(['cs', 'sk', 'ru'] as const)('stands by itself after a verb in %s', (language) => {
    for (const [namespace, key] of lengths.slice(0, 4))
      expect(wordsOf(language, namespace).get(key)).toMatch(byItself)
  })
})

describe('translation keys in the code', () => {
  const sources = filesIn(['src'], ['.ts', '.tsx']).filter((file) => !isTest(file.path))
  const english = new Map(namespaces.map((namespace) => [namespace, wordsOf('en', namespace)]))

  const uses = sources.flatMap((file) => {
    const spaces = [...file.text.matchAll(/useTranslation\(([^)]*)\)/g)].flatMap((match) => {
      const named = [...(match[1] ?? '').matchAll(/'([\w]+)'/g)].map((name) => name[1] ?? '')
      return named.length > 0 ? named : ['common']
    })
    return [...file.text.matchAll(/(?<![\w.])t\(\s*'([^']+)'(?:,\s*\{[^}]*\bns: '(\w+)')?/g)].map(
      (match) => ({
        path: file.path,
        key: match[1] ?? '',
        spaces: match[2] === undefined ? spaces : [match[2]],
      }),
    )
  })

  it('are found', () => {
    expect(uses.length).toBeGreaterThan(50)
  })

  it('all have texts', () => {
    const has = (words: Words | undefined, key: string) =>
      words !== undefined && (words.has(key) || words.has(`${key}_other`))
    const missing = uses.filter(({ key, spaces }) => {
      const [space, rest] = key.includes(':') ? key.split(':') : [undefined, key]
      // If `t` is passed in, any namespace may hold the key.
      const among = space !== undefined ? [space] : spaces.length > 0 ? spaces : namespaces
      return !among.some((name) => has(english.get(name), rest ?? ''))
    })
    expect(missing.map(({ path, key }) => `${path}: ${key}`)).toEqual([])
  })
})

it.each(languages)(
  'no text in %s has an empty pair of tags, which would show nothing',
  (language) => {
    const found = namespaces
      .flatMap((namespace) => [...wordsOf(language, namespace)])
      .filter(([, text]) => /<(\w+)>\s*<\/\1>/.test(text))
    expect(found).toEqual([])
  },
)

/** "Request" would be a second word for a ticket; in notices it means a request to the server. */
it.each([
  ['cs', /požadav/i],
  ['sk', /požiadav/i],
] as const)('the word for a ticket is the same everywhere in %s', (language, second) => {
  const found = namespaces
    .filter((namespace) => namespace !== 'notices')
    .flatMap((namespace) => [...wordsOf(language, namespace)])
    .filter(([, text]) => second.test(text))
  expect(found).toEqual([])
})
