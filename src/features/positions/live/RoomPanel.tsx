import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import type { Floor, MapEquipment } from '#contract/rtls/rtlsShapes.ts'
import type { AreaRow } from '#contract/zones.ts'
import { EquipmentGlyph } from '#entities/equipment/EquipmentGlyph.tsx'
import { ZoneVisits } from '#entities/visits/ZoneVisits.tsx'
import { pathTo } from '#lib/paths.ts'
import { ColourTag, Remaining, When } from '#ui/page/marks.tsx'
import { NotThere, PendingState } from '#ui/feedback/states.tsx'
import { areasOver } from '../areas/areaMarks.ts'
import { rtlsCalls } from '../calls.ts'
import { useRoomName } from '../map/useMapLabels.ts'
import { answerToShow } from '#ui/list/listQuery.ts'
import styles from '../rtls.module.css'

export function RoomPanel({
  floor,
  roomId,
  areas,
  onClose,
  linkTo,
}: {
  floor: Floor
  roomId: number
  areas: readonly AreaRow[]
  onClose(): void
  linkTo(row: MapEquipment): string
}) {
  const { t } = useTranslation(['map', 'common'])
  const nameOf = useRoomName()
  const room = floor.rooms.find(({ id }) => id === roomId)
  const query = rtlsCalls.useGetEquipmentInCoordinatesQuery(
    { body: { floorId: floor.id, outline: room?.outline ?? floor.outline, limit: 200 } },
    { skip: room === undefined, pollingInterval: 10_000 },
  )
  const { error, refetch } = query
  const data = answerToShow(query)
  if (room === undefined)
    return <NotThere action={<Button onClick={onClose}>{t('common:close')}</Button>} />
  return (
    <section className={styles.roomPanel} aria-label={nameOf(room)}>
      <div className={styles.roomHead}>
        <h2>
          <bdi>{nameOf(room) || t('room')}</bdi>
        </h2>
        <Button type="text" onClick={onClose}>
          {t('common:close')}
        </Button>
      </div>
      {room.isRestricted === true && <p>{t('restricted')}</p>}
      <p className="quiet">
        {room.location !== null && (
          <Link to={pathTo('locations', undefined, { id: room.location.id })}>
            {t('openLocation')}
          </Link>
        )}{' '}
        <Link to={pathTo('nearestAllEquipment', undefined, { room: room.id })}>
          {t('nearestToRoom')}
        </Link>
      </p>
      <AreasHere areas={areasOver(areas, room.outline)} />
      {data === undefined ? (
        <PendingState failure={error} onRetry={() => void refetch()} rows={4} />
      ) : data.rows.length === 0 ? (
        <p className="quiet">{t('roomEmpty')}</p>
      ) : (
        <ul className={styles.assetRows}>
          {data.rows.map((row) => (
            <li key={row.id}>
              <Link to={linkTo(row)} className={styles.assetRow}>
                <EquipmentGlyph
                  typeName={row.type.name}
                  colour={row.isStatic ? null : (row.status?.colour ?? 'blue')}
                />
                <span className={styles.assetWords}>
                  <bdi className={styles.assetName}>{row.name}</bdi>
                  <span className="quiet">
                    {row.position !== null && <When at={row.position.at} />}
                  </span>
                </span>
              </Link>
            </li>
          ))}
          <li>
            <Remaining count={data.count - data.rows.length} />
          </li>
        </ul>
      )}
      <div className={styles.roomVisits}>
        <ZoneVisits key={room.id} of={{ roomId: room.id }} hasNow={false} />
      </div>
    </section>
  )
}

function AreasHere({ areas }: { areas: readonly AreaRow[] }) {
  const { t } = useTranslation('map')
  if (areas.length === 0) return null
  return (
    <p className={styles.areasHere}>
      {t('areasHere')}{' '}
      {areas.map(({ id, name, colour }) => (
        <Link key={id} to={pathTo('areas', undefined, { area: id })}>
          <ColourTag colour={colour}>{name}</ColourTag>
        </Link>
      ))}
    </p>
  )
}
