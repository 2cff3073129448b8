import { useTranslation } from 'react-i18next'
import type { Venue } from './useVenueChoice.ts'
import styles from '../rtls.module.css'

/** Maximum chips: more would cover the map, and the list above has all floors. */
const SHOWN = 8

export function FloorChips({ venue, onFloor }: { venue: Venue; onFloor(id: number): void }) {
  const { t } = useTranslation('map')
  const { floors, floorMark } = venue
  if (floors.length < 2 || floors.length > SHOWN) return null
  return (
    <ul className={styles.floorChips} aria-label={t('floors')}>
      {floors.toReversed().map(({ id, name, shortName }) => (
        <li key={id}>
          <button
            type="button"
            title={name}
            aria-pressed={id === floorMark?.id}
            onClick={() => onFloor(id)}
          >
            <bdi className="numbers">{shortName}</bdi>
            <span className="visually-hidden"> {name}</span>
          </button>
        </li>
      ))}
    </ul>
  )
}
