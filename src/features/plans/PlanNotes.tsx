import { Alert, Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { pathTo } from '#lib/paths.ts'
import { useIsPhone } from '#lib/useMedia.ts'
import type { Impossible } from './impossible.ts'
import { ImpossibleNote } from './ImpossibleNote.tsx'
import type { Lack } from './useSavePlan.ts'
import styles from './plans.module.css'

interface Props {
  floorId: number | null
  isRestored: boolean
  isSaved: boolean
  lack: Lack | null
  impossible: Impossible[]
  onDiscard(): void
}

export function PlanNotes({ floorId, isRestored, isSaved, lack, impossible, onDiscard }: Props) {
  const { t } = useTranslation('plans')
  const isPhone = useIsPhone()
  const mapLink = (
    <Link to={pathTo('mapping', undefined, { floor: floorId ?? undefined })}>{t('seeOnMap')}</Link>
  )
  return (
    <div className={styles.notes}>
      {isRestored && (
        <Alert
          type="info"
          showIcon
          title={t('keptDraft')}
          action={
            <Button size="small" onClick={onDiscard}>
              {t('keptDiscard')}
            </Button>
          }
        />
      )}
      {isSaved && (
        <Alert type="success" showIcon title={t('saved')} action={mapLink} role="status" />
      )}
      {lack !== null && <Alert type="warning" showIcon title={t(`lack.${lack}`)} />}
      {impossible.length > 0 && <ImpossibleNote faults={impossible} />}
      {isPhone && <Alert type="info" showIcon title={t('phoneHint')} />}
    </div>
  )
}
