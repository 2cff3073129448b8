import { Readable } from 'node:stream'
import { BYTE_ORDER_MARK, csvLine, type CsvCell } from '#contract/rules/csv.ts'

export function csvStream(
  heading: readonly string[],
  rows: AsyncIterable<readonly CsvCell[]> | Iterable<readonly CsvCell[]>,
): Readable {
  async function* lines() {
    yield BYTE_ORDER_MARK + csvLine(heading)
    for await (const row of rows) yield csvLine(row)
  }
  return Readable.from(lines(), { objectMode: false })
}
