/** Where it stayed, and every position that was kept. */
import { Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isApiFailure } from '../../api/http.ts'
import { useFormat } from '../../lib/format.tsx'
import { Count } from '../../ui/marks.tsx'
import { EmptyState, ErrorState, LoadingState } from '../../ui/states.tsx'
import { rtlsCalls } from './calls.ts'
import { useMeasures } from './useMapLabels.ts'
import { answerToShow } from '../../ui/listQuery.ts'
import styles from './rtls.module.css'

const STEP = 30

export function StayList({ id }: { id: number }) {
  const { t } = useTranslation(['map', 'common'])
  const format = useFormat()
  const { lasted } = useMeasures()
  const [limit, setLimit] = useState(STEP)
  const query = rtlsCalls.useGetLastLocationsOfEquipmentQuery({
    body: { equipmentId: id as never, limit },
  })
  const { error, isFetching, refetch } = query
  const data = answerToShow(query) // an id from the address
  if (data === undefined)
    return isApiFailure(error) ? (
      <ErrorState failure={error} onRetry={() => void refetch()} />
    ) : (
      <LoadingState />
    )
  if (data.count === 0) return <EmptyState title={t('noHistory')} hint={t('noHistoryHint')} />
  const longest = Math.max(...data.rows.map(({ seconds }) => seconds), 1)
  return (
    <>
      <ol className={styles.stays}>
        {data.rows.map((stay) => (
          <li key={`${stay.from}-${stay.roomId ?? 0}`}>
            <span className={styles.stayWords}>
              <bdi>{stay.roomName ?? t('onTheWay')}</bdi>
              <span className="quiet">
                <bdi>{stay.floorName}</bdi>
              </span>
            </span>
            <span className={`${styles.stayTime} numbers`}>
              <time dateTime={stay.from}>{format.dateTime(stay.from)}</time>
              <span className="quiet">{lasted(stay.seconds)}</span>
            </span>
            <span className={styles.stayBar} aria-hidden="true">
              <span style={{ inlineSize: `${Math.max(2, (stay.seconds / longest) * 100)}%` }} />
            </span>
          </li>
        ))}
      </ol>
      {data.count > data.rows.length && limit < 500 && (
        <Button type="link" loading={isFetching} onClick={() => setLimit(Math.min(500, limit * 2))}>
          {t('common:loadMore')}
        </Button>
      )}
    </>
  )
}

export function HistoryTable({ id }: { id: number }) {
  const { t } = useTranslation(['map', 'common'])
  const format = useFormat()
  const { metres } = useMeasures()
  const [limit, setLimit] = useState(STEP)
  const query = rtlsCalls.useGetHistoryOfEquipmentQuery({
    body: { equipmentId: id as never, limit },
  })
  const { error, isFetching, refetch } = query
  const data = answerToShow(query) // as above
  if (data === undefined)
    return isApiFailure(error) ? (
      <ErrorState failure={error} onRetry={() => void refetch()} />
    ) : (
      <LoadingState />
    )
  if (data.count === 0) return <EmptyState title={t('noHistory')} hint={t('noHistoryHint')} />
  return (
    <>
      <p className="quiet">
        <Count value={data.count} /> {t('positionsKept', { count: data.count })}
      </p>
      <table className={`table ${styles.smallTable}`} aria-label={t('tabHistory')}>
        <thead>
          <tr>
            <th scope="col">{t('when')}</th>
            <th scope="col">{t('where')}</th>
            <th scope="col" className="end">
              {t('radius')}
            </th>
          </tr>
        </thead>
        <tbody>
          {data.rows.map((row) => (
            <tr key={row.id}>
              <td className="numbers">
                <time dateTime={row.at}>{format.moment(row.at)}</time>
              </td>
              <td>
                <bdi>{row.roomName ?? t('onTheWay')}</bdi>{' '}
                <span className="quiet">
                  <bdi>{row.floorName}</bdi>
                </span>
              </td>
              <td className="end numbers">
                {row.method === 'placed' ? t('placedByHand') : <>± {metres(row.accuracy)}</>}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {data.count > data.rows.length && limit < 500 && (
        <Button type="link" loading={isFetching} onClick={() => setLimit(Math.min(500, limit * 2))}>
          {t('common:loadMore')}
        </Button>
      )}
    </>
  )
}
