/** The reasons for a position: the gateways, their distances, and omitted readings. */
import { Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { TriangulationLog as Log } from '#contract/rtls/rtlsShapes.ts'
import { useFormat } from '#lib/format.tsx'
import { EmptyState, PendingState } from '#ui/feedback/states.tsx'
import { rtlsCalls } from '../calls.ts'
import { useMeasures } from '../map/useMapLabels.ts'
import { answerToShow } from '#ui/list/listQuery.ts'
import styles from '../rtls.module.css'
import { RoomName } from '#entities/whereabouts/RoomName.tsx'

const STEP = 15

export function TriangulationLog({ id }: { id: number }) {
  const { t } = useTranslation(['map', 'common'])
  const format = useFormat()
  const { metres } = useMeasures()
  const [limit, setLimit] = useState(STEP)
  const query = rtlsCalls.useGetTriangulationLogsQuery({
    body: { equipmentId: id, limit },
  })
  const { error, isFetching, refetch } = query
  const data = answerToShow(query)
  if (data === undefined) return <PendingState failure={error} onRetry={() => void refetch()} />
  if (data.count === 0) return <EmptyState title={t('noLog')} hint={t('noLogHint')} />
  return (
    <>
      <ol className={styles.fixes}>
        {data.rows.map((fix) => (
          <li key={fix.id}>
            <p>
              <time dateTime={fix.at} className="numbers">
                {format.dateTime(fix.at)}
              </time>{' '}
              · <RoomName name={fix.roomName} between={t('onTheWay')} />, <bdi>{fix.floorName}</bdi>
            </p>
            <p className="quiet">
              {fix.method === 'placed' ? (
                t('placedByHand')
              ) : (
                <>
                  ± {metres(fix.accuracy)} · {t(`method_${fix.method}`)}
                </>
              )}
            </p>
            <Heard fix={fix} />
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

export function WhyHere({ id }: { id: number }) {
  const { t } = useTranslation('map')
  const { data } = rtlsCalls.useGetTriangulationLogsQuery(
    { body: { equipmentId: id, limit: 1 } },
    { pollingInterval: 10_000 },
  )
  const fix = data?.rows[0]
  if (fix === undefined || fix.method === 'placed') return null
  return (
    <section className={styles.why}>
      <h3>{t('whyHere')}</h3>
      <p className="quiet">
        {fix.method === 'distances'
          ? t('whyDistances', { count: fix.heard.length })
          : t('whyNearest', { gateway: fix.heard[0]?.gateway.name ?? '' })}
      </p>
      <Heard fix={fix} />
    </section>
  )
}

function Heard({ fix }: { fix: Log }) {
  const { t } = useTranslation('map')
  const { metres } = useMeasures()
  if (fix.heard.length + fix.rejected.length === 0) return null
  return (
    <table className={`table ${styles.smallTable}`} aria-label={t('gatewaysHeard')}>
      <thead>
        <tr>
          <th scope="col">{t('gateway')}</th>
          <th scope="col" className="end">
            {t('signal')}
          </th>
          <th scope="col" className="end">
            {t('distance')}
          </th>
        </tr>
      </thead>
      <tbody>
        {fix.heard.map(({ gateway, rssi, distance, readings }) => (
          <tr key={gateway.id}>
            <td>
              <bdi>{gateway.name}</bdi>
            </td>
            <td className="end numbers" title={t('readings', { count: readings })}>
              <bdi dir="ltr">{Math.round(rssi)} dBm</bdi>
            </td>
            <td className="end numbers">{metres(distance)}</td>
          </tr>
        ))}
        {fix.rejected.map(({ gateway, rssi, why }) => (
          <tr key={gateway.id} className={styles.leftOut}>
            <td>
              <bdi>{gateway.name}</bdi>
            </td>
            <td className="end numbers">
              <bdi dir="ltr">{Math.round(rssi)} dBm</bdi>
            </td>
            <td className="end">{t(`why_${why}`)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
