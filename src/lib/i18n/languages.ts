/** Language settings besides texts. */
import {
  isLanguage,
  languages,
  rightToLeft,
  weekStartOf,
  type Language,
} from '#contract/languages.ts'

export { isLanguage, languages, weekStartOf, type Language }

/**
 * The locale for Intl. Arabic keeps Latin digits, since ids and counts are read aloud and typed
 * from labels.
 */
const locales: Record<Language, string> = {
  en: 'en-GB',
  he: 'he-IL',
  ar: 'ar-EG-u-nu-latn',
  ru: 'ru-RU',
  cs: 'cs-CZ',
  sk: 'sk-SK',
}

/** In its own language, for language pickers. */
export const languageNames: Record<Language, string> = {
  en: 'English',
  he: 'עברית',
  ar: 'العربية',
  ru: 'Русский',
  cs: 'Čeština',
  sk: 'Slovenčina',
}

export const localeOf = (language: Language): string => locales[language]
export const directionOf = (language: Language): 'ltr' | 'rtl' =>
  rightToLeft.includes(language) ? 'rtl' : 'ltr'
