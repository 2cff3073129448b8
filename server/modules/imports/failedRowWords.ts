/** What the file of failed rows says beside them, in the words of the screen. */
import { languages, type Language } from '#contract/languages'
import ar from '../../../locales/ar/imports.json'
import cs from '../../../locales/cs/imports.json'
import en from '../../../locales/en/imports.json'
import he from '../../../locales/he/imports.json'
import ru from '../../../locales/ru/imports.json'
import sk from '../../../locales/sk/imports.json'
import type { Fault } from './readRow.ts'

const locales = { en, he, ar, ru, cs, sk } satisfies Record<Language, unknown>

/** Two columns behind those of the file that was given. */
export const failedRowHeadings = (language: Language): readonly string[] => [
  locales[language].faultRow,
  locales[language].faultReason,
]

export const reasonsInWords = (language: Language, faults: readonly Fault[]): string =>
  faults
    .map(({ column, code }) => {
      const reason = locales[language][`fault_${code}`]
      return column === null ? reason : `${column}: ${reason}`
    })
    .join('; ')

/** The headings of a file without what an earlier import of it added behind. */
export function withoutFailedRowHeadings(headings: readonly string[]): readonly string[] {
  const last = headings.slice(-2)
  const isAdded = languages.some((language) =>
    failedRowHeadings(language).every((heading, place) => heading === last[place]),
  )
  return isAdded ? headings.slice(0, -2) : headings
}
