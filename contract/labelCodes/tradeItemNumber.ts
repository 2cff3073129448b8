/** Trade item numbers (GTIN-8, UPC-A, EAN-13, GTIN-14) as people write and scan them. */
import { inLatinDigits } from '#contract/rules/readNumber.ts'
import { hasCheckDigit } from './checkDigit.ts'

/** Digits only, without spaces and dashes between them. */
export const plainTradeItemNumber = (text: string): string =>
  inLatinDigits(text).replace(/[\s\p{Pd}]/gu, '')

export const isTradeItemNumber = (digits: string): boolean =>
  /^(\d{8}|\d{12,14})$/.test(digits) && !/^0+$/.test(digits) && hasCheckDigit(digits)
