import { useTranslation } from 'react-i18next'
import { ScrollRegion } from '#ui/page/ScrollRegion.tsx'
import { EmptyState } from '#ui/feedback/states.tsx'
import type { Heatmap } from './useHeatmap.ts'
import { useMeasures } from '../map/useMapLabels.ts'
import { ZoneHeatList } from './ZoneHeat.tsx'
import styles from '../rtls.module.css'

type Rooms = NonNullable<Heatmap['data']>['rooms']

export function HeatRooms({ heatmap, rooms }: { heatmap: Heatmap; rooms: Rooms }) {
  const { t } = useTranslation('map')
  const { measure } = heatmap.state
  const title = measure === 'cells' ? t('timeByRoom') : t(`heatBy_${measure}`)
  return (
    <ScrollRegion className={styles.heatRooms} label={title}>
      <h2>{title}</h2>
      {measure !== 'cells' ? (
        <ZoneHeatList measure={measure} {...heatmap.zones} />
      ) : rooms.length === 0 ? (
        <EmptyState title={t('noHistory')} hint={t('heatNoneHint')} />
      ) : (
        <TimeByRoom rooms={rooms} />
      )}
    </ScrollRegion>
  )
}

function TimeByRoom({ rooms }: { rooms: Rooms }) {
  const { t } = useTranslation('map')
  const { lasted } = useMeasures()
  const longest = Math.max(...rooms.map(({ seconds }) => seconds), 1)
  return (
    <ol className={styles.stays}>
      {rooms.map((room) => (
        <li key={room.id}>
          <span className={styles.stayWords}>
            <bdi>{room.name}</bdi>
            <span className="quiet">{t('visits', { count: room.visits })}</span>
          </span>
          <span className={`${styles.stayTime} numbers`}>{lasted(room.seconds)}</span>
          <span className={styles.stayBar} aria-hidden="true">
            <span style={{ inlineSize: `${Math.max(2, (room.seconds / longest) * 100)}%` }} />
          </span>
        </li>
      ))}
    </ol>
  )
}
