/** Check digit of GTIN, SSCC and GLN: weights 3 and 1 from the right. */
export function hasCheckDigit(digits: string): boolean {
  if (!/^\d+$/.test(digits)) return false
  const sum = Array.from(digits.slice(0, -1))
    .toReversed()
    .reduce((before, digit, index) => before + Number(digit) * (index % 2 === 0 ? 3 : 1), 0)
  return (10 - (sum % 10)) % 10 === Number(digits.at(-1))
}
