import { CsvError, parse, type Parser } from 'csv-parse'
import { Readable } from 'node:stream'
import { makeYielder } from '#kernel/work/yieldToEventLoop.ts'
import type { Delimiter, Heading } from '#contract/importReading.ts'
import { withoutGuards } from '#contract/rules/csv.ts'
import { prefix } from '#contract/rules/truncate.ts'
import { badInput } from '#kernel/http/errors.ts'
import { splitAt, type Headed, type TableRow } from './heading.ts'
import { delimiterOf, firstLine, textOf, withoutSeparatorLine } from './textFile.ts'

/** `row` counts from 1, as in a spreadsheet. Empty lines are skipped but counted. */
export type Table = Headed

/**
 * Properties detected earlier. Omitted properties are detected now; `first` is the first row with
 * content.
 */
export interface Known {
  delimiter?: Delimiter | undefined
  heading?: Heading | 'first' | undefined
}

export const LIMITS = {
  columns: 500,
  rows: 200_000,
  cells: 4_000_000,
  recordBytes: 1_000_000,
} as const

const SLICE_LETTERS = 64 * 1024

async function* inSlices(text: string): AsyncGenerator<string> {
  const breathe = makeYielder()
  for (let at = 0; at < text.length;) {
    // Each slice is encoded separately, so none may end inside a surrogate pair.
    const slice = prefix(text.slice(at, at + SLICE_LETTERS + 1), SLICE_LETTERS)
    yield slice
    at += slice.length
    await breathe()
  }
}

export const readTable = (bytes: Uint8Array, known?: Known): Promise<Table> =>
  tableOf(textOf(bytes).text, known)

export async function tableOf(whole: string, known: Known = {}): Promise<Table> {
  const rows: TableRow[] = []
  const delimiter = known.delimiter ?? delimiterOf(whole)
  const text = withoutSeparatorLine(whole)
  // Checked before parsing, which would only report a row that is too long.
  const first = firstLine(text)
  const wide = first.line.split(delimiter).length
  if (wide > LIMITS.columns * 2) throw tooManyColumns(first.row, wide)
  let row = text === whole ? 0 : 1
  let cellCount = 0
  const parser = Readable.from(inSlices(text)).pipe(
    ofAnyWidth(
      parse({
        delimiter,
        relax_column_count: true,
        relax_quotes: true,
        max_record_size: LIMITS.recordBytes,
        record_delimiter: ['\r\n', '\n', '\r'],
      }),
    ),
  )
  try {
    for await (const record of parser) {
      // without `columns` and `cast`, the parser returns plain strings
      const cells = (record as string[]).map(withoutGuards)
      row += 1
      if (cells.length > LIMITS.columns) throw tooManyColumns(row, cells.length)
      if (cells.some((cell) => cell.trim() !== '')) rows.push({ row, cells })
      cellCount += cells.length
      if (cellCount > LIMITS.cells)
        throw badInput(
          'body.file',
          'tooManyRows',
          `A file may have at most ${LIMITS.cells} cells; split it.`,
        )
      if (row > LIMITS.rows * 2 || rows.length > LIMITS.rows + 1)
        throw badInput(
          'body.file',
          'tooManyRows',
          `A file may have at most ${LIMITS.rows} rows; split it.`,
        )
    }
  } catch (error) {
    // The parser reads ahead of the consumer.
    if (error instanceof CsvError)
      throw unreadable(error, Math.max(row, parser.info.records + (text === whole ? 0 : 1)) + 1)
    throw error
  }
  return headedOf(rows, known)
}

export function tableOfCells(
  cells: readonly (readonly string[])[],
  known: Pick<Known, 'heading'> = {},
): Table {
  const rows: TableRow[] = []
  for (const [index, row] of cells.entries()) {
    const read = rowOfCells(index + 1, row)
    if (read !== null) rows.push(read)
  }
  return tableOfRows(rows, known)
}

/** Null if the row is empty. */
export function rowOfCells(row: number, cells: readonly string[]): TableRow | null {
  if (cells.length > LIMITS.columns) throw tooManyColumns(row, cells.length)
  return cells.some((cell) => cell.trim() !== '') ? { row, cells: cells.map(withoutGuards) } : null
}

export function tableOfRows(rows: readonly TableRow[], known: Pick<Known, 'heading'> = {}): Table {
  if (rows.length > LIMITS.rows + 1)
    throw badInput(
      'body.file',
      'tooManyRows',
      `A file may have at most ${LIMITS.rows} rows; split it.`,
    )
  return headedOf(rows, known)
}

function headedOf(rows: readonly TableRow[], known: Pick<Known, 'heading'>): Table {
  const table = splitAt(rows, known.heading)
  if (table === undefined)
    throw badInput('body.file', 'noHeading', 'No row holds the names of the columns.')
  if (table.rows.length === 0)
    throw badInput('body.file', 'noRows', 'There are no rows below the heading.')
  return table
}

/**
 * For each row whose width differs from the first, the library creates an error with stack and a
 * copy of the row. It discards the error where rows may differ. That costs 40 µs a row, ten times
 * the parsing, so the expected width is made equal to the row's.
 */
function ofAnyWidth(parser: Parser): Parser {
  // Internals missing from the library's types: the current record, and the expected length.
  const { state } = parser as unknown as { state: { record: string[] } }
  Object.defineProperty(state, 'expectedRecordLength', {
    get: () => state.record.length,
    set() {}, // the getter decides
  })
  return parser
}

const tooManyColumns = (row: number, columns: number) =>
  badInput(
    'body.file',
    'tooManyColumns',
    `Row ${row} has ${columns} columns; at most ${LIMITS.columns} are read. Is the separator right?`,
  )

function unreadable(error: CsvError, row: number) {
  if (error.code === 'CSV_QUOTE_NOT_CLOSED')
    return badInput(
      'body.file',
      'unclosedQuote',
      `A quote that begins at row ${row} is never closed.`,
    )
  if (error.code === 'CSV_MAX_RECORD_SIZE')
    return badInput(
      'body.file',
      'unclosedQuote',
      `Row ${row} is longer than ${LIMITS.recordBytes} characters; a quote may not be closed.`,
    )
  return badInput('body.file', 'unreadable', `Row ${row} cannot be read as CSV.`)
}
