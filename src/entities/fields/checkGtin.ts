import { isTradeItemNumber, plainTradeItemNumber } from '#contract/labelCodes/tradeItemNumber.ts'

/** A form rule. Accepts an empty field. */
export const checkGtin = (_rule: unknown, value: unknown): Promise<void> => {
  const digits = plainTradeItemNumber(typeof value === 'string' ? value : '')
  return digits === '' || isTradeItemNumber(digits)
    ? Promise.resolve()
    : Promise.reject(new Error('gtin'))
}
