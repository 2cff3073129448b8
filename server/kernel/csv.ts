/** CSV that people open in a spreadsheet: quoted where needed, formula cells made harmless, streamed row by row. */
import { Readable } from 'node:stream'

type Cell = string | number | boolean | null | undefined

/** A cell that a spreadsheet would run as a formula gets an apostrophe in front (OWASP, 'CSV injection'). Numbers stay. */
export function csvCell(value: Cell): string {
  const text = value === null || value === undefined ? '' : String(value)
  const harmless = typeof value === 'string' && /^[\s]*[=+\-@\t\r]/.test(text) && !/^[+-]?\d+([.,]\d+)?$/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}

export const csvLine = (cells: readonly Cell[]) => `${cells.map(csvCell).join(',')}\r\n`

/** The byte order mark lets Excel read Hebrew, Arabic and Czech. */
export function csvStream(heading: readonly string[], rows: AsyncIterable<readonly Cell[]>): Readable {
  async function* lines() {
    yield `\uFEFF${csvLine(heading)}`
    for await (const row of rows) yield csvLine(row)
  }
  return Readable.from(lines(), { objectMode: false })
}
