import { useTranslation } from 'react-i18next'
import { pathTo } from '#lib/paths.ts'
import { LinkButton } from '#ui/page/LinkButton.tsx'
import { ListeningCard } from './ListeningCard.tsx'
import { useListening } from './useListening.ts'
import styles from './survey.module.css'

export function Sighting({ id, position }: { id: number; position: { floorId: number } }) {
  const { t } = useTranslation('siteSurvey')
  const { listening, isAway, end } = useListening()
  const isOwn = listening !== null && Number(listening.equipment.id) === id
  const question = { floor: position.floorId, tag: id, sighting: '1' }
  return (
    <section className={styles.sighting} aria-label={t('sightingTitle')}>
      {isOwn ? (
        <ListeningCard listening={listening} isAway={isAway} onEnd={end} />
      ) : (
        <>
          <h3>{t('sightingTitle')}</h3>
          <p className="quiet">{t('sightingHint')}</p>
          <div className={styles.acts}>
            {/* The map's own estimate must not be learned from, so the user moves the shown spot. */}
            <LinkButton to={pathTo('siteSurvey', undefined, { ...question, here: '1' })}>
              {t('sightingYes')}
            </LinkButton>
            <LinkButton to={pathTo('siteSurvey', undefined, question)}>
              {t('sightingNo')}
            </LinkButton>
          </div>
        </>
      )}
    </section>
  )
}
