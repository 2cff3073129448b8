/**
 * Reads the rows of one sheet of a workbook. Runs in a worker thread, because the file is
 * untrusted.
 */
import type { CellValue, Sheet } from 'read-excel-file/node'
import type { Reading } from '#contract/imports.ts'
import { truncate } from '#contract/rules/truncate.ts'
import { badInput } from '#kernel/http/errors.ts'
import { COBIE_COMPONENT, isCobie, joinCobie } from './cobie.ts'
import { LIMITS } from './csvFile.ts'
import { withCells } from './workbookCells.ts'
import {
  dayZeroOf,
  isOf1904,
  hasOnlyCharts,
  shownSheets,
  withCharacters,
  withDateSystem,
} from './workbookParts.ts'
import { numberStyles, withNumberStyles } from './workbookStyles.ts'
import { unzip, zip, type Unpacked } from './zipFile.ts'

type Workbook = Extract<Reading, { format: 'xlsx' }>

const startsWith = (bytes: Uint8Array, ...mark: number[]) =>
  mark.every((byte, place) => bytes[place] === byte)
export const isZip = (bytes: Uint8Array) => startsWith(bytes, 0x50, 0x4b, 0x03, 0x04)
/** Excel before 2007, and password-protected files. */
export const isOldExcel = (bytes: Uint8Array) => startsWith(bytes, 0xd0, 0xcf, 0x11, 0xe0)

const SHEETS = 100

export async function readSheet(
  bytes: Buffer,
  said: string | undefined,
  { joinsSheets = false } = {},
): Promise<{ reading: Workbook; cells: string[][] }> {
  const parts = unzip(bytes, (name) => name.endsWith('.xml') || name.endsWith('.rels'))
  if (!parts.some(({ name }) => name === 'xl/workbook.xml')) throw unreadable()
  for (const part of parts) refuseVast(part)
  const isFrom1904 = isOf1904(parts)
  const dayZero = dayZeroOf(isFrom1904)
  const shown = shownSheets(parts)
  const sheets = (hasOnlyCharts(parts) ? [] : await workbookOf(zip(rewritten(parts, isFrom1904))))
    .map(({ sheet, data }, index) => ({ name: sheet, data, isShown: shown[index] !== false }))
    .filter(({ data }) => Array.isArray(data))
    .slice(0, SHEETS)
    .map(({ name, data, isShown }) => ({
      name: truncate(name, 200),
      isShown,
      rows: data.map((row) => row.map((cell) => cellOf(cell, dayZero))),
    }))
  const counted = sheets.map(({ name, rows }) => ({
    name,
    rows: Math.max(0, rows.filter((row) => row.some((cell) => cell !== '')).length - 1),
  }))
  if (joinsSheets && (said === undefined || said === COBIE_COMPONENT) && isCobie(sheets)) {
    const { rows, uses } = joinCobie(sheets)
    return {
      reading: {
        format: 'xlsx',
        sheet: COBIE_COMPONENT,
        sheets: counted,
        parts: uses,
        ...(isFrom1904 && { isFrom1904 }),
      },
      cells: rows,
    }
  }
  // Hidden sheets usually hold the choices for cells of other sheets.
  const first =
    counted.find(({ rows }, index) => rows > 0 && sheets[index]?.isShown) ??
    counted.find(({ rows }) => rows > 0)
  const chosen = said ?? first?.name
  const sheet = sheets.find(({ name }) => name === chosen) ?? sheets[0]
  if (said !== undefined && sheet?.name !== said)
    throw badInput('body.sheet', 'unknownSheet', 'There is no such sheet in the file.')
  return {
    reading: {
      format: 'xlsx',
      sheet: sheet?.name ?? '',
      sheets: counted,
      ...(isFrom1904 && { isFrom1904 }),
    },
    // A workbook without a sheet of cells is refused as an empty file.
    cells: sheet?.rows ?? [],
  }
}

const rewritten = (parts: readonly Unpacked[], isFrom1904: boolean): Unpacked[] => {
  const styles = numberStyles(parts)
  return withNumberStyles(parts, styles)
    .map(withDateSystem)
    .map(withCharacters)
    .map((part) => withCells(part, styles, isFrom1904))
}

const unreadable = () => badInput('body.file', 'unreadable', 'This is no Excel workbook.')

async function workbookOf(bytes: Buffer): Promise<Sheet[]> {
  try {
    // Loaded on demand: it takes as long to load as everything else in the thread.
    const { default: readWorkbook } = await import('read-excel-file/node')
    return await readWorkbook(bytes, { trim: false })
  } catch {
    throw unreadable()
  }
}

/** The reader allocates every cell up to the farthest one, so a far-away cell is refused before. */
function refuseVast({ bytes }: Unpacked): void {
  let rows = 0
  let columns = 0
  const text = bytes.toString('latin1')
  for (const _ of text.matchAll(/<(?:\w+:)?row[\s/>]/g)) rows += 1
  for (const [, letters = '', digits = ''] of text.matchAll(
    /<(?:\w+:)?c\s[^<>]*?\br=["']([A-Za-z]+)(\d+)["']/g,
  )) {
    rows = Math.max(rows, Number(digits))
    columns = Math.max(columns, letters.length > 3 ? Infinity : columnOf(letters))
  }
  if (rows > LIMITS.rows * 2 || columns > LIMITS.columns || rows * columns > LIMITS.cells)
    throw badInput(
      'body.file',
      'sheetTooLarge',
      `A sheet reaches to row ${rows} and column ${columns}. Delete what is empty there, or split it.`,
    )
}
const columnOf = (letters: string): number =>
  [...letters.toUpperCase()].reduce((sum, one) => sum * 26 + one.charCodeAt(0) - 64, 0)

/** The reader's types say `typeof Date` where a Date is meant. */
function cellOf(value: CellValue | Date | null, dayZero: number): string {
  if (value instanceof Date) return dayOf(value.getTime(), dayZero)
  if (typeof value === 'string') return value.replaceAll('\u0000', '')
  return value === null ? '' : String(value as number | boolean)
}

const DAY = 24 * 60 * 60 * 1000
const SECOND = 1000
/** ISO writes years beyond 9999 with a sign. */
const BEYOND_CALENDAR = /^\+/

/**
 * A date, a date with time, or a time alone on day zero. Excel has no zones. Times are fractions of
 * a day, so they are rounded to the second.
 */
function dayOf(at: number, dayZero: number): string {
  if (Number.isNaN(at)) return ''
  const text = new Date(Math.round(at / SECOND) * SECOND).toISOString()
  // Excel shows no date before day zero or beyond 9999, so the number is kept.
  if (at < dayZero || BEYOND_CALENDAR.test(text)) return String((at - dayZero) / DAY)
  if (at >= dayZero && at < dayZero + DAY) return text.slice(11, 19)
  return text.endsWith('T00:00:00.000Z') ? text.slice(0, 10) : text.slice(0, 19)
}
