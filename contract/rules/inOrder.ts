/** Comparisons for sorting. Names that people read sort by their language (decision 63). */
import type { Language } from '#contract/languages.ts'

const collators = new Map<Language, Intl.Collator>()

/** Compares as the server sorts: numbers by value, and case only as the last difference. */
export function nameOrder(language: Language): Intl.Collator {
  const known = collators.get(language)
  if (known !== undefined) return known
  const collator = new Intl.Collator(language, { numeric: true })
  collators.set(language, collator)
  return collator
}

/** For dates, times, keys and codes, which nobody reads as names. */
export const compareCodes = (one: string, other: string): number =>
  one < other ? -1 : Number(one > other)
