import { plainDigits } from '#contract/formatters.ts'

export type CsvCell = string | number | boolean | null | undefined

/**
 * Characters that start a formula in a spreadsheet, including the full-width forms. Text that
 * looks guarded already gets another apostrophe, so that reading restores it.
 */
const FORMULA_START = /^(?='*(?:\s*[=+\-@＝＋－＠]|[\t\r]))/
const GUARDED_START = /^'(?='*(?:\s*[=+\-@＝＋－＠]|[\t\r]))/
/**
 * A spreadsheet set to Czech, Russian or Slovak starts a cell at a semicolon, even inside quotes.
 * Pasted text starts a cell at a tab.
 */
const FORMULA_WITHIN = /([;\t\r\n]\s*)(?='*(?:[=+@＝＋－＠]|-\S))/g
const GUARDED_WITHIN = /([;\t\r\n]\s*)'(?='*(?:[=+@＝＋－＠]|-\S))/g

/**
 * Puts an apostrophe in front of text that a spreadsheet would run as a formula (OWASP, 'CSV
 * injection'). Numbers stay.
 */
export const escapeFormula = (text: string): string =>
  /^[+-]?\d+([.,]\d+)?$/.test(text)
    ? text
    : text.replaceAll(FORMULA_WITHIN, "$1'").replace(FORMULA_START, "'")

export interface CsvForm {
  separator: ',' | ';'
  decimal: '.' | ','
}
const PLAIN: CsvForm = { separator: ',', decimal: '.' }

export function csvCell(value: CsvCell, { separator, decimal }: CsvForm = PLAIN): string {
  if (typeof value === 'number') {
    const digits = plainDigits(value)
    return quotedIf(decimal === '.' ? digits : digits.replace('.', decimal), separator)
  }
  if (value === null || value === undefined) return ''
  return quotedIf(typeof value === 'string' ? escapeFormula(value) : String(value), separator)
}

const quotedIf = (text: string, separator: string): string =>
  /["\r\n]/.test(text) || text.includes(separator) ? `"${text.replaceAll('"', '""')}"` : text

/** Reverses the guard of `csvCell`. Keeps an apostrophe that `csvCell` would not add. */
export function withoutGuards(cell: string): string {
  if (!cell.includes("'")) return cell
  const text = cell.replace(GUARDED_START, '').replaceAll(GUARDED_WITHIN, '$1')
  return escapeFormula(text) === cell ? text : cell
}

export const csvLine = (cells: readonly CsvCell[], form: CsvForm = PLAIN) =>
  `${cells.map((cell) => csvCell(cell, form)).join(form.separator)}\r\n`

/** Excel needs the byte order mark to read Hebrew, Arabic and Czech. */
export const BYTE_ORDER_MARK = '\uFEFF'
