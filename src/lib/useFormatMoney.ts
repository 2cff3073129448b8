import { useCallback } from 'react'
import { decimalsOf } from '#contract/rules/money.ts'
import { useFormat } from './format.tsx'

/** Writes amounts in a currency, with all of its decimals, as the reader's language does. */
export function useFormatMoney(): (amount: number, currency: string) => string {
  const format = useFormat()
  return useCallback(
    (amount, currency) =>
      format.number(amount, {
        style: 'currency',
        currency,
        minimumFractionDigits: decimalsOf(currency),
        maximumFractionDigits: decimalsOf(currency),
      }),
    [format],
  )
}
