/** What of an import runs in a thread of its own. */
import { task } from '../../kernel/threads.ts'
import { readTable } from './csvFile.ts'

export interface CsvSummary {
  headings: string[]
  sample: string[][]
  rowCount: number
}
export const summariseCsvTask = task<{ bytes: Uint8Array }, CsvSummary>('summariseCsv', 'long')

const SAMPLE = { rows: 20, messages: 200 }

/**
 * What a person sees before anything is imported. In a thread of its own: nobody has looked at the
 * file yet.
 */
export async function summariseCsv({ bytes }: { bytes: Uint8Array }): Promise<CsvSummary> {
  const { headings, rows } = await readTable(
    Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength),
  )
  const sample = rows
    .slice(0, SAMPLE.rows)
    .map(({ cells }) => cells.map((cell) => cell.slice(0, SAMPLE.messages)))
  return { headings, sample, rowCount: rows.length }
}
