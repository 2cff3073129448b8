import {
  directionOf,
  isLanguage,
  languages,
  localeOf,
  weekStartOf,
  type Language,
} from '#contract/languages.ts'

export { directionOf, isLanguage, languages, localeOf, weekStartOf, type Language }

/** In its own language, for language pickers. */
export const languageNames: Record<Language, string> = {
  en: 'English',
  he: 'עברית',
  ar: 'العربية',
  ru: 'Русский',
  cs: 'Čeština',
  sk: 'Slovenčina',
}
