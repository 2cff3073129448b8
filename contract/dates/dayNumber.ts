/** Days as spreadsheets count them, in cells that lost their format. */

/** Days from 1899-12-30, the day zero of Excel, to 1970-01-01. */
const DAY_ZERO = 25_569
const DAY_MS = 86_400_000
/** 1950-01-01 to 2099-12-31: beyond, a number of five digits is rather something else. */
const PLAUSIBLE = { first: 18_264, last: 73_050 } as const

/** 45292 is 2024-01-01. Null if the cell is not a plausible day number. A time of day is left out. */
export function dayOfNumber(cell: string): string | null {
  if (!/^\d{5}(?:\.\d+)?$/.test(cell.trim())) return null
  const number = Math.floor(Number(cell))
  if (number < PLAUSIBLE.first || number > PLAUSIBLE.last) return null
  return new Date((number - DAY_ZERO) * DAY_MS).toISOString().replace(/T.*$/, '')
}

/** The first of the cells, if all that are filled are day numbers. */
export function firstDayNumber(cells: Iterable<string>): string | null {
  let first: string | null = null
  for (const cell of cells) {
    if (cell.trim() === '') continue
    if (dayOfNumber(cell) === null) return null
    first ??= cell.trim()
  }
  return first
}
