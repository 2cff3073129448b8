import { writeNumber } from '#contract/formatters.ts'
import i18next, {
  type BackendModule,
  type FormatterModule,
  type PostProcessorModule,
  type ReadCallback,
} from 'i18next'
import { initReactI18next } from 'react-i18next'
import { untilLoaded } from '#lib/lateFiles.ts'
import { isolated } from './isolation.ts'
import type { Namespace, Translate } from './translate.ts'
import { directionOf, isLanguage, languages, localeOf, type Language } from './languages.ts'

type Words = Record<string, Record<string, unknown>>
type File = () => Promise<{ words: Words }>

/** Two files for each language: texts used before sign-in and everywhere, and the rest. */
const files: Record<Language, { first: File; rest: File }> = {
  en: { first: () => import('./words/en.first.ts'), rest: () => import('./words/en.ts') },
  he: { first: () => import('./words/he.first.ts'), rest: () => import('./words/he.ts') },
  ar: { first: () => import('./words/ar.first.ts'), rest: () => import('./words/ar.ts') },
  ru: { first: () => import('./words/ru.first.ts'), rest: () => import('./words/ru.ts') },
  cs: { first: () => import('./words/cs.first.ts'), rest: () => import('./words/cs.ts') },
  sk: { first: () => import('./words/sk.first.ts'), rest: () => import('./words/sk.ts') },
}
const firstNamespaces = ['common', 'notices', 'titles', 'auth', 'secondStep']

const namespaceOf = (file: string): string => /(\w+)\.json$/.exec(file)?.[1] ?? ''
const byNamespace = (words: Words): Words =>
  Object.fromEntries(Object.entries(words).map(([file, said]) => [namespaceOf(file), said]))

const localeFiles: BackendModule = {
  type: 'backend',
  init: () => undefined,
  read(language: string, namespace: string, done: ReadCallback) {
    if (!isLanguage(language)) return done(new Error(`No words of ${language}`), null)
    const { first, rest } = files[language]
    const load = firstNamespaces.includes(namespace) ? first : rest
    void untilLoaded(load, 'part').then(({ words }) =>
      done(null, byNamespace(words)[namespace] ?? {}),
    )
  },
}

/**
 * Loads all texts before the first screen of a session. A part that is drawn later and waits for
 * its texts would make React hide the whole screen, and take away the field in which a person
 * types.
 */
export async function loadAllWords(): Promise<void> {
  const { words } = await untilLoaded(files[currentLanguage()].rest, 'part')
  await i18next.loadNamespaces(Object.keys(words).map(namespaceOf))
}

export async function startI18n(language: Language, namespaces: readonly string[]): Promise<void> {
  i18next.on('languageChanged', dressDocument)
  // Nothing is on screen yet, so a new release loads at once.
  await untilLoaded(files[language].first, 'screen')
  await i18next
    .use(localeFiles)
    .use(numbersInWords)
    .use(oneStop)
    .use(initReactI18next)
    .init({
      lng: language,
      fallbackLng: 'en',
      supportedLngs: [...languages],
      ns: [...namespaces],
      defaultNS: 'common',
      // React escapes. Numbers are formatted for the language.
      interpolation: { escapeValue: false, alwaysFormat: true },
      postProcess: 'stop',
      react: { useSuspense: true },
      returnNull: false,
    })
}

/** Formats interpolated numbers for the language and isolates names of another script. */
const numbersInWords: FormatterModule = {
  type: 'formatter',
  init: () => undefined,
  add: () => undefined,
  addCached: () => undefined,
  format(value: unknown, _format, language) {
    const key = isLanguage(language) ? language : 'en'
    if (typeof value !== 'number') return isolated(String(value), directionOf(key))
    return writeNumber(localeOf(key), value)
  },
}

/** A Russian or Czech date ends with a full stop, which also ends the sentence. */
const oneStop: PostProcessorModule = {
  type: 'postProcessor',
  name: 'stop',
  process: (text) => text.replace(/(?<=[^.\s])\.(\u2069?)\.(?!\S)/g, '.$1'),
}

function dressDocument(language: string): void {
  // the build renders the sign-in page without a document
  if (!isLanguage(language) || typeof document === 'undefined') return
  document.documentElement.lang = localeOf(language).split('-u-')[0] ?? language
  document.documentElement.dir = directionOf(language)
}

export async function changeLanguage(language: Language): Promise<void> {
  await i18next.changeLanguage(language)
}

export function currentLanguage(): Language {
  return isLanguage(i18next.resolvedLanguage) ? i18next.resolvedLanguage : 'en'
}

/** For texts outside components; each key names its namespace. */
export const i18n: Omit<typeof i18next, 't'> & { t: Translate<readonly Namespace[]> } = i18next
