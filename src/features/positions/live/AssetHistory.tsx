import { Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '#lib/format.tsx'
import { Count } from '#ui/page/marks.tsx'
import { EmptyState, PendingState } from '#ui/feedback/states.tsx'
import { rtlsCalls } from '../calls.ts'
import { useMeasures } from '../map/useMapLabels.ts'
import { answerToShow } from '#ui/list/listQuery.ts'
import styles from '../rtls.module.css'
import { RoomName } from '#entities/whereabouts/RoomName.tsx'

const STEP = 30

export function HistoryTable({ id }: { id: number }) {
  const { t } = useTranslation(['map', 'common'])
  const format = useFormat()
  const { metres } = useMeasures()
  const [limit, setLimit] = useState(STEP)
  const query = rtlsCalls.useGetHistoryOfEquipmentQuery({
    body: { equipmentId: id, limit },
  })
  const { error, isFetching, refetch } = query
  const data = answerToShow(query)
  if (data === undefined) return <PendingState failure={error} onRetry={() => void refetch()} />
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
                <RoomName name={row.roomName} between={t('onTheWay')} />{' '}
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
