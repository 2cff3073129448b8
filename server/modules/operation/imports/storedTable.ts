/**
 * Stores the rows of a workbook as one JSON text per line, which reads five times as fast as CSV.
 */
import { makeYielder } from '#kernel/work/yieldToEventLoop.ts'
import { rowOfCells, tableOfRows, type Known, type Table } from './csvFile.ts'
import type { TableRow } from './heading.ts'
import { tooLarge } from './zipFile.ts'

/** Distinguishes stored rows from our CSV, which would quote this cell. */
const FIRST_LINE = '{"rows":1}'
/**
 * Maximum characters of the table. Workbook cells share strings, so a small file can become
 * arbitrarily large.
 */
const LETTERS = 64 * 1024 * 1024

export function encodeTable(rows: readonly (readonly string[])[]): Uint8Array {
  let letters = 0
  const lines = [FIRST_LINE]
  for (const row of rows) {
    const line = JSON.stringify(row)
    letters += line.length + 1
    if (letters > LETTERS) throw tooLarge()
    lines.push(line)
  }
  return new TextEncoder().encode(lines.join('\n'))
}

export const isStoredTable = (bytes: Buffer): boolean =>
  bytes.subarray(0, FIRST_LINE.length).toString('latin1') === FIRST_LINE

export async function readStoredTable(
  bytes: Buffer,
  known: Pick<Known, 'heading'>,
): Promise<Table> {
  const breathe = makeYielder()
  const rows: TableRow[] = []
  let row = 0
  for (let at = FIRST_LINE.length + 1; at < bytes.length;) {
    const next = bytes.indexOf(LINE_BREAK, at)
    const end = next < 0 ? bytes.length : next
    row += 1
    const read = rowOfCells(row, JSON.parse(bytes.toString('utf8', at, end)) as string[])
    if (read !== null) rows.push(read)
    at = end + 1
    await breathe()
  }
  return tableOfRows(rows, known)
}

const LINE_BREAK = 0x0a
