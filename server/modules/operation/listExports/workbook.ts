/**
 * Writes a workbook (XLSX) as a stream: neither rows nor bytes are collected. Decision 67 says why
 * no library does it.
 */
import { Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import type { ZipFile } from 'yazl'
import { conflict } from '#kernel/http/errors.ts'
import type { ExportCell } from '#kernel/data/exportSource.ts'
import { zipStream } from '#kernel/data/zipStream.ts'
import { makeYielder } from '#kernel/work/yieldToEventLoop.ts'
import { prefix } from '#contract/rules/truncate.ts'
import { columnName, MAX_ROWS, MAX_TEXT, SheetParts, xmlAttribute } from './sheetXml.ts'

export interface WorkbookOrder {
  headings: readonly string[]
  batches: AsyncIterator<readonly (readonly ExportCell[])[]>
  zone: string
  isRightToLeft: boolean
  words: {
    sheet: string
    longTexts: { sheet: string; headings: readonly [string, string, string] }
  }
  now: Date
  maxRows?: number
}

const NAMESPACES =
  'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"'
const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const [NARROWEST, WIDEST] = [9, 60]
/** Maximum characters of texts too long for a cell, which are held in memory. */
const MAX_LONG_TEXT = 16 * 1024 * 1024
const CHUNK = 64 * 1024

export function workbookStream(order: WorkbookOrder): Readable {
  return zipStream((zip) => fill(zip, order))
}

async function fill(zip: ZipFile, order: WorkbookOrder): Promise<void> {
  const parts = new SheetParts(order.zone)
  const rows = new RowReader(order.batches)
  const sheets: string[] = []
  const add = async (name: string, chunks: AsyncIterable<string> | Iterable<string>) => {
    const stream = Readable.from(chunks, { objectMode: false })
    zip.addReadStream(stream, name, { mtime: order.now })
    await finished(stream)
  }
  const addSheet = async (title: string, chunks: AsyncIterable<string>) => {
    sheets.push(title)
    await add(`xl/worksheets/sheet${sheets.length}.xml`, chunks)
  }
  do {
    const title = sheetName(order.words.sheet, sheets.length)
    await addSheet(title, sheetOf(order, parts, rows, title))
  } while (!(await rows.isDone()))
  if (parts.longTexts.length > 0)
    await addSheet(sheetName(order.words.longTexts.sheet, 0), longTextsOf(order, parts))
  await add('xl/styles.xml', [HEAD, parts.styles()])
  for (const [name, text] of bookOf(sheets)) await add(name, [HEAD, text])
}

/** Excel forbids some characters, an apostrophe at either end, and more than 31 characters. */
function sheetName(name: string, index: number): string {
  const end = index === 0 ? '' : ` ${index + 1}`
  return (
    prefix(name.replaceAll(/[\\/?*[\]:]/g, ' ').trim(), 31 - end.length).replaceAll(/^'|'$/g, '') +
    end
  )
}

class RowReader {
  readonly #batches: WorkbookOrder['batches']
  #batch: readonly (readonly ExportCell[])[] = []
  #at = 0

  constructor(batches: WorkbookOrder['batches']) {
    this.#batches = batches
  }

  async isDone(): Promise<boolean> {
    while (this.#at >= this.#batch.length) {
      const next = await this.#batches.next()
      if (next.done === true) return true
      this.#batch = next.value
      this.#at = 0
    }
    return false
  }

  get ahead(): readonly (readonly ExportCell[])[] {
    return this.#batch
  }

  /** Call only while `isDone` returns false. */
  next(): readonly ExportCell[] {
    this.#at += 1
    return this.#batch[this.#at - 1] ?? []
  }
}

async function* sheetOf(
  { headings, isRightToLeft, maxRows = MAX_ROWS }: WorkbookOrder,
  parts: SheetParts,
  rows: RowReader,
  title: string,
): AsyncGenerator<string> {
  await rows.isDone()
  const names = headings.map((_, index) => columnName(index))
  yield `${HEAD}<worksheet ${NAMESPACES}>${viewOf(isRightToLeft)}${columnsOf(headings, rows.ahead)}<sheetData>`
  let xml = parts.heading(headings, title)
  const breathe = makeYielder()
  for (let number = 2; number <= maxRows && !(await rows.isDone()); number += 1) {
    xml += parts.row(number, rows.next(), names, title)
    if (parts.longTexts.length > 0) refuseTooLong(parts)
    if (xml.length > CHUNK) {
      yield xml
      xml = ''
    }
    await breathe()
  }
  yield `${xml}</sheetData></worksheet>`
}

function refuseTooLong({ longTexts }: SheetParts): void {
  const held = longTexts.reduce((sum, { text }) => sum + text.length, 0)
  if (held > MAX_LONG_TEXT)
    throw conflict('A workbook cannot hold so many long texts. CSV can.', [
      { path: 'body.format', code: 'exportTooLong', message: `${held} > ${MAX_LONG_TEXT}` },
    ])
}

const viewOf = (isRightToLeft: boolean) =>
  `<sheetViews><sheetView${
    isRightToLeft ? ' rightToLeft="1"' : ''
  } workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>`

function columnsOf(headings: readonly string[], rows: readonly (readonly ExportCell[])[]): string {
  const columns = headings.map((heading, index) => {
    const longest = rows.reduce(
      (most, row) => Math.max(most, lengthOf(row[index])),
      heading.length + 1,
    )
    const width = Math.min(WIDEST, Math.max(NARROWEST, longest + 2))
    return `<col min="${index + 1}" max="${index + 1}" width="${width}" customWidth="1"/>`
  })
  return columns.length === 0 ? '' : `<cols>${columns.join('')}</cols>`
}

function lengthOf(cell: ExportCell | undefined): number {
  if (cell === null || cell === undefined) return 0
  if (typeof cell === 'object') return 'at' in cell ? 26 : 10
  return Math.max(
    0,
    ...String(cell)
      .split('\n', 20)
      .map((line) => line.length),
  )
}

/** The texts too long for a cell, in full and in order. */
async function* longTextsOf(
  { isRightToLeft, words: { longTexts } }: WorkbookOrder,
  parts: SheetParts,
): AsyncGenerator<string> {
  yield `${HEAD}<worksheet ${NAMESPACES}>${viewOf(isRightToLeft)}<cols><col min="1" max="2" width="20" customWidth="1"/><col min="3" max="3" width="100" customWidth="1"/></cols><sheetData>${parts.heading(longTexts.headings, '')}`
  let number = 1
  for (const { sheet, cell, text } of parts.longTexts)
    for (let at = 0; at < text.length;) {
      const part = prefix(text.slice(at, at + MAX_TEXT), MAX_TEXT)
      number += 1
      yield parts.row(number, [`${sheet}!${cell}`, at + 1, part], ['A', 'B', 'C'], '')
      at += part.length
    }
  yield '</sheetData></worksheet>'
}

const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'
const TYPES = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

const bookOf = (sheets: readonly string[]): [name: string, text: string][] => [
  [
    'xl/workbook.xml',
    `<workbook ${NAMESPACES}><sheets>${sheets
      .map(
        (name, index) =>
          `<sheet name="${xmlAttribute(name)}" sheetId="${index + 1}" r:id="rId${index + 1}"/>`,
      )
      .join('')}</sheets></workbook>`,
  ],
  [
    'xl/_rels/workbook.xml.rels',
    `<Relationships xmlns="${PACKAGE}/relationships">${sheets
      .map(
        (_, index) =>
          `<Relationship Id="rId${index + 1}" Type="${OFFICE}/worksheet" Target="worksheets/sheet${index + 1}.xml"/>`,
      )
      .join(
        '',
      )}<Relationship Id="styles" Type="${OFFICE}/styles" Target="styles.xml"/></Relationships>`,
  ],
  [
    '_rels/.rels',
    `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  ],
  [
    '[Content_Types].xml',
    `<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${TYPES}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${TYPES}.styles+xml"/>${sheets
      .map(
        (_, index) =>
          `<Override PartName="/xl/worksheets/sheet${index + 1}.xml" ContentType="${TYPES}.worksheet+xml"/>`,
      )
      .join('')}</Types>`,
  ],
]
