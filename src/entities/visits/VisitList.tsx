import { Pagination } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import type { VisitRow } from '#contract/zones.ts'
import { pathTo } from '#lib/paths.ts'
import { useFormatDuration } from '#lib/useFormatDuration.ts'
import { FromTo } from '#ui/dates/FromTo.tsx'
import { answerToShow } from '#ui/list/listQuery.ts'
import { ColourTag } from '#ui/page/marks.tsx'
import { EmptyState, ErrorState, LoadingState } from '#ui/feedback/states.tsx'
import { ExportButton } from '#entities/listExports/ExportButton.tsx'
import { zoneCalls } from './calls.ts'
import styles from './visits.module.css'
import { RoomName } from '#entities/whereabouts/RoomName.tsx'

const SIZE = 20

export type VisitedZone = { roomId: number } | { areaId: number }

export function VisitList({
  of,
  isOpen,
}: {
  of: { equipmentId: number } | VisitedZone
  isOpen?: boolean
}) {
  const { t } = useTranslation('entities')
  const [page, setPage] = useState(1)
  const asked = { ...(isOpen === undefined ? {} : { isOpen }), ...askedOf(of) }
  const query = zoneCalls.useListVisitsQuery({
    body: { limit: SIZE, offset: (page - 1) * SIZE, ...asked },
  })
  const data = answerToShow(query)
  if (data === undefined)
    return query.error === undefined ? (
      <LoadingState rows={3} />
    ) : (
      <ErrorState failure={query.error} onRetry={() => void query.refetch()} />
    )
  if (data.count === 0)
    return isOpen === true ? (
      <p className="quiet">{t('visitsNow')}</p>
    ) : (
      <EmptyState title={t('visitsNone')} hint={t('visitsNoneHint')} />
    )
  return (
    <>
      <ol
        className={styles.visits}
        aria-label={'equipmentId' in of ? t('whereItWas') : t('whoWasHere')}
      >
        {data.rows.map((row) => (
          <Visit key={row.id} row={row} isOfZone={!('equipmentId' in of)} />
        ))}
      </ol>
      <div className={styles.foot}>
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
        <ExportButton size="small" lists={[{ list: 'visits', question: asked }]} />
      </div>
    </>
  )
}

function askedOf(of: { equipmentId: number } | VisitedZone) {
  if ('equipmentId' in of) return { equipmentId: of.equipmentId }
  return 'roomId' in of ? { roomId: of.roomId } : { areaId: of.areaId }
}

const placeOnMap = ({ floorId, roomId, areaId }: VisitRow): string =>
  areaId === null
    ? pathTo('mapping', undefined, { floor: floorId, room: roomId ?? undefined })
    : pathTo('areas', undefined, { area: areaId })

function Visit({ row, isOfZone }: { row: VisitRow; isOfZone: boolean }) {
  const { t } = useTranslation('entities')
  const lasted = useFormatDuration()
  return (
    <li>
      <span className={styles.words}>
        {isOfZone ? (
          <>
            <Link to={pathTo('equipmentOne', { equipmentId: row.equipment.id })}>
              <bdi>{row.equipment.name}</bdi>
            </Link>
            <span className="quiet">
              <bdi>{row.typeName}</bdi>
            </span>
          </>
        ) : (
          <>
            <Link to={placeOnMap(row)}>
              <RoomName name={row.roomName} between="" />
            </Link>
            <span className="quiet">
              <bdi>{row.floorName}</bdi> · <bdi>{row.buildingName}</bdi>
            </span>
          </>
        )}
      </span>
      <span className={`${styles.times} numbers`}>
        <span>
          {row.leftAt === null && (
            <>
              <ColourTag soft colour="green">
                {t('thereNow')}
              </ColourTag>{' '}
            </>
          )}
          {lasted(row.seconds)}
        </span>
        <span className="quiet">
          <FromTo from={row.enteredAt} to={row.leftAt ?? row.enteredAt} />
        </span>
      </span>
    </li>
  )
}
