import type { Delimiter, Encoding, Heading } from '#contract/importReading.ts'
import type { ImportKind, Reading } from '#contract/imports.ts'
import type { Language } from '#contract/languages.ts'
import { truncate } from '#contract/rules/truncate.ts'
import { badInput } from '#kernel/http/errors.ts'
import { defineTask } from '#kernel/work/threads.ts'
import { tableOf, tableOfCells } from './csvFile.ts'
import { isMarkup, readMarkup, refuseOtherFormats } from './markupFile.ts'
import { encodeTable } from './storedTable.ts'
import { delimiterOf, textOf } from './textFile.ts'
import { isOldExcel, isZip, readSheet } from './xlsxFile.ts'

export interface Said {
  encoding?: Encoding | undefined
  delimiter?: Delimiter | undefined
  sheet?: string | undefined
  heading?: Heading | undefined
  /** False to read one sheet as it is, although the workbook has the shape of a known system. */
  usesShape?: boolean | undefined
}
export interface FileSummary {
  headings: string[]
  sample: string[][]
  rowCount: number
  reading: Reading
  table: Uint8Array | null
}
interface FileToRead {
  bytes: Uint8Array
  said: Said
  reader: Language
  kind: ImportKind
}
export const summariseFileTask = defineTask<FileToRead, FileSummary>('summariseFile', 'long')

const SAMPLE = { rows: 20, letters: 200 }
const TOP = { rows: 15, letters: 120 }

/** The summary before an import. Runs in a worker thread, because the file is unchecked. */
export async function summariseFile(file: FileToRead): Promise<FileSummary> {
  const { text, reading, cells } = await read(file)
  const known = {
    delimiter: reading.format === 'csv' ? reading.delimiter : ',',
    heading: reading.format === 'xlsx' && reading.parts ? 'first' : file.said.heading,
  } as const
  const { headings, rows, heading, above, moreAbove, top } = cells
    ? tableOfCells(cells, known)
    : await tableOf(text, known)
  const isUtf8 = reading.format === 'csv' && reading.encoding === 'utf-8'
  return {
    headings,
    sample: rows
      .slice(0, SAMPLE.rows)
      .map(({ cells }) => cells.map((cell) => truncate(cell, SAMPLE.letters))),
    rowCount: rows.length,
    reading: {
      ...reading,
      heading,
      above,
      moreAbove,
      top: top.slice(0, TOP.rows).map(({ row, cells }) => ({
        row,
        text: truncate(cells.filter((cell) => cell.trim() !== '').join(' · '), TOP.letters),
      })),
    },
    table: cells ? encodeTable(cells) : isUtf8 ? null : new TextEncoder().encode(text),
  }
}

async function read({
  bytes,
  said,
  reader,
  kind,
}: FileToRead): Promise<{ text: string; reading: Reading; cells?: string[][] }> {
  if (isOldExcel(bytes))
    throw badInput(
      'body.file',
      'oldExcel',
      'This is an old or a protected Excel file. Save it as .xlsx without a password.',
    )
  if (isZip(bytes)) {
    const whole = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    const { reading, cells } = await readSheet(whole, said.sheet, {
      joinsSheets: kind === 'equipment' && said.usesShape !== false,
    })
    return { text: '', reading, cells }
  }
  const { text, encoding } = textOf(bytes, said.encoding, reader)
  refuseOtherFormats(text)
  if (isMarkup(text)) return { text: readMarkup(text), reading: { format: 'markup' } }
  const delimiter = said.delimiter ?? delimiterOf(text)
  return { text, reading: { format: 'csv', encoding, delimiter } }
}
