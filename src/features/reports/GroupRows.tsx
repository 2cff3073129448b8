import { Pagination } from 'antd'
import { useTranslation } from 'react-i18next'
import type { Dimension, ReportType } from '#contract/reports.ts'
import type { FilterDraft } from '#entities/filterObject/filterDraft.ts'
import { DetailRows } from '#entities/insight/DetailRows.tsx'
import { useFormat } from '#lib/format.tsx'
import { DetailPanel } from '#ui/panel/DetailPanel.tsx'
import { ErrorState, LoadingState } from '#ui/feedback/states.tsx'
import { reportCalls } from './calls.ts'
import { useRangeLabels } from './useRangeLabels.ts'
import { answerToShow } from '#ui/list/listQuery.ts'
import styles from './reports.module.css'

const SIZE = 50

interface Props {
  question: { distributionBy: Dimension; type: ReportType; filter: FilterDraft }
  range: { from: string; to: string }
  group: number | null | undefined
  page: number
  onPage(page: number): void
  onClose(): void
}

export function GroupRows({ question, range, group, page, onPage, onClose }: Props) {
  const { t } = useTranslation(['reports', 'dashboards'])
  const format = useFormat()
  const words = useRangeLabels()
  const query = reportCalls.useListDistributionRowsQuery({
    body: {
      ...question,
      range,
      limit: SIZE,
      offset: (page - 1) * SIZE,
      ...(group === undefined ? {} : { group }),
    },
  })
  const { error, refetch } = query
  const data = answerToShow(query)
  return (
    <DetailPanel
      title={t('rowsTitle')}
      over={words(range)}
      onClose={onClose}
      under={
        data && (
          <span>
            {t('dashboards:rowsSay', {
              rows: format.number(data.count),
              value:
                data.value === null ? '–' : format.number(data.value, { maximumFractionDigits: 1 }),
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
          <DetailRows rows={data.rows} />
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
