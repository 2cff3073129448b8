import { Alert, Button } from 'antd'
import { useTranslation } from 'react-i18next'
import type { Venue } from './useVenueChoice.ts'
import styles from '../rtls.module.css'

export function VenueMissing({ venue, onFloor }: { venue: Venue; onFloor(id: number): void }) {
  const { t } = useTranslation(['map', 'common'])
  const { isElsewhere, floorMark } = venue
  if (!isElsewhere || floorMark === undefined) return null
  return (
    <Alert
      className={styles.mapBroken}
      type="warning"
      showIcon
      title={t('common:notThereTitle')}
      description={
        <>
          {t('common:notThereHint')} {t('shownInstead', { name: floorMark.name })}
        </>
      }
      action={
        <Button size="small" onClick={() => onFloor(floorMark.id)}>
          {t('common:close')}
        </Button>
      }
    />
  )
}
