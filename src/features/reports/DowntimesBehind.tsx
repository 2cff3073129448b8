import { Pagination, Segmented } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ReliabilityDimension } from '#contract/reliability.ts'
import type { FilterDraft } from '#entities/filterObject/filterDraft.ts'
import { reliabilityCalls } from '#entities/reliability/calls.ts'
import { DowntimeList } from '#entities/reliability/DowntimeList.tsx'
import { ErrorState, LoadingState } from '#ui/feedback/states.tsx'
import { answerToShow } from '#ui/list/listQuery.ts'
import { DetailPanel } from '#ui/panel/DetailPanel.tsx'
import { useRangeLabels } from './useRangeLabels.ts'
import styles from './reports.module.css'

const SIZE = 50
const kinds = ['all', 'failures', 'planned'] as const

interface Props {
  question: {
    by: ReliabilityDimension
    filter: FilterDraft
    range: { from: string; to: string }
  }
  group: number | null | undefined
  page: number
  onPage(page: number): void
  onClose(): void
}

/** The downtimes behind a row of the reliability report, the longest first. */
export function DowntimesBehind({ question, group, page, onPage, onClose }: Props) {
  const { t } = useTranslation('reliability')
  const words = useRangeLabels()
  const [kind, setKind] = useState<(typeof kinds)[number]>('all')
  const query = reliabilityCalls.useListDowntimesQuery({
    body: {
      ...question,
      kind,
      limit: SIZE,
      offset: (page - 1) * SIZE,
      ...(group === undefined ? {} : { group }),
    },
  })
  const data = answerToShow(query)
  return (
    <DetailPanel title={t('downtimes')} over={words(question.range)} onClose={onClose}>
      <Segmented
        value={kind}
        onChange={(next) => {
          setKind(next)
          onPage(1)
        }}
        options={kinds.map((value) => ({ value, label: t(`show.${value}`) }))}
      />
      {data === undefined ? (
        query.error === undefined ? (
          <LoadingState />
        ) : (
          <ErrorState failure={query.error} onRetry={() => void query.refetch()} />
        )
      ) : data.count === 0 ? (
        <p className="quiet">{t('noDowntimeHere')}</p>
      ) : (
        <>
          <DowntimeList rows={data.rows} isOfMany />
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
