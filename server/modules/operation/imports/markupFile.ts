/**
 * Reads tables from markup saved as .xls: web pages of reporting tools, and XML spreadsheets of
 * Excel 2003. Runs in a worker thread, because the file is untrusted.
 */
import { Parser } from 'htmlparser2'
import { prefix } from '#contract/rules/truncate.ts'
import { badInput } from '#kernel/http/errors.ts'
import { LIMITS } from './csvFile.ts'
import { linesOf } from './csvLines.ts'

const start = (text: string) => prefix(text, 4096).replace(/^[\ufeff\s]+/, '')

export const isMarkup = (text: string): boolean => /^<(?:!|\?xml|[a-z])/i.test(start(text))

export function refuseOtherFormats(text: string): void {
  const first = start(text)
  if (/^[{[]\s*["{[\]}]/.test(first))
    throw badInput('body.file', 'isJson', 'This is JSON. Export a table: CSV or .xlsx.')
  if (first.startsWith('%PDF-'))
    throw badInput('body.file', 'isPdf', 'This is a PDF. Export a table: CSV or .xlsx.')
  if (/^MIME-Version:/i.test(first))
    throw badInput(
      'body.file',
      'isWebArchive',
      'This is a web archive. Open it in a spreadsheet and save it as .xlsx.',
    )
}

interface Table {
  rows: string[][]
  spans: Map<number, number>
}

/**
 * Returns the largest table as CSV. A cell that spans rows or columns fills only its first
 * position.
 */
export function readMarkup(text: string): string {
  const isXml = /<(?:\w+:)?Workbook\b/.test(prefix(text, 64 * 1024))
  const tables = isXml ? tablesOf(text, SHEETS) : tablesOf(text, PAGE)
  const largest = tables.reduce<string[][]>(
    (best, rows) => (cellsIn(rows) > cellsIn(best) ? rows : best),
    [],
  )
  if (cellsIn(largest) === 0)
    throw badInput(
      'body.file',
      'noTable',
      'This is markup (HTML or XML) without a table. Export a table: CSV or .xlsx.',
    )
  return linesOf(largest)
}

const cellsIn = (rows: readonly (readonly string[])[]) =>
  rows.reduce((sum, row) => sum + row.filter((cell) => cell !== '').length, 0)

interface Dialect {
  isXml: boolean
  table: string
  row: string
  cells: readonly string[]
  columnSpan: string
  rowSpan: string
  further: number
}
const PAGE: Dialect = {
  isXml: false,
  table: 'table',
  row: 'tr',
  cells: ['td', 'th'],
  columnSpan: 'colspan',
  rowSpan: 'rowspan',
  further: 0,
}
const SHEETS: Dialect = {
  isXml: true,
  table: 'Table',
  row: 'Row',
  cells: ['Cell'],
  columnSpan: 'ss:MergeAcross',
  rowSpan: 'ss:MergeDown',
  further: 1,
}
const HIDDEN = new Set(['script', 'style', 'Comment', 'ss:Comment'])

function tablesOf(text: string, dialect: Dialect): string[][][] {
  const { isXml, table, row, cells, columnSpan, rowSpan, further } = dialect
  const done: string[][][] = []
  const open: Table[] = []
  let cell: { text: string; columns: number; rows: number } | null = null
  let hidden = 0
  let count = 0
  const plain = (name: string) => name.replace(/^ss:/, '')
  const rowOf = () => open.at(-1)?.rows.at(-1)
  const number = (value: string | undefined) => Math.min(Number(value) || 0, LIMITS.columns)

  /** Skips positions covered by cells that span down from rows above. */
  function skipSpans(cellsOfRow: string[], spans: Map<number, number>): void {
    for (let left = spans.get(cellsOfRow.length) ?? 0; left > 0;) {
      spans.set(cellsOfRow.length, left - 1)
      cellsOfRow.push('')
      left = spans.get(cellsOfRow.length) ?? 0
    }
  }
  function endCell(): void {
    const current = open.at(-1)
    const own = rowOf()
    if (cell === null || current === undefined || own === undefined) return
    skipSpans(own, current.spans)
    for (let at = 0; at < cell.columns && own.length < LIMITS.columns * 2; at += 1) {
      if (cell.rows > 1) current.spans.set(own.length, cell.rows - 1)
      own.push(
        at === 0
          ? cell.text
              .replaceAll(/[ \t\r\f]+/g, ' ')
              .replaceAll(/ ?\n ?/g, '\n')
              .trim()
          : '',
      )
      count += 1
    }
    if (count > LIMITS.cells)
      throw badInput(
        'body.file',
        'tooManyRows',
        `A file may have at most ${LIMITS.cells} cells; split it.`,
      )
    cell = null
  }
  const parser = new Parser(
    {
      onopentag(tag, attributes) {
        const name = isXml ? plain(tag) : tag
        if (HIDDEN.has(tag)) hidden += 1
        else if (name === table) {
          endCell()
          open.push({ rows: [], spans: new Map() })
        } else if (name === row && open.length > 0) {
          endCell()
          const index = Number(attributes['ss:Index'] ?? 0)
          const rows = open.at(-1)?.rows ?? []
          // an XML spreadsheet omits empty rows
          while (index > rows.length + 1 && rows.length < LIMITS.rows) rows.push([])
          rows.push([])
        } else if (cells.includes(name) && rowOf() !== undefined) {
          endCell()
          const own = rowOf() ?? []
          const index = number(attributes['ss:Index'])
          while (index > own.length + 1) own.push('')
          cell = {
            text: '',
            columns: Math.max(1, number(attributes[columnSpan]) + further),
            rows: Math.max(1, Math.min(Number(attributes[rowSpan]) || 0, LIMITS.rows) + further),
          }
        } else if (cell !== null && /^(br|p|div|li)$/.test(name) && cell.text.trim() !== '')
          cell.text += '\n'
      },
      ontext(piece) {
        if (cell !== null && hidden === 0)
          cell.text += isXml ? piece : piece.replaceAll(/\s+/g, ' ').replaceAll('\u00a0', ' ')
      },
      onclosetag(tag) {
        const name = isXml ? plain(tag) : tag
        if (HIDDEN.has(tag)) hidden = Math.max(0, hidden - 1)
        else if (cells.includes(name) || name === row) endCell()
        else if (name === table) {
          endCell()
          const closed = open.pop()
          if (closed !== undefined) done.push(closed.rows)
        }
      },
    },
    { xmlMode: isXml, decodeEntities: true },
  )
  parser.write(text)
  parser.end()
  return done
}
