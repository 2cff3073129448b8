/**
 * The file of failed rows: each with its row number and reason in two added columns, so that it can
 * be corrected and imported again. Recognised by distinctive headings, in any column order.
 */
import type { ImportKind } from '#contract/imports.ts'
import { languages, type Language } from '#contract/languages.ts'
import type { CsvCell } from '#contract/rules/csv.ts'
import ar from '../../../../locales/ar/imports.json'
import cs from '../../../../locales/cs/imports.json'
import en from '../../../../locales/en/imports.json'
import he from '../../../../locales/he/imports.json'
import ru from '../../../../locales/ru/imports.json'
import sk from '../../../../locales/sk/imports.json'
import arRules from '../../../../locales/ar/recurrence.json'
import csRules from '../../../../locales/cs/recurrence.json'
import enRules from '../../../../locales/en/recurrence.json'
import heRules from '../../../../locales/he/recurrence.json'
import ruRules from '../../../../locales/ru/recurrence.json'
import skRules from '../../../../locales/sk/recurrence.json'
import type { Table } from './csvFile.ts'
import { fieldLabel } from './headingWords.ts'
import type { Fault } from './readRow.ts'

const locales = { en, he, ar, ru, cs, sk } satisfies Record<Language, unknown>
const recurrence = {
  en: enRules,
  he: heRules,
  ar: arRules,
  ru: ruRules,
  cs: csRules,
  sk: skRules,
} satisfies Record<Language, unknown>

/**
 * The columns that an earlier import added: row number, reason, and surplus cells. If either of the
 * first two is missing, it is the user's own file.
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
    headings.flatMap((heading, column) => (words.includes(heading) ? [column] : []))
  return {
    surplus: new Set(placesOf(failedRowSurplus)),
    all: new Set(placesOf(failedRowNumber, failedRowReason, failedRowSurplus)),
  }
}

/**
 * The added columns come first, because removing a surplus cell shifts those after it. Surplus
 * cells get headings of their own, so that every row is as wide as the headings.
 */
export function failedRowsOf(
  { headings, rows }: Table,
  faults: ReadonlyMap<number, readonly Fault[]>,
  kind: ImportKind,
  language: Language,
): { headings: string[]; rows: Iterable<CsvCell[]> } {
  const { surplus, all } = addedColumns(headings)
  const given = headings.flatMap((_, column) => (all.has(column) ? [] : [column]))
  const beyond = (cells: readonly string[]) => {
    const rest = cells.filter((_, column) => column >= headings.length || surplus.has(column))
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
        ...given.map((column) => cells[column] ?? ''),
        ...Array.from({ length: wide }, (_, column) => rest[column] ?? ''),
      ]
    }
  }
  return {
    headings: [
      words.failedRowNumber,
      words.failedRowReason,
      ...given.map((column) => headings[column] ?? ''),
      ...Array.from({ length: wide }, () => words.failedRowSurplus),
    ],
    rows: lines(),
  }
}

function refusalInWords(
  language: Language,
  { code, part, value }: NonNullable<Fault['because']>,
): string {
  const rules: Readonly<Record<string, string>> = recurrence[language].fault
  const words = locales[language]
  const others: Readonly<Record<string, string>> = {
    wrongTarget: words.because_wrongTarget,
    wrongEquipmentType: words.because_wrongEquipmentType,
    spanTooLong: words.because_spanTooLong,
  }
  return (others[code] ?? rules[code] ?? '')
    .replaceAll('{{part}}', part ?? '')
    .replaceAll('{{value}}', value ?? '')
}

const reasonsInWords = (language: Language, kind: ImportKind, faults: readonly Fault[]): string =>
  faults
    .map(({ column, field, code, because }) => {
      const plain = locales[language][`fault_${code}`]
      const reason =
        because === undefined ? plain : `${plain}: ${refusalInWords(language, because)}`
      const about = column ?? (field && fieldLabel(language, kind, field))
      return about === undefined ? reason : `${about}: ${reason}`
    })
    .join('; ')
