/** Spec section 1: en is the default and the fallback; Arabic and Hebrew run right to left. */
export const languages = ['en', 'he', 'ar', 'ru', 'cs', 'sk'] as const
export type Language = (typeof languages)[number]
export const rightToLeft: readonly Language[] = ['he', 'ar']
export function isLanguage(value: unknown): value is Language {
  return languages.some((language) => language === value)
}
