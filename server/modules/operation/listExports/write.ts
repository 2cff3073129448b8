import { Readable } from 'node:stream'
import type { ExportFormat, ExportHeadings } from '#contract/listExports.ts'
import { directionOf, type Language } from '#contract/languages.ts'
import { BYTE_ORDER_MARK, csvLine, type CsvCell, type CsvForm } from '#contract/rules/csv.ts'
import { headingIn, type ExportCell, type ExportColumn } from '#kernel/data/exportSource.ts'
import { exportWord, type ExportWord } from '#kernel/data/exportWords.ts'
import { wallText } from './sheetXml.ts'
import { workbookStream } from './workbook.ts'

export interface FileOrder {
  name: ExportWord
  format: ExportFormat
  headings: ExportHeadings
  language: Language
  zone: string
  columns: readonly ExportColumn[]
  batches: AsyncIterable<readonly (readonly ExportCell[])[]>
  now: Date
}

/** CSV conventions of Excel in each language's region. */
const forms: Readonly<Record<Language, CsvForm>> = {
  en: { separator: ',', decimal: '.' },
  he: { separator: ',', decimal: '.' },
  ar: { separator: ';', decimal: '.' },
  ru: { separator: ';', decimal: ',' },
  cs: { separator: ';', decimal: ',' },
  sk: { separator: ';', decimal: ',' },
}

export function fileStream(order: FileOrder): Readable {
  const { columns, headings, language } = order
  const titles = columns.map(({ key, title }) =>
    headings === 'keys' ? key : headingIn(language, title),
  )
  return order.format === 'csv' ? csvOf(order, titles) : workbookOf(order, titles)
}

const inWords = (cell: ExportCell, { headings, language }: FileOrder): ExportCell =>
  typeof cell === 'object' && cell !== null && 'word' in cell
    ? headings === 'keys'
      ? cell.key
      : exportWord(language, cell.word)
    : cell

function workbookOf(order: FileOrder, titles: readonly string[]): Readable {
  const { language, zone, now } = order
  async function* batches() {
    for await (const batch of order.batches)
      yield batch.map((row) => row.map((cell) => inWords(cell, order)))
  }
  const word = (one: ExportWord) => exportWord(language, one)
  return workbookStream({
    headings: titles,
    batches: batches(),
    zone,
    now,
    isRightToLeft: order.headings === 'words' && directionOf(language) === 'rtl',
    words: {
      sheet: word(order.name),
      longTexts: {
        sheet: word('longTexts'),
        headings: [word('cell'), word('fromCharacter'), word('text')],
      },
    },
  })
}

function csvOf(order: FileOrder, titles: readonly string[]): Readable {
  const { headings, language, zone } = order
  const form: CsvForm = headings === 'keys' ? { separator: ',', decimal: '.' } : forms[language]
  const textOf = (given: ExportCell): CsvCell => {
    const cell = inWords(given, order)
    if (typeof cell === 'boolean')
      return headings === 'keys' ? cell : exportWord(language, cell ? 'yes' : 'no')
    if (typeof cell !== 'object' || cell === null) return cell
    return 'at' in cell ? wallText(cell.at, zone) : 'day' in cell ? cell.day : null
  }
  async function* lines() {
    yield BYTE_ORDER_MARK + csvLine(titles, form)
    for await (const batch of order.batches)
      yield batch.map((row) => csvLine(row.map(textOf), form)).join('')
  }
  return Readable.from(lines(), { objectMode: false })
}
