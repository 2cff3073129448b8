/** Shown in another page's frame if the session that the page brought is refused or expired. */
import { useTranslation } from 'react-i18next'
import { pathTo } from '#lib/paths.ts'
import styles from '#ui/feedback/states.module.css'

export function RefusedInFrame() {
  const { t } = useTranslation('auth')
  return (
    <main className={styles.state} role="alert">
      <h1 className={styles.stateTitle}>{t('refusedInFrameTitle')}</h1>
      <p>{t('refusedInFrameHint')}</p>
      <a href={pathTo('login')} target="_blank" rel="noreferrer">
        {t('openOutside')}
      </a>
    </main>
  )
}
