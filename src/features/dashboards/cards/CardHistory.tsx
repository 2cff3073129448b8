import { useTranslation } from 'react-i18next'
import type { CardNumber, DetailPart } from '#contract/dashboardItems'
import { colourOfLevel, scoreLevel } from '../../../entities/score/scoreLevel.ts'
import { useFormat } from '../../../lib/format.tsx'
import { ChartBlock } from '../../../ui/charts/ChartBlock.tsx'
import { BarChartOf } from '../../../ui/charts/LazyChart.tsx'
import { usePeriodLabels } from '../usePeriodLabels.ts'
import { useFigure } from './useFigure.ts'

/** The periods up to this one. A gap is a gap: a period without rows has no bar. */
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
  const format = useFormat()
  const words = usePeriodLabels()
  const figure = useFigure(number.type)
  const { history, range } = number
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
      <BarChartOf
        height={92}
        isBare
        top={100}
        format={figure}
        labels={history.map((period) => words.short(range, period))}
        isFaint={(index) => history[index]?.isPartial === true}
        colourOf={(value) => `var(--pr-${colourOfLevel[scoreLevel(value)]})`}
        series={[
          {
            name: title,
            colour: 'var(--pr-accent)',
            values: history.map(({ value }) => value),
            notes: history.map(({ counted }) => t('counted', { number: format.number(counted) })),
          },
        ]}
        {...(open === undefined ? {} : { onOpen: open })}
      />
    </ChartBlock>
  )
}
