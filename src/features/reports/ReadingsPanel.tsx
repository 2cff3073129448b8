import { Pagination } from 'antd'
import { useTranslation } from 'react-i18next'
import type { MetricName } from '#contract/metricNames.ts'
import { useFormat } from '#lib/format.tsx'
import { DetailPanel } from '#ui/panel/DetailPanel.tsx'
import { When } from '#ui/page/marks.tsx'
import { ErrorState, LoadingState } from '#ui/feedback/states.tsx'
import { reportCalls } from './calls.ts'
import { useRangeLabels } from './useRangeLabels.ts'
import { useValueFormatter } from './useValueFormatter.ts'
import { answerToShow } from '#ui/list/listQuery.ts'
import styles from './reports.module.css'

const SIZE = 50

interface Props {
  name: MetricName
  sensorId: number
  range: { from: string; to: string }
  step: number | null
  at: number | null
  page: number
  onPage(page: number): void
  onClose(): void
}

export function ReadingsPanel({ name, sensorId, range, step, at, page, onPage, onClose }: Props) {
  const { t } = useTranslation('reports')
  const format = useFormat()
  const words = useRangeLabels()
  const text = useValueFormatter(name)
  const query = reportCalls.useListReadingsQuery({
    body: {
      name,
      sensorId,
      range,
      step,
      limit: SIZE,
      offset: (page - 1) * SIZE,
      ...(at === null ? {} : { at }),
    },
  })
  const { error, refetch } = query
  const data = answerToShow(query)
  return (
    <DetailPanel
      title={data === undefined ? t('readingsTitle') : <bdi>{data.sensor}</bdi>}
      over={at === null ? words(range) : format.dateTime(at * 1000)}
      onClose={onClose}
      under={
        data && (
          <span>
            {t('readingsSay', {
              count: data.count,
              number: format.number(data.count),
              value: data.value === null ? '–' : text(data.value),
            })}
          </span>
        )
      }
    >
      {data === undefined ? (
        error === undefined ? (
          <LoadingState />
        ) : (
          <ErrorState failure={error} onRetry={() => void refetch()} />
        )
      ) : (
        <>
          <ul className={styles.readingList}>
            {data.rows.map((row) => (
              <li key={row.id}>
                <When at={row.at} as="dateTime" />
                <span className="numbers" dir="auto">
                  {text(row.value)}
                </span>
              </li>
            ))}
          </ul>
          {data.count > SIZE && (
            <Pagination
              className={styles.rowsPages}
              size="small"
              current={page}
              pageSize={SIZE}
              total={data.count}
              showSizeChanger={false}
              onChange={onPage}
            />
          )}
        </>
      )}
    </DetailPanel>
  )
}
