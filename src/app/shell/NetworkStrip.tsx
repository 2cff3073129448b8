import { DisconnectOutlined } from '@ant-design/icons'
import { useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { matchPath, useLocation } from 'react-router-dom'
import { knownSince, onNetwork } from '#api/network.ts'
import { routes } from '#lib/paths.ts'
import { When } from '#ui/page/marks.tsx'
import styles from './NetworkStrip.module.css'

export function NetworkStrip() {
  const { t } = useTranslation('shell')
  const since = useSyncExternalStore(onNetwork, knownSince)
  const { pathname } = useLocation()
  if (since === null) return null
  // A procedure is stored completely; on other screens it depends on the action.
  const isKept = matchPath(routes.procedurePerform.path, pathname) !== null
  return (
    <div className={`${styles.strip} screen-only`} role="status">
      <DisconnectOutlined aria-hidden />
      <span>
        <strong>{t('network.away')}</strong>{' '}
        {since === Infinity ? (
          t('network.old')
        ) : (
          <>
            {t('network.known')} <When at={new Date(since).toISOString()} as="dateTime" />.
          </>
        )}{' '}
        {isKept ? t('network.kept') : t('network.stays')}
      </span>
    </div>
  )
}
