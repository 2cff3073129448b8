const DIGITS = 15
/** Maximum argument of `toFixed`. */
const MAX_PLACES = 100

/**
 * Rounds to 15 significant digits, however small: 0.0000001 is not zero. With an offset, keeps the
 * decimals of the more precise of the two.
 */
export function addOffset(value: number, offset: number): number {
  const [measured, added] = [settled(value), settled(offset)]
  const places = Math.max(placesOf(measured), placesOf(added))
  const sum = measured + added
  return added === 0 || places > MAX_PLACES ? sum : Number(sum.toFixed(places))
}

const settled = (value: number) => Number(value.toPrecision(DIGITS))

function placesOf(value: number): number {
  const [digits = '', exponent = '0'] = String(value).split('e')
  return Math.max(0, (digits.split('.')[1] ?? '').length - Number(exponent))
}
