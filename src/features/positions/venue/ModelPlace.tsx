import { Alert, Button, Input } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { degreesTyped, type Place } from './degreesTyped.ts'
import styles from '../rtls.module.css'

export function ModelPlace({ isBusy, onPlace }: { isBusy: boolean; onPlace(place: Place): void }) {
  const { t } = useTranslation('venueImport')
  const [typed, setTyped] = useState('')
  const place = degreesTyped(typed)
  return (
    <Alert
      className={styles.venueDone}
      type="warning"
      showIcon
      title={t('placeMissing')}
      description={
        <form
          onSubmit={(event) => {
            event.preventDefault()
            if (place !== null) onPlace(place)
          }}
        >
          <p>{t('placeHint')}</p>
          <div className={styles.venueApply}>
            <Input
              dir="ltr"
              aria-label={t('placeLabel')}
              placeholder="50.08804, 14.42076"
              className={styles.venuePlace}
              value={typed}
              status={typed.trim() !== '' && place === null ? 'error' : ''}
              onChange={(event) => setTyped(event.target.value)}
            />
            <Button type="primary" htmlType="submit" loading={isBusy} disabled={place === null}>
              {t('placeApply')}
            </Button>
          </div>
        </form>
      }
    />
  )
}
