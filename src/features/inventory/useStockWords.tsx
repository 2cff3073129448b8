/** How stock is written: an amount with its unit, a day of the calendar, a state in its colour. */
import { dateFormat } from '#contract/formatters'
import { useTranslation } from 'react-i18next'
import type { Colour } from '#contract/colours'
import { AMOUNT_DECIMALS, type StockState } from '#contract/rules/stock'
import { useFormat } from '../../lib/format.tsx'
import { ColourTag } from '../../ui/marks.tsx'

const colours: Record<StockState, Colour> = {
  negative: 'red',
  expired: 'red',
  low: 'orange',
  expiring: 'yellow',
  enough: 'green',
}

export function useStockWords() {
  const format = useFormat()
  return {
    amount: (amount: number, unit: string): string =>
      `${format.number(amount, { maximumFractionDigits: AMOUNT_DECIMALS })} ${unit}`,
    /** A day has no zone: read in any other it would become its neighbour. */
    day: (day: string): string =>
      dateFormat(format.locale, { dateStyle: 'medium', timeZone: 'UTC' }).format(
        new Date(`${day}T12:00:00Z`),
      ),
  }
}

export function StockStateTag({ state }: { state: StockState }) {
  const { t } = useTranslation('inventory')
  return (
    <ColourTag soft colour={colours[state]}>
      {t(`state.${state}`)}
    </ColourTag>
  )
}
