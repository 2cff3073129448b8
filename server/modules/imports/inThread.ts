/** What of an import runs in a thread of its own. */
import type { Delimiter, Encoding, Reading } from '#contract/imports.ts'
import type { Language } from '#contract/languages.ts'
import { truncate } from '#contract/rules/truncate.ts'
import { badInput } from '#kernel/http/errors.ts'
import { task } from '#kernel/work/threads.ts'
import { tableOf } from './csvFile.ts'
import { delimiterOf, textOf } from './textFile.ts'
import { isOldExcel, isZip, readSheet } from './xlsxFile.ts'

/** What the person says of the file; the rest is found out. */
export interface Said {
  encoding?: Encoding | undefined
  delimiter?: Delimiter | undefined
  sheet?: string | undefined
}
export interface FileSummary {
  headings: string[]
  sample: string[][]
  rowCount: number
  reading: Reading
  /** Its rows as UTF-8 text, where the file itself is none. */
  table: Uint8Array | null
}
interface FileToRead {
  bytes: Uint8Array
  said: Said
  /** The language of who brings it. */
  reader: Language
}
export const summariseFileTask = task<FileToRead, FileSummary>('summariseFile', 'long')

const SAMPLE = { rows: 20, letters: 200 }

/**
 * What a person sees before anything is imported. In a thread of its own: nobody has looked at the
 * file yet.
 */
export async function summariseFile(file: FileToRead): Promise<FileSummary> {
  const { text, reading } = await read(file)
  const { headings, rows } = await tableOf(text, reading.format === 'csv' ? reading.delimiter : ',')
  const isUtf8 = reading.format === 'csv' && reading.encoding === 'utf-8'
  return {
    headings,
    sample: rows
      .slice(0, SAMPLE.rows)
      .map(({ cells }) => cells.map((cell) => truncate(cell, SAMPLE.letters))),
    rowCount: rows.length,
    reading,
    table: isUtf8 ? null : new TextEncoder().encode(text),
  }
}

async function read({
  bytes,
  said,
  reader,
}: FileToRead): Promise<{ text: string; reading: Reading }> {
  if (isOldExcel(bytes))
    throw badInput(
      'body.file',
      'oldExcel',
      'This is an old or a protected Excel file. Save it as .xlsx without a password.',
    )
  if (isZip(bytes)) {
    const whole = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    const { reading, csv } = await readSheet(whole, said.sheet)
    return { text: csv, reading }
  }
  const { text, encoding } = textOf(bytes, said.encoding, reader)
  const delimiter = said.delimiter ?? delimiterOf(text)
  return { text, reading: { format: 'csv', encoding, delimiter } }
}
