/** Language settings besides texts. */
import {
  isLanguage,
  languages,
  localeOf,
  rightToLeft,
  weekStartOf,
  type Language,
} from '#contract/languages.ts'

export { isLanguage, languages, localeOf, weekStartOf, type Language }

/** In its own language, for language pickers. */
export const languageNames: Record<Language, string> = {
  en: 'English',
  he: 'עברית',
  ar: 'العربية',
  ru: 'Русский',
  cs: 'Čeština',
  sk: 'Slovenčina',
}

export const directionOf = (language: Language): 'ltr' | 'rtl' =>
  rightToLeft.includes(language) ? 'rtl' : 'ltr'
