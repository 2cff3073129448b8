/** Is it where the map has it? Both answers are points of the survey. */
import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { pathTo } from '../../../lib/paths.ts'
import { LinkButton } from '../../../ui/LinkButton.tsx'
import { ListeningCard } from './ListeningCard.tsx'
import { useListening } from './useListening.ts'
import styles from './survey.module.css'

export function Sighting({
  id,
  position,
}: {
  id: number
  position: { floorId: number; longitude: number; latitude: number }
}) {
  const { t } = useTranslation('siteSurvey')
  const { listening, isBeginning, begin, end } = useListening()
  const { floorId, longitude, latitude } = position
  const isOwn = listening !== null && Number(listening.equipment.id) === id
  return (
    <section className={styles.sighting} aria-label={t('sightingTitle')}>
      {isOwn ? (
        <ListeningCard listening={listening} onEnd={end} />
      ) : (
        <>
          <h3>{t('sightingTitle')}</h3>
          <p className="quiet">{t('sightingHint')}</p>
          <div className={styles.acts}>
            <Button
              loading={isBeginning}
              onClick={() =>
                void begin({
                  kind: 'confirmed',
                  equipmentId: id as never,
                  floorId: floorId as never,
                  longitude,
                  latitude,
                })
              } // ids of the position that is shown
            >
              {t('sightingYes')}
            </Button>
            <LinkButton
              to={pathTo('siteSurvey', undefined, { floor: floorId, tag: id, sighting: '1' })}
            >
              {t('sightingNo')}
            </LinkButton>
          </div>
        </>
      )}
    </section>
  )
}
