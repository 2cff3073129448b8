import { inLatinDigits } from '#contract/rules/readNumber.ts'
import { hasCheckDigit } from './checkDigit.ts'

/** Digits only, without spaces and dashes between them. */
export const plainTradeItemNumber = (text: string): string =>
  inLatinDigits(text).replace(/[\s\p{Pd}]/gu, '')

export const isTradeItemNumber = (digits: string): boolean =>
  /^(\d{8}|\d{12,14})$/.test(digits) && !/^0+$/.test(digits) && hasCheckDigit(digits)
