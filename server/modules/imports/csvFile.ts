/**
 * The bytes of a file into headings and rows; whatever cannot be a table is refused with where and
 * why.
 */
import { CsvError, parse } from 'csv-parse'
import { Readable } from 'node:stream'
import { slices } from '../../kernel/breathe.ts'
import { badInput } from '../../kernel/errors.ts'

export interface Table {
  headings: string[]
  /**
   * `row` counts as a spreadsheet does: the heading is row 1. Empty lines are left out but counted.
   */
  rows: { row: number; cells: string[] }[]
}

const LIMITS = {
  columns: 500,
  rows: 200_000,
  cells: 4_000_000,
  recordBytes: 1_000_000,
} as const

/** So much is parsed before others are answered. */
const SLICE_LETTERS = 64 * 1024

async function* inSlices(text: string): AsyncGenerator<string> {
  const breathe = slices()
  for (let at = 0; at < text.length; at += SLICE_LETTERS) {
    yield text.slice(at, at + SLICE_LETTERS)
    await breathe()
  }
}

export async function readTable(bytes: Buffer): Promise<Table> {
  const text = decode(bytes)
  const table: Table = { headings: [], rows: [] }
  const delimiter = delimiterOf(text)
  // Counted before parsing: a heading this wide would only be told to be too long a row.
  const wide = firstLine(text).split(delimiter).length
  if (wide > LIMITS.columns * 2) throw tooManyColumns(1, wide)
  let row = 0
  let cellCount = 0
  const parser = Readable.from(inSlices(text)).pipe(
    parse({
      delimiter,
      relax_column_count: true,
      relax_quotes: true,
      max_record_size: LIMITS.recordBytes,
      record_delimiter: ['\r\n', '\n', '\r'],
    }),
  )
  try {
    for await (const record of parser) {
      // without `columns` and `cast` the parser gives plain strings
      const cells = record as string[]
      row += 1
      if (cells.length > LIMITS.columns) throw tooManyColumns(row, cells.length)
      if (row === 1) table.headings = cells.map((heading) => heading.trim())
      else if (cells.some((cell) => cell.trim() !== '')) table.rows.push({ row, cells })
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
    if (error instanceof CsvError) throw unreadable(error, row + 1)
    throw error
  }
  if (table.headings.every((heading) => heading === ''))
    throw badInput('body.file', 'noHeading', 'The first row must hold the names of the columns.')
  if (table.rows.length === 0)
    throw badInput('body.file', 'noRows', 'There are no rows below the heading.')
  return table
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

/**
 * UTF-8, or UTF-16 by its mark. Anything else would arrive as wrong letters, so it is refused
 * instead.
 */
function decode(bytes: Buffer): string {
  const encoding =
    bytes[0] === 0xff && bytes[1] === 0xfe
      ? 'utf-16le'
      : bytes[0] === 0xfe && bytes[1] === 0xff
        ? 'utf-16be'
        : 'utf-8'
  let text: string
  try {
    text = new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch {
    throw badInput(
      'body.file',
      'badEncoding',
      'The file is not UTF-8 text. Save it as “CSV UTF-8” and give it again.',
    )
  }
  const nul = text.indexOf('\u0000')
  if (nul >= 0)
    throw badInput(
      'body.file',
      'badEncoding',
      `There is a NUL byte in line ${text.slice(0, nul).split('\n').length}; this is not a text file.`,
    )
  return text
}

const firstLine = (text: string) => text.slice(0, text.search(/[\r\n]|$/))

/** The separator that the first line has most of: comma, semicolon or tab. */
function delimiterOf(text: string): string {
  const first = firstLine(text).slice(0, 10_000)
  const counts = [',', ';', '\t'].map((delimiter) => ({
    delimiter,
    count: first.split(delimiter).length,
  }))
  return counts.reduce((best, each) => (each.count > best.count ? each : best)).delimiter
}
