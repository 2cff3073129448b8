import { useTranslation } from 'react-i18next'
import type { Colour } from '#contract/colours.ts'
import { AMOUNT_DECIMALS, type StockState } from '#contract/rules/stock.ts'
import { useFormat } from '#lib/format.tsx'
import { ColourTag } from '#ui/page/marks.tsx'

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
    day: format.calendarDay,
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
