/**
 * A number as people type it: comma or point, spaces between thousands, Arabic digits. Null when it
 * is not one.
 */
export function readNumber(raw: string): number | null {
  const plain = raw
    .replace(/[\u0660-\u0669]/g, (digit) => String(digit.charCodeAt(0) - 0x660))
    .replace(/[\u06f0-\u06f9]/g, (digit) => String(digit.charCodeAt(0) - 0x6f0))
    .replace(/[\s\u00a0\u202f]/g, '')
    .replace(/[,\u066b]/g, '.')
    .replace(/\u2212/g, '-')
  if (!/^[+-]?(\d+(\.\d*)?|\.\d+)$/.test(plain)) return null
  const value = Number(plain)
  return Math.abs(value) <= 1e12 ? value : null
}
