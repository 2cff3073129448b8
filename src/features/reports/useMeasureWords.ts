import type { TicketMeasure } from '#contract/ticketWork/ticketReports.ts'
import { useFormat } from '#lib/format.tsx'
import { useFormatMoney } from '#lib/useFormatMoney.ts'

/** Writes hours (given in minutes) with two decimals at most, or an amount of money. */
export function useMeasureWords(
  measure: TicketMeasure,
  currency: string | null,
): { number(value: number): number; write(value: number): string } {
  const format = useFormat()
  const money = useFormatMoney()
  const number = (value: number) =>
    measure === 'hours' ? Math.round((value / 60) * 100) / 100 : value
  return {
    number,
    write: (value) =>
      measure === 'costs' && currency !== null
        ? money(value, currency)
        : format.number(number(value), {
            style: 'unit',
            unit: 'hour',
            unitDisplay: 'short',
            maximumFractionDigits: 2,
          }),
  }
}
