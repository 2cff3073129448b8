/**
 * A number as people type it, in the digits and signs that a program reads: comma or point, spaces
 * between thousands, Arabic digits, signs of money. `decimal`: how the reader's language begins a
 * fraction; where that is a point, `1,500` is one thousand five hundred and `1,5` one and a half.
 */
export function plainNumber(raw: string, decimal: string): string {
  const latin = raw
    .replace(/[\u0660-\u0669]/g, (digit) => String(digit.charCodeAt(0) - 0x660))
    .replace(/[\u06f0-\u06f9]/g, (digit) => String(digit.charCodeAt(0) - 0x6f0))
    .replace(/\u066b/g, '.')
    .replace(/[\s\u00a0\u202f\u066c]/g, '')
    .replace(/\u2212/g, '-')
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

/** As `readNumber` reads it: all its digits, however small it is, and none between thousands. */
export const writtenNumber = (value: number, decimal: string): string =>
  value
    .toLocaleString('en', { useGrouping: false, maximumFractionDigits: 20 })
    .replace('.', decimal)
