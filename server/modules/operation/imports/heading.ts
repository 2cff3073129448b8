import type { Heading } from '#contract/importReading.ts'
import { truncate } from '#contract/rules/truncate.ts'
import { isKnownHeading } from './knownHeadings.ts'

export interface TableRow {
  row: number
  cells: string[]
}

const LOOKED_AT = 30
/** Limits for the stored rows above the heading. */
const ABOVE = { rows: 20, letters: 300 } as const
const JOINT = ' – '

const isFilled = (cell: string | undefined): cell is string => (cell ?? '').trim() !== ''
const filledIn = ({ cells }: TableRow) => cells.filter(isFilled).length
const isNumber = (cell: string) => /^[\d\s.,:/%+-]+$/.test(cell.trim())
const asLine = (heading: string) => heading.replaceAll(/\s*[\r\n]+\s*/g, ' ').trim()
const knownIn = ({ cells }: TableRow) =>
  new Set(cells.filter(isFilled).map(asLine).filter(isKnownHeading)).size

/**
 * The row with the most known headings, at least two; otherwise the first row wider than a title.
 */
function findHeading(rows: readonly TableRow[]): Heading | undefined {
  const top = rows.slice(0, LOOKED_AT)
  const [first] = top
  if (first === undefined) return undefined
  const known = top.map(knownIn)
  const most = Math.max(...known)
  const widest = Math.max(...top.map(filledIn))
  const isWide = (row: TableRow) => filledIn(row) * 2 >= widest
  const isFirst = (known[0] ?? 0) > 0 && most < (known[0] ?? 0) + 2
  const at = isFirst
    ? 0
    : most >= 2
      ? known.indexOf(most)
      : Math.max(
          0,
          top.findIndex((row) => isWide(row) && !row.cells.filter(isFilled).every(isNumber)),
        )
  const row = top[at] ?? first
  const above = top[at - 1]
  if (above !== undefined && isGroupRow(above, row)) return { first: above.row, last: row.row }
  const below = top[at + 1]
  return below !== undefined && isSubRow(row, below)
    ? { first: row.row, last: below.row }
    : { first: row.row, last: row.row }
}

/** True if the upper row names groups of the columns below: `Identification, , Warranty`. */
function isGroupRow(upper: TableRow, lower: TableRow): boolean {
  const columns = upper.cells.flatMap((cell, column) => (isFilled(cell) ? [column] : []))
  // Most groups span several columns, so empty cells follow a group's name.
  const spanning = columns.filter((column) => !isFilled(upper.cells[column + 1]))
  return (
    upper.row === lower.row - 1 &&
    spanning.length * 2 >= columns.length &&
    // A title stands alone in the first column.
    (columns.length > 1 || (columns[0] ?? 0) > 0) &&
    columns.length < filledIn(lower) &&
    columns.every((column) => isFilled(lower.cells[column])) &&
    !upper.cells.filter(isFilled).some(isNumber)
  )
}

const UNIT =
  /^[[(]?(?:[munkM]?(?:m|g|l|L|W|V|A|J|s|Hz|Pa|bar|Wh)|kVA|VA|cm|mm|t|kg|m2|m3|m²|m³|°C|°F|K|%|h|min|rpm|dB|lx|€|\$|£|EUR|USD|CZK|Kč|ILS|₪|RUB|₽)(?:\/(?:h|min|s))?[\])]?$/

/** True if the lower row continues the heading, with columns of a group or with units. */
function isSubRow(upper: TableRow, lower: TableRow): boolean {
  const filled = lower.cells.filter(isFilled)
  if (lower.row !== upper.row + 1 || filled.length === 0 || isFilled(lower.cells[0])) return false
  if (filled.every((cell) => UNIT.test(cell.trim()))) return true
  const isBelowGap = lower.cells.some(
    (cell, column) => isFilled(cell) && upper.cells[column]?.trim() === '',
  )
  const isAllText = !filled.some(isNumber)
  const alone = upper.cells.filter(
    (cell, column) => isFilled(cell) && !isFilled(lower.cells[column]),
  )
  return isBelowGap && isAllText && alone.length > 0
}

export interface Headed {
  heading: Heading
  headings: string[]
  rows: TableRow[]
  above: string[]
  moreAbove: number
  top: TableRow[]
}

/** Splits a table. Returns undefined if no row is the heading. */
export function splitAt(
  rows: readonly TableRow[],
  said: Heading | 'first' | undefined,
): Headed | undefined {
  const first = rows[0]?.row
  const heading = said === 'first' ? first && { first, last: first } : (said ?? findHeading(rows))
  if (heading === undefined || heading === 0) return undefined
  const parts = rows.filter(({ row }) => row >= heading.first && row <= heading.last)
  const above = rows.filter(({ row }) => row < heading.first)
  if (parts.length === 0) return undefined
  return {
    heading,
    headings: joined(parts),
    rows: rows.filter(({ row }) => row > heading.last),
    above: above
      .slice(0, ABOVE.rows)
      .map(({ cells }) => truncate(cells.filter(isFilled).map(asLine).join(' · '), ABOVE.letters)),
    moreAbove: Math.max(0, above.length - ABOVE.rows),
    top: rows.slice(0, LOOKED_AT),
  }
}

function joined(parts: readonly TableRow[]): string[] {
  const [upper, lower] = parts
  if (upper === undefined) return []
  if (lower === undefined) return upper.cells.map(asLine)
  const width = Math.max(upper.cells.length, lower.cells.length)
  let group = ''
  return Array.from({ length: width }, (_, column) => {
    const own = asLine(upper.cells[column] ?? '')
    const sub = asLine(lower.cells[column] ?? '')
    if (own !== '') group = own
    if (sub === '') return own
    return group === '' || group === sub ? sub : `${group}${JOINT}${sub}`
  })
}

export const lastPart = (heading: string): string => heading.split(JOINT).at(-1) ?? heading
