/** Amounts that alerts keep as text, such as `9.1 °C` or `3 pcs`, with a decimal point. */
import { plainDigits, writeNumber } from '#contract/formatters.ts'

export const storeAmount = (amount: number, unit: string): string =>
  [plainDigits(amount), unit].filter((part) => part !== '').join(' ')

/** The text with its number as the language writes it. Text without a number stays as it is. */
export function writeStored(locale: string, stored: string): string {
  const number = /^-?\d+(?:\.(\d+))?/.exec(stored)
  if (number === null) return stored
  const [digits, decimals = ''] = number
  const written = writeNumber(locale, Number(digits), {
    minimumFractionDigits: decimals.length,
    maximumFractionDigits: decimals.length,
  })
  return `${written}${stored.slice(digits.length)}`
}
