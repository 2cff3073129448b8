/**
 * Shows a crashed screen's error and keeps the shell. Plain markup, because antd may have failed to
 * load.
 */
import { useTranslation } from 'react-i18next'
import { useRouteError } from 'react-router-dom'
import { pathTo } from '#lib/paths.ts'
import styles from '#ui/feedback/states.module.css'

export function RouteCrash() {
  const error = useRouteError()
  const { t } = useTranslation(['shell', 'common'])
  console.error(error)
  return (
    <div className={styles.state} role="alert">
      <strong>{t('shell:crashTitle')}</strong>
      <p>{t('shell:crashHint')}</p>
      <button type="button" className={styles.plainButton} onClick={() => window.location.reload()}>
        {t('common:reload')}
      </button>
      <a href={pathTo('home')}>{t('common:goHome')}</a>
    </div>
  )
}
