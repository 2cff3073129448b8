import { Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import type { RruleDraft } from '#contract/rrules/rruleShapes.ts'
import { pathTo } from '#lib/paths.ts'
import { rruleCalls } from '#entities/recurrence/calls.ts'
import { EmptyState, ErrorState, LoadingState } from '#ui/feedback/states.tsx'
import { ObjectsSummary } from './ObjectsSummary.tsx'
import { answerToShow } from '#ui/list/listQuery.ts'
import styles from '#entities/procedureLogs/logs.module.css'

const STEP = 50
const MAX_ROWS = 500

export function IncludedThings({
  rule: { rruleData, objects, procedureId },
}: {
  rule: Pick<RruleDraft, 'rruleData' | 'objects' | 'procedureId'>
}) {
  const { t } = useTranslation(['schedules', 'common'])
  const [limit, setLimit] = useState(STEP)
  const query = rruleCalls.useListIncludedEquipmentQuery({
    body: { rruleData, objects, procedureId, limit, sort: 'name' },
  })
  const { error, isFetching, refetch } = query
  const data = answerToShow(query)
  if (data === undefined)
    return error === undefined ? (
      <LoadingState />
    ) : (
      <ErrorState failure={error} onRetry={() => void refetch()} />
    )
  if (data.count === 0)
    return <EmptyState title={t('nothingIncluded')} hint={t('nothingIncludedHint')} />
  return (
    <>
      <p className="quiet">
        <ObjectsSummary things={rruleData} objects={objects} />
        {' · '}
        {t(`objectCount.${objects}`, { count: data.count })}
      </p>
      <ul className={styles.logList}>
        {data.rows.map((row) => (
          <li key={row.id}>
            <Link
              className={styles.logLine}
              to={
                objects === 'equipment'
                  ? pathTo('equipment', undefined, { id: row.id })
                  : pathTo('locations', undefined, { id: row.id })
              }
            >
              <span className={styles.logWords}>
                <bdi>{row.name}</bdi>
                <span className="quiet">
                  <bdi>{row.type}</bdi>
                </span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
      {data.count > data.rows.length &&
        (limit < MAX_ROWS ? (
          <Button
            type="link"
            loading={isFetching}
            onClick={() => setLimit(Math.min(MAX_ROWS, limit * 3))}
          >
            {t('common:loadMore')}
          </Button>
        ) : (
          <p className="quiet">
            {t('common:moreRemaining', { count: data.count - data.rows.length })}
          </p>
        ))}
    </>
  )
}
