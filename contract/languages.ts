/** Spec section 1: en is the default and the fallback; Arabic and Hebrew run right to left. */
export const languages = ['en', 'he', 'ar', 'ru', 'cs', 'sk'] as const
export type Language = (typeof languages)[number]
const rightToLeft: readonly Language[] = ['he', 'ar']
export const directionOf = (language: Language): 'ltr' | 'rtl' =>
  rightToLeft.includes(language) ? 'rtl' : 'ltr'
export function isLanguage(value: unknown): value is Language {
  return languages.some((language) => language === value)
}

/** Spec section 9: Saturday for Arabic, Sunday for Hebrew, Monday for the others. 0 is Sunday. */
const weekStarts: Record<Language, 0 | 1 | 6> = { en: 1, he: 0, ar: 6, ru: 1, cs: 1, sk: 1 }
export const weekStartOf = (language: Language): 0 | 1 | 6 => weekStarts[language]

const locales: Record<Language, string> = {
  en: 'en-GB',
  he: 'he-IL',
  ar: 'ar-EG-u-nu-latn',
  ru: 'ru-RU',
  cs: 'cs-CZ',
  sk: 'sk-SK',
}
export const localeOf = (language: Language): string => locales[language]
