/**
 * i18next with the locale files fetched by language and namespace, only when a screen asks for
 * them.
 */
import i18next, { type BackendModule, type FormatterModule, type ReadCallback } from 'i18next'
import { initReactI18next } from 'react-i18next'
import { untilLoaded } from '../lateFiles.ts'
import { isolated } from './isolation.ts'
import { directionOf, isLanguage, languages, localeOf, type Language } from './languages.ts'

const files = import.meta.glob<Record<string, unknown>>('../../../locales/*/*.json', {
  import: 'default',
})

const localeFiles: BackendModule = {
  type: 'backend',
  init: () => undefined,
  read(language: string, namespace: string, done: ReadCallback) {
    const load = files[`../../../locales/${language}/${namespace}.json`]
    if (load === undefined) {
      done(new Error(`No locale file ${language}/${namespace}`), null)
      return
    }
    void untilLoaded(load, 'part').then((words) => done(null, words))
  },
}

const namespaces = Object.keys(files).flatMap((file) => /\/en\/(\w+)\.json$/.exec(file)?.[1] ?? [])

/**
 * All words of the product, which the build puts in one file a language. They come before the first
 * screen of a session: a part that is drawn later and waits for words of its own would make React
 * hide the whole screen meanwhile, and take the field in which one types out of one's hands.
 */
export async function loadAllWords(): Promise<void> {
  await i18next.loadNamespaces(namespaces)
}

/** Loads the words everything uses in one language; the rest follow the screens. */
export async function startI18n(language: Language, namespaces: readonly string[]): Promise<void> {
  i18next.on('languageChanged', dressDocument)
  await i18next
    .use(localeFiles)
    .use(numbersInWords)
    .use(initReactI18next)
    .init({
      lng: language,
      fallbackLng: 'en',
      supportedLngs: [...languages],
      ns: [...namespaces],
      defaultNS: 'common',
      // React escapes; every number is written as the language writes numbers.
      interpolation: { escapeValue: false, alwaysFormat: true },
      react: { useSuspense: true },
      returnNull: false,
    })
}

const numbers = new Map<string, Intl.NumberFormat>()

/**
 * Writes every interpolated number as its language writes numbers, and keeps names of another
 * script to themselves.
 */
const numbersInWords: FormatterModule = {
  type: 'formatter',
  init: () => undefined,
  add: () => undefined,
  addCached: () => undefined,
  format(value: unknown, _format, language) {
    const key = isLanguage(language) ? language : 'en'
    if (typeof value !== 'number') return isolated(String(value), directionOf(key))
    const format = numbers.get(key) ?? new Intl.NumberFormat(localeOf(key))
    numbers.set(key, format)
    return format.format(value)
  },
}

/** The document's language and direction follow the words. */
function dressDocument(language: string): void {
  // there is none where the build writes the sign-in page
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

export { i18next as i18n }
