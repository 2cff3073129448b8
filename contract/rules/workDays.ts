import type { Language } from '#contract/languages.ts'

/**
 * Weekend in the regions where most readers of the language live: Friday and Saturday, or Saturday
 * and Sunday.
 */
const weekends: Record<Language, readonly number[]> = {
  en: [6, 0],
  he: [5, 6],
  ar: [5, 6],
  ru: [6, 0],
  cs: [6, 0],
  sk: [6, 0],
}
/** Proposed working days, used until the company has set its own. */
export const workDaysOf = (language: Language): number[] =>
  [0, 1, 2, 3, 4, 5, 6].filter((day) => !weekends[language].includes(day))
