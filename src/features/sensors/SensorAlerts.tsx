import { Pagination } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isChange } from '#contract/metricNames.ts'
import type { SensorRow } from '#contract/sensors.ts'
import { useReadingText } from '#entities/sensors/useReadingText.ts'
import { useFormat } from '#lib/format.tsx'
import { answerToShow } from '#ui/list/listQuery.ts'
import { ColourTag, When } from '#ui/page/marks.tsx'
import { EmptyState, ErrorState, LoadingState } from '#ui/feedback/states.tsx'
import { sensorCalls } from '#entities/calls/sensors.ts'
import styles from './sensors.module.css'

const SIZE = 20

export function SensorAlerts({ id, type }: { id: number; type: SensorRow['type'] }) {
  const { t } = useTranslation('sensors')
  const format = useFormat()
  const reading = useReadingText()
  const [page, setPage] = useState(1)
  const query = sensorCalls.useListSensorAlertsQuery({
    params: { id },
    body: { limit: SIZE, offset: (page - 1) * SIZE },
  })
  const data = answerToShow(query)
  if (data === undefined)
    return query.error === undefined ? (
      <LoadingState rows={3} />
    ) : (
      <ErrorState failure={query.error} onRetry={() => void query.refetch()} />
    )
  if (data.count === 0) return <EmptyState title={t('noAlerts')} hint={t('noAlertsHint')} />
  return (
    <>
      <ul className={styles.list}>
        {data.rows.map((row) => (
          <li key={row.id}>
            <ColourTag soft colour={row.endedAt === null ? 'red' : 'green'}>
              {isChange(type.metric) && row.kind !== 'sensorSilent'
                ? reading(type, row.kind === 'sensorTooHigh' ? 1 : 0)
                : t(`alert_${row.kind}`)}
            </ColourTag>
            {row.text !== null && <bdi className="numbers">{row.text}</bdi>}
            <When at={row.at} as="dateTime" />
            <span className="quiet">
              {row.endedAt === null
                ? t('lasts')
                : t('overAt', { when: format.dateTime(row.endedAt) })}
            </span>
          </li>
        ))}
      </ul>
      {data.count > SIZE && (
        <Pagination
          size="small"
          current={page}
          pageSize={SIZE}
          total={data.count}
          showSizeChanger={false}
          onChange={setPage}
        />
      )}
    </>
  )
}
