import { skipToken } from '@reduxjs/toolkit/query'
import { useCallback, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useParams } from 'react-router-dom'
import { pathTo } from '#lib/paths.ts'
import { EquipmentPicker } from '#entities/pickers/pickers.tsx'
import { useClaims } from '#entities/session/useSession.ts'
import { inAddress, useAddressState } from '#lib/addressState.ts'
import { useFormat } from '#lib/format.tsx'
import { Page } from '#ui/page/Page.tsx'
import { Remaining } from '#ui/page/marks.tsx'
import { EmptyState, PendingState } from '#ui/feedback/states.tsx'
import { nearestCalls } from '../calls.ts'
import { LocationsOfAll } from './LocationsOfAll.tsx'
import { chosenSpan, iso } from '../replay/span.ts'
import { SpanField } from '../replay/SpanField.tsx'
import { useSelectionBefore } from '../live/selectedEquipment.ts'
import { useMeasures } from '../map/useMapLabels.ts'
import { answerToShow } from '#ui/list/listQuery.ts'
import styles from '../rtls.module.css'
import { RoomName } from '#entities/whereabouts/RoomName.tsx'

const spans = ['shift', 'day', 'yesterday'] as const
const address = {
  from: inAddress.id('equipment'),
  span: inAddress.oneOf([...spans, 'own'], 'day'),
  since: inAddress.text(),
  until: inAddress.text(),
}

export function NearestHistoryPage() {
  const { t } = useTranslation(['map', 'titles', 'common'])
  const { equipmentId } = useParams()
  const [state, change] = useAddressState(address)
  const format = useFormat()
  const { lasted } = useMeasures()
  const timeZone = useClaims()?.tz ?? 'UTC'
  const [now] = useState(() => Date.now())
  const named = equipmentId === undefined ? null : Number(equipmentId)
  const id = state.from ?? (Number.isInteger(named) ? named : null)
  useSelectionBefore(
    id,
    useCallback((before) => change({ from: before }), [change]),
  )
  const { span: kind, since, until } = state
  const span = useMemo(
    () => chosenSpan({ kind, since, until }, now, timeZone),
    [kind, since, until, now, timeZone],
  )
  const query = nearestCalls.useGetNearestHistoryQuery(
    id === null ? skipToken : { body: { equipmentId: id, ...iso(span) } },
  )
  const { error, refetch } = query
  const data = answerToShow(query)
  return (
    <Page
      title={t('titles:nearestEquipmentHistory')}
      kind="read"
      back={{
        to: pathTo('mapping', undefined, { id: id ?? undefined }),
        label: t('titles:mapping'),
      }}
    >
      <div className={styles.nearestForm}>
        <label>
          {t('metWith')}
          <EquipmentPicker
            value={id}
            onChange={(next: number | null) => change({ from: next }, { push: true })}
          />
        </label>
        <SpanField
          kinds={spans}
          asked={{ kind, since, until }}
          span={span}
          timeZone={timeZone}
          onSpan={({ kind: next, ...own }) =>
            change({ span: next === 'hour' ? 'day' : next, ...own }, { push: true })
          }
        />
      </div>
      {id === null && <LocationsOfAll intro={t('metAskHint')} />}
      {id !== null && data === undefined && (
        <PendingState failure={error} onRetry={() => void refetch()} />
      )}
      {id !== null && data !== undefined && data.rows.length === 0 && (
        <EmptyState title={t('metNone')} hint={t('metNoneHint')} />
      )}
      {id !== null && data !== undefined && data.rows.length > 0 && (
        <>
          <table className="table" aria-label={t('titles:nearestEquipmentHistory')}>
            <thead>
              <tr>
                <th scope="col">{t('equipment')}</th>
                <th scope="col">{t('room')}</th>
                <th scope="col">{t('when')}</th>
                <th scope="col" className="end">
                  {t('together')}
                </th>
              </tr>
            </thead>
            <tbody>
              {data.rows.map((row) => (
                <tr key={`${row.equipment.id}-${row.from}`}>
                  <td>
                    <Link dir="auto" to={pathTo('mapping', undefined, { id: row.equipment.id })}>
                      {row.equipment.name}
                    </Link>
                  </td>
                  <td>
                    <RoomName name={row.roomName} between={t('onTheWay')} />{' '}
                    <span className="quiet">
                      <bdi>{row.floorName}</bdi>
                    </span>
                  </td>
                  <td className="numbers">
                    <time dateTime={row.from}>{format.dateTime(row.from)}</time>
                  </td>
                  <td className="end numbers">{lasted(row.seconds)}</td>
                </tr>
              ))}
            </tbody>
          </table>
          <Remaining count={data.count - data.rows.length} />
        </>
      )}
    </Page>
  )
}
