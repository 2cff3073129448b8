import { tooLarge } from './zipFile.ts'

/**
 * Maximum characters of the table. Workbook cells share strings, so a small file can become
 * arbitrarily large.
 */
const LETTERS = 64 * 1024 * 1024

export function linesOf(rows: readonly (readonly string[])[]): string {
  let letters = 0
  const lines: string[] = []
  for (const row of rows) {
    const line = row.map(quoted).join(',')
    letters += line.length + 1
    if (letters > LETTERS) throw tooLarge()
    lines.push(line)
  }
  return lines.join('\n')
}

const quoted = (cell: string): string =>
  /[",\r\n]|^\s|\s$/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell
