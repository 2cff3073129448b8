/** XML of a worksheet (ECMA-376, part 1, 18.3). Numbers and dates are typed; texts are inline. */
import type { ExportCell } from '#kernel/data/exportSource.ts'
import { escapeFormula, withoutGuards } from '#contract/rules/csv.ts'
import { prefix } from '#contract/rules/truncate.ts'
import { DAY_MS, wallAt } from '#contract/timeZones/wallTime.ts'

/** Excel's maximum rows per sheet, and characters per cell. */
export const MAX_ROWS = 1_048_576
export const MAX_TEXT = 32_767

/** Days from 1899-12-30, the day zero of Excel, to 1970-01-01. */
const DAY_ZERO = 25_569
/** Excel counts a nonexistent day, 1900-02-29, so earlier dates are written as text. */
const FIRST_DAY = 61
const LAST_DAY = 2_958_465

const STYLES = { plain: 0, heading: 1, inert: 2, day: 3 } as const
const FIRST_OFFSET = 4

const isRisky = (text: string): boolean => escapeFormula(text) !== text

const ILLEGAL =
  /[\u0000-\u0008\u000b-\u001f\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g
const LIKE_ESCAPED = /_(?=x[0-9A-Fa-f]{4}_)/g

/** Characters that are invalid in XML are written as `_xHHHH_` (ECMA-376, 22.9.2.19). */
const xmlText = (text: string): string =>
  text
    .replaceAll(LIKE_ESCAPED, '_x005F_')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll(
      ILLEGAL,
      (unit) => `_x${unit.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`,
    )

export const xmlAttribute = (text: string): string => xmlText(text).replaceAll('"', '&quot;')

export function columnName(index: number): string {
  const rest = Math.floor(index / 26)
  return (rest === 0 ? '' : columnName(rest - 1)) + String.fromCharCode(65 + (index % 26))
}

export interface LongText {
  sheet: string
  cell: string
  text: string
}

export class SheetParts {
  /** Minutes from UTC, in the order of their styles. */
  readonly offsets: number[] = []
  readonly longTexts: LongText[] = []
  readonly #zone: string

  constructor(zone: string) {
    this.#zone = zone
  }

  row(number: number, cells: readonly ExportCell[], names: readonly string[], sheet: string) {
    let xml = `<row r="${number}">`
    for (let index = 0; index < cells.length; index += 1) {
      const cell = cells[index]
      if (cell === null || cell === undefined || cell === '') continue
      xml += this.#cell(`${names[index] ?? columnName(index)}${number}`, cell, sheet)
    }
    return `${xml}</row>`
  }

  #cell(place: string, cell: Exclude<ExportCell, null>, sheet: string): string {
    if (typeof cell === 'string') return this.text(place, cell, sheet)
    if (typeof cell === 'boolean') return `<c r="${place}" t="b"><v>${cell ? 1 : 0}</v></c>`
    if (typeof cell === 'number')
      return Number.isFinite(cell)
        ? `<c r="${place}"><v>${cell}</v></c>`
        : this.text(place, String(cell), sheet)
    if ('at' in cell) return this.#instant(place, cell.at, sheet)
    if ('day' in cell) {
      const day = Date.parse(`${cell.day}T00:00:00Z`) / DAY_MS + DAY_ZERO
      return day >= FIRST_DAY && day <= LAST_DAY
        ? `<c r="${place}" s="${STYLES.day}"><v>${day}</v></c>`
        : this.text(place, cell.day, sheet)
    }
    throw new TypeError('Words are translated before they are written')
  }

  /**
   * Writes the company's wall time. The format contains the offset, so that the value stays a date.
   */
  #instant(place: string, at: number, sheet: string): string {
    // Truncated to the second like CSV; a spreadsheet would round up.
    const wall = Math.floor(wallAt(at, this.#zone) / 1_000) * 1_000
    const value = wall / DAY_MS + DAY_ZERO
    if (!(value >= FIRST_DAY && value < LAST_DAY + 1))
      return this.text(place, wallText(at, this.#zone), sheet)
    const offset = Math.round((wallAt(at, this.#zone) - at) / 60_000)
    const known = this.offsets.indexOf(offset)
    const style = FIRST_OFFSET + (known === -1 ? this.offsets.push(offset) - 1 : known)
    return `<c r="${place}" s="${style}"><v>${value}</v></c>`
  }

  text(place: string, said: string, sheet: string): string {
    // Imports remove one guard, so text that looks guarded gets another.
    const whole = withoutGuards(said) === said ? said : escapeFormula(said)
    if (whole.length > MAX_TEXT) this.longTexts.push({ sheet, cell: place, text: whole })
    const text = whole.length > MAX_TEXT ? `${prefix(whole, MAX_TEXT - 1)}…` : whole
    const style = isRisky(text) ? ` s="${STYLES.inert}"` : ''
    return `<c r="${place}"${style} t="inlineStr"><is><t xml:space="preserve">${xmlText(text)}</t></is></c>`
  }

  heading(titles: readonly string[], sheet: string): string {
    const cells = titles.map((title, index) =>
      this.text(`${columnName(index)}1`, title, sheet).replace(
        /^<c (r="\w+")(?: s="\d+")?/,
        `<c $1 s="${STYLES.heading}"`,
      ),
    )
    return `<row r="1">${cells.join('')}</row>`
  }

  styles(): string {
    const formats = this.offsets.map(
      (offset, index) =>
        `<numFmt numFmtId="${165 + index}" formatCode="${xmlAttribute(
          `yyyy-mm-dd hh:mm:ss" ${offsetText(offset)}"`,
        )}"/>`,
    )
    const xf = (numFmtId: number, rest = '') =>
      `<xf numFmtId="${numFmtId}" fontId="0" fillId="0" borderId="0" xfId="0"${rest}/>`
    return `<styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><numFmts count="${
      formats.length + 1
    }"><numFmt numFmtId="164" formatCode="yyyy-mm-dd"/>${formats.join(
      '',
    )}</numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="${
      this.offsets.length + FIRST_OFFSET
    }">${xf(0)}${xf(0, ' applyFont="1"').replace('fontId="0"', 'fontId="1"')}${xf(
      0,
      ' quotePrefix="1"',
    )}${xf(164, ' applyNumberFormat="1"')}${this.offsets
      .map((_, index) => xf(165 + index, ' applyNumberFormat="1"'))
      .join(
        '',
      )}</cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`
  }
}

const padded = (value: number) => String(value).padStart(2, '0')

const offsetText = (minutes: number): string =>
  `${minutes < 0 ? '-' : '+'}${padded(Math.floor(Math.abs(minutes) / 60))}:${padded(
    Math.abs(minutes) % 60,
  )}`

export function wallText(at: number, zone: string): string {
  const wall = wallAt(at, zone)
  return `${new Date(wall).toISOString().replace(/\.\d+Z$/, '')}${offsetText(
    Math.round((wall - at) / 60_000),
  )}`
}
