import { Select } from 'antd'
import { useTranslation } from 'react-i18next'
import { chosenName } from './chosenName.tsx'
import type { Venue } from './useVenueChoice.ts'
import styles from '../rtls.module.css'

export function VenueSelects({
  venue,
  isKnown = true,
  onBuilding,
  onFloor,
}: {
  venue: Venue
  isKnown?: boolean
  onBuilding(id: number): void
  onFloor(id: number): void
}) {
  const { t } = useTranslation('map')
  return (
    <>
      <Select
        aria-label={t('building')}
        className={styles.mapBuilding}
        value={isKnown ? venue.building?.id : undefined}
        onChange={onBuilding}
        popupMatchSelectWidth={false}
        labelRender={chosenName}
        options={venue.buildings.map(({ id, name }) => ({ value: id, label: <bdi>{name}</bdi> }))}
      />
      <Select
        aria-label={t('floor')}
        className={styles.mapFloor}
        value={isKnown ? venue.floorMark?.id : undefined}
        onChange={onFloor}
        popupMatchSelectWidth={false}
        labelRender={chosenName}
        options={venue.floors
          .toReversed()
          .map(({ id, name }) => ({ value: id, label: <bdi>{name}</bdi> }))}
      />
    </>
  )
}
