import { plainDigits } from '#contract/formatters.ts'

/**
 * One cell and one line of CSV that people open in a spreadsheet: quoted where needed, formulas
 * made harmless. The server's exports and the charts' hold one rule.
 */
export type CsvCell = string | number | boolean | null | undefined

/** What a spreadsheet reads as the beginning of a formula, the wide forms among it. */
const FORMULA_START = /^(?=\s*[=+\-@＝＋－＠]|[\t\r])/
const GUARDED_START = /^'(?=\s*[=+\-@＝＋－＠]|[\t\r])/
/**
 * Where it is set to Czech, Russian or Slovak it starts a cell at a semicolon, quotes or not;
 * pasted text, at a tab.
 */
const FORMULA_WITHIN = /([;\t\r\n]\s*)(?=[=+@＝＋－＠]|-\S)/g
const GUARDED_WITHIN = /([;\t\r\n]\s*)'(?=[=+@＝＋－＠]|-\S)/g

/**
 * A text that a spreadsheet would run as a formula gets an apostrophe in front of it (OWASP, 'CSV
 * injection'). Numbers stay.
 */
const guarded = (text: string): string =>
  /^[+-]?\d+([.,]\d+)?$/.test(text)
    ? text
    : text.replaceAll(FORMULA_WITHIN, "$1'").replace(FORMULA_START, "'")

export function csvCell(value: CsvCell): string {
  const text =
    value === null || value === undefined
      ? ''
      : typeof value === 'number'
        ? plainDigits(value)
        : String(value)
  const harmless = typeof value === 'string' ? guarded(text) : text
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}

/** What a cell was before `csvCell` guarded it; an apostrophe that it would not put there stays. */
export function withoutGuards(cell: string): string {
  if (!cell.includes("'")) return cell
  const text = cell.replace(GUARDED_START, '').replaceAll(GUARDED_WITHIN, '$1')
  return guarded(text) === cell ? text : cell
}

export const csvLine = (cells: readonly CsvCell[]) => `${cells.map(csvCell).join(',')}\r\n`

/** Lets Excel read Hebrew, Arabic and Czech. */
export const BYTE_ORDER_MARK = '\uFEFF'
