/** Digits and signs of Arabic and Persian as programs write them, and the true minus. */
const inLatin = (raw: string): string =>
  raw
    .replace(/[\u0660-\u0669]/g, (digit) => String(digit.charCodeAt(0) - 0x660))
    .replace(/[\u06f0-\u06f9]/g, (digit) => String(digit.charCodeAt(0) - 0x6f0))
    .replace(/\u066b/g, '.')
    .replace(/\u2212/g, '-')

/**
 * A number as people type it, in the digits and signs that a program reads: comma or point, spaces
 * between thousands, Arabic digits, signs of money. `decimal`: how the reader's language begins a
 * fraction; where that is a point, `1,500` is one thousand five hundred and `1,5` one and a half.
 */
export function plainNumber(raw: string, decimal: string): string {
  const latin = inLatin(raw).replace(/[\s\u00a0\u202f\u066c]/g, '')
  const isGrouped = decimal !== ',' && /^[+-]?\d{1,3}(,\d{3})+(\.\d*)?$/.test(latin)
  return (isGrouped ? latin.replaceAll(',', '') : latin.replaceAll(',', '.')).replace(
    /[^\w.+-]+/g,
    '',
  )
}

/** Null when it is not one. */
export function readNumber(raw: string, decimal: string): number | null {
  const plain = plainNumber(raw, decimal)
  if (!/^[+-]?(\d+(\.\d*)?|\.\d+)$/.test(plain)) return null
  const value = Number(plain)
  return Math.abs(value) <= 1e12 ? value : null
}

/**
 * A number in a cell of a file, null when it is none. Nobody sees there what became of it, so
 * nothing is left out but what stands between thousands, and that only where it can be nothing else:
 * one comma alone begins a fraction, as files have it whatever the language.
 */
export function cellNumber(raw: string): number | null {
  const latin = inLatin(raw.replace(/[\u061c\u200e\u200f]/g, '').trim()).replace(
    /(?<=\d)[ \u00a0\u202f\u066c](?=\d{3}(?!\d))/g,
    '',
  )
  const plain = groupedBy(',', '.').test(latin)
    ? latin.replaceAll(',', '')
    : groupedBy('.', ',').test(latin)
      ? latin.replaceAll('.', '').replace(',', '.')
      : latin.replace(',', '.')
  if (!/^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?$/i.test(plain)) return null
  const value = Number(plain)
  return Number.isFinite(value) ? value : null
}

/** Thousands that a fraction follows, or that are several: one alone might be a fraction itself. */
const groupedBy = (sign: ',' | '.', decimal: ',' | '.') =>
  new RegExp(`^[+-]?\\d{1,3}((\\${sign}\\d{3})+\\${decimal}\\d+|(\\${sign}\\d{3}){2,})$`)

/** As `readNumber` reads it: all its digits, however small it is, and none between thousands. */
export const writtenNumber = (value: number, decimal: string): string =>
  value
    .toLocaleString('en', { useGrouping: false, maximumFractionDigits: 20 })
    .replace('.', decimal)
