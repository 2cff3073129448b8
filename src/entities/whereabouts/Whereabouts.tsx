/** Where equipment is stored and where it was seen. These may differ, so each is labelled. */
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import type { Output } from '#contract/endpoint.ts'
import type { equipment } from '#contract/equipment/equipment.ts'
import { pathTo } from '#lib/paths.ts'
import { FromTo } from '#ui/dates/FromTo.tsx'
import { When } from '#ui/page/marks.tsx'
import { RoomName } from './RoomName.tsx'
import { KeptOnMap, ThingOnMap } from './OnSmallMap.tsx'
import styles from './whereabouts.module.css'

type Detail = Output<typeof equipment.getEquipment>
type Position = NonNullable<Detail['position']>

export function KeptAndSeen({ detail: { location, position } }: { detail: Detail }) {
  const { t } = useTranslation('equipment')
  return (
    <>
      {location !== null && (
        <span>
          {t('keptIn')}: <bdi>{location.name}</bdi>
        </span>
      )}
      {position !== null && (
        <span>
          {position.method === 'placed' ? t('placedIn') : t('seenIn')}: <Spot {...position} />
          {position.method !== 'placed' && (
            <>
              {' '}
              · <When at={position.at} />
            </>
          )}
        </span>
      )}
    </>
  )
}

export function OnMap({ id, location, position }: Pick<Detail, 'id' | 'location' | 'position'>) {
  const { t } = useTranslation(['equipment', 'titles'])
  const there = position === null ? { id } : { id, floor: position.floorId }
  const isUnknown = <p className={`${styles.spot} quiet`}>{t('notOnMap')}</p>
  return (
    <>
      {position === null ? (
        location === null ? (
          isUnknown
        ) : (
          <KeptOnMap id={id} locationId={location.id} otherwise={isUnknown}>
            <p className={`${styles.spot} quiet`}>{t('keptOnMap')}</p>
          </KeptOnMap>
        )
      ) : (
        <p className={styles.spot}>
          <Spot {...position} />
          {position.building.name !== '' && (
            <>
              , <bdi>{position.building.name}</bdi>
            </>
          )}
          <span className="quiet">
            {' '}
            · {position.method === 'placed' ? t('placedByHand') : t('heardThere')},{' '}
            <When at={position.at} />
          </span>
        </p>
      )}
      {position !== null && <ThingOnMap id={id} />}
      <Link to={pathTo('mapping', undefined, there)}>{t('showOnMap')}</Link> ·{' '}
      <Link to={pathTo('equipmentHeatmap', { equipmentId: id })}>
        {t('titles:equipmentHeatmap')}
      </Link>{' '}
      ·{' '}
      <Link to={pathTo('nearestEquipment', { equipmentId: id })}>
        {t('titles:nearestEquipment')}
      </Link>
    </>
  )
}

function Spot({ roomName, floorName }: Pick<Position, 'roomName' | 'floorName'>) {
  return (
    <>
      {roomName !== null && (
        <>
          <RoomName name={roomName} between="" />,{' '}
        </>
      )}
      <bdi>{floorName}</bdi>
    </>
  )
}

/** Recent positions, newest first; the map has the rest. */
export function LastSeen({
  id,
  lastSeen: { rows, isCut },
}: {
  id: Detail['id']
  lastSeen: Detail['lastSeen']
}) {
  const { t } = useTranslation('equipment')
  return (
    <>
      <ol className={styles.places} aria-label={t('lastSeen')}>
        {rows.map((stay) => (
          <li key={stay.from}>
            <span>
              <RoomName name={stay.roomName} between={t('betweenRooms')} />{' '}
              <span className="quiet">
                <bdi>{stay.floorName}</bdi>
              </span>
            </span>
            <span className="numbers quiet">
              <FromTo from={stay.from} to={stay.to} />
            </span>
          </li>
        ))}
      </ol>
      {isCut && (
        <Link to={pathTo('mapping', undefined, { id, tab: 'stays' })}>{t('lastSeenAll')}</Link>
      )}
    </>
  )
}
