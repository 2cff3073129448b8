/** Days from 1899-12-30, the day zero of Excel, to 1970-01-01. */
const DAY_ZERO = 25_569
const DAY_MS = 86_400_000
/** 1950-01-01 to 2099-12-31. A five-digit number outside this range is probably not a date. */
const PLAUSIBLE = { first: 18_264, last: 73_050 } as const

/** From 1899-12-30 to 1904-01-01, the day zero of workbooks of the 1904 date system. */
export const DAYS_TO_1904 = 1_462

/**
 * Converts an Excel day number: 45292 is 2024-01-01. Drops the time of day. Returns null if
 * implausible. `isFrom1904`: the workbook counts days from 1904.
 */
export function dayOfNumber(cell: string, isFrom1904 = false): string | null {
  if (!/^\d{5}(?:\.\d+)?$/.test(cell.trim())) return null
  const number = Math.floor(Number(cell)) + (isFrom1904 ? DAYS_TO_1904 : 0)
  if (number < PLAUSIBLE.first || number > PLAUSIBLE.last) return null
  return new Date((number - DAY_ZERO) * DAY_MS).toISOString().replace(/T.*$/, '')
}

export function firstDayNumber(cells: Iterable<string>, isFrom1904 = false): string | null {
  let first: string | null = null
  for (const cell of cells) {
    if (cell.trim() === '') continue
    if (dayOfNumber(cell, isFrom1904) === null) return null
    first ??= cell.trim()
  }
  return first
}
