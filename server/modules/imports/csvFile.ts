/**
 * The bytes of a file into headings and rows; whatever cannot be a table is refused with where and
 * why.
 */
import { CsvError, parse, type Parser } from 'csv-parse'
import { Readable } from 'node:stream'
import { slices } from '#kernel/work/yieldToEventLoop.ts'
import type { Delimiter } from '#contract/imports.ts'
import { withoutGuards } from '#contract/rules/csv.ts'
import { prefix } from '#contract/rules/truncate.ts'
import { badInput } from '#kernel/http/errors.ts'
import { delimiterOf, firstLine, textOf } from './textFile.ts'

export interface Table {
  headings: string[]
  /**
   * `row` counts as a spreadsheet does, from 1. Empty lines, also those above the heading, are left
   * out but counted.
   */
  rows: { row: number; cells: string[] }[]
}

export const LIMITS = {
  columns: 500,
  rows: 200_000,
  cells: 4_000_000,
  recordBytes: 1_000_000,
} as const

/** So much is parsed before others are answered. */
const SLICE_LETTERS = 64 * 1024

async function* inSlices(text: string): AsyncGenerator<string> {
  const breathe = slices()
  for (let at = 0; at < text.length;) {
    // Each slice is encoded by itself, so none may end inside a surrogate pair.
    const slice = prefix(text.slice(at, at + SLICE_LETTERS + 1), SLICE_LETTERS)
    yield slice
    at += slice.length
    await breathe()
  }
}

/** As it was read before, or found out again. */
export const readTable = (bytes: Uint8Array, said?: Delimiter): Promise<Table> =>
  tableOf(textOf(bytes).text, said)

export async function tableOf(text: string, said?: Delimiter): Promise<Table> {
  const table: Table = { headings: [], rows: [] }
  const delimiter = said ?? delimiterOf(text)
  // Counted before parsing: a heading this wide would only be told to be too long a row.
  const first = firstLine(text)
  const wide = first.line.split(delimiter).length
  if (wide > LIMITS.columns * 2) throw tooManyColumns(first.row, wide)
  let row = 0
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
      // without `columns` and `cast` the parser gives plain strings
      const cells = (record as string[]).map(withoutGuards)
      row += 1
      if (cells.length > LIMITS.columns) throw tooManyColumns(row, cells.length)
      if (cells.some((cell) => cell.trim() !== '')) {
        if (table.headings.length === 0) table.headings = cells.map((heading) => heading.trim())
        else table.rows.push({ row, cells })
      }
      cellCount += cells.length
      if (cellCount > LIMITS.cells)
        throw badInput(
          'body.file',
          'tooManyRows',
          `A file may have at most ${LIMITS.cells} cells; split it.`,
        )
      if (row > LIMITS.rows * 2 || table.rows.length > LIMITS.rows)
        throw badInput(
          'body.file',
          'tooManyRows',
          `A file may have at most ${LIMITS.rows} rows; split it.`,
        )
    }
  } catch (error) {
    // The parser reads ahead of what has been taken from it.
    if (error instanceof CsvError) throw unreadable(error, Math.max(row, parser.info.records) + 1)
    throw error
  }
  if (table.headings.length === 0)
    throw badInput('body.file', 'noHeading', 'The first row must hold the names of the columns.')
  if (table.rows.length === 0)
    throw badInput('body.file', 'noRows', 'There are no rows below the heading.')
  return table
}

/**
 * For each row that is not as wide as the first the library makes an error, with a stack and a copy
 * of the row, and throws it away where rows may differ: forty microseconds a row, ten times what
 * reading it costs. So each row is as wide as is expected.
 */
function ofAnyWidth(parser: Parser): Parser {
  // What its types leave out: the record that is being read, and what it is compared with.
  const { state } = parser as unknown as { state: { record: string[] } }
  Object.defineProperty(state, 'expectedRecordLength', {
    get: () => state.record.length,
    set() {}, // stays what the record is
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
