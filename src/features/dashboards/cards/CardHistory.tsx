import { useTranslation } from 'react-i18next'
import type { CardNumber, DetailPart } from '#contract/dashboards/dashboardItems.ts'
import { ChartBlock } from '#ui/charts/ChartBlock.tsx'
import { LineChartOf } from '#ui/charts/LazyChart.tsx'
import { usePeriodLabels } from '../usePeriodLabels.ts'
import { useFigure } from './useFigure.ts'

/** Former periods on a scale that shows their differences. A period without rows is a gap. */
export function CardHistory({
  title,
  number,
  onOpen,
}: {
  title: string
  number: CardNumber
  onOpen?(part: DetailPart, at?: string): void
}) {
  const { t } = useTranslation('dashboards')
  const words = usePeriodLabels()
  const figure = useFigure(number.type)
  const { history, range } = number
  const shortOf = (index: number) => {
    const period = history[index]
    return period === undefined ? '' : words.short(range, period)
  }
  const open =
    onOpen === undefined
      ? undefined
      : (index: number) => {
          const period = history[index]
          if (period !== undefined && period.counted > 0) onOpen('counted', period.from)
        }
  return (
    <ChartBlock
      title={`${title}: ${t(`historyOf.${range}`)}`}
      heading={t(`historyOf.${range}`)}
      table={{
        columns: [t('period'), t('value'), t('rows')],
        rows: history.map((period) => [
          words.long(range, period) + (period.isPartial ? ` (${t('soFar')})` : ''),
          period.value,
          period.counted,
        ]),
        ...(open === undefined ? {} : { onOpen: open }),
      }}
    >
      <LineChartOf
        height={116}
        hasPoints
        most={100}
        format={figure}
        formatX={(index) => shortOf(index)}
        formatTip={(index) => shortOf(index)}
        ticks={history.map((_period, index) => index)}
        series={[
          {
            key: 'value',
            name: title,
            colour: 'var(--pr-accent)',
            points: history.map(({ value }, index) => [index, value] as const),
          },
        ]}
        {...(open === undefined ? {} : { onOpen: (_key: string, index: number) => open(index) })}
      />
    </ChartBlock>
  )
}
