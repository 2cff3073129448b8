import { DisconnectOutlined } from '@ant-design/icons'
import { useTranslation } from 'react-i18next'
import { useAway } from '../../api/useNetwork.ts'
import { When } from '../../ui/marks.tsx'
import styles from './NetworkStrip.module.css'

/** While there is no network: of when what is shown is, and what becomes of what one does. */
export function NetworkStrip() {
  const { t } = useTranslation('shell')
  const away = useAway()
  if (away === null) return null
  return (
    <div className={`${styles.strip} screen-only`} role="status">
      <DisconnectOutlined aria-hidden />
      <span>
        <strong>{t('network.away')}</strong>{' '}
        {away.keptAt === null ? (
          t('network.old')
        ) : (
          <>
            {t('network.known')} <When at={new Date(away.keptAt).toISOString()} as="dateTime" />.{' '}
            {t('network.kept')}
          </>
        )}
      </span>
    </div>
  )
}
