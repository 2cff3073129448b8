/**
 * The file of rows that failed: what was given of each, behind the two columns that say which row it
 * was and why, so that it can be mended and given again. Known again by headings that nobody writes
 * by themselves; a spreadsheet may move its columns.
 */
import type { ImportKind } from '#contract/imports.ts'
import { languages, type Language } from '#contract/languages.ts'
import type { CsvCell } from '#contract/rules/csv.ts'
import ar from '../../../locales/ar/imports.json'
import cs from '../../../locales/cs/imports.json'
import en from '../../../locales/en/imports.json'
import he from '../../../locales/he/imports.json'
import ru from '../../../locales/ru/imports.json'
import sk from '../../../locales/sk/imports.json'
import type { Table } from './csvFile.ts'
import { fieldInWords } from './headingWords.ts'
import type { Fault } from './readRow.ts'

const locales = { en, he, ar, ru, cs, sk } satisfies Record<Language, unknown>

/**
 * Which columns an earlier import added: what it told of each row, and those for the cells that no
 * heading was above. Without both of the former it is a file of the person's own.
 */
export function addedColumns(headings: readonly string[]): {
  surplus: ReadonlySet<number>
  all: ReadonlySet<number>
} {
  const language = languages.find(
    (one) =>
      headings.includes(locales[one].failedRowNumber) &&
      headings.includes(locales[one].failedRowReason),
  )
  if (language === undefined) return { surplus: new Set(), all: new Set() }
  const { failedRowNumber, failedRowReason, failedRowSurplus } = locales[language]
  const placesOf = (...words: string[]) =>
    headings.flatMap((heading, place) => (words.includes(heading) ? [place] : []))
  return {
    surplus: new Set(placesOf(failedRowSurplus)),
    all: new Set(placesOf(failedRowNumber, failedRowReason, failedRowSurplus)),
  }
}

/**
 * What the import says comes first: whoever takes a surplus cell out moves all behind it. Surplus
 * cells have columns with a heading of their own, or a program would give them columns without one,
 * and the row would be as wide as its headings.
 */
export function failedRowsOf(
  { headings, rows }: Table,
  faults: ReadonlyMap<number, readonly Fault[]>,
  kind: ImportKind,
  language: Language,
): { headings: string[]; rows: Iterable<CsvCell[]> } {
  const { surplus, all } = addedColumns(headings)
  const given = headings.flatMap((_, place) => (all.has(place) ? [] : [place]))
  const beyond = (cells: readonly string[]) => {
    const rest = cells.filter((_, place) => place >= headings.length || surplus.has(place))
    return rest.slice(0, rest.findLastIndex((cell) => cell.trim() !== '') + 1)
  }
  const failed = rows.filter(({ row }) => faults.has(row))
  const wide = failed.reduce((most, { cells }) => Math.max(most, beyond(cells).length), 0)
  const words = locales[language]
  function* lines(): Generator<CsvCell[]> {
    for (const { row, cells } of failed) {
      const rest = beyond(cells)
      yield [
        row,
        reasonsInWords(language, kind, faults.get(row) ?? []),
        ...given.map((place) => cells[place] ?? ''),
        ...Array.from({ length: wide }, (_, place) => rest[place] ?? ''),
      ]
    }
  }
  return {
    headings: [
      words.failedRowNumber,
      words.failedRowReason,
      ...given.map((place) => headings[place] ?? ''),
      ...Array.from({ length: wide }, () => words.failedRowSurplus),
    ],
    rows: lines(),
  }
}

const reasonsInWords = (language: Language, kind: ImportKind, faults: readonly Fault[]): string =>
  faults
    .map(({ column, field, code }) => {
      const reason = locales[language][`fault_${code}`]
      const about = column ?? (field && fieldInWords(language, kind, field))
      return about === undefined ? reason : `${about}: ${reason}`
    })
    .join('; ')
