import { useTranslation } from 'react-i18next'
import styles from './perform.module.css'

/** Said where nothing was begun before it was retired. */
export function Retired() {
  const { t } = useTranslation('procedures')
  return (
    <p className={styles.performNotice} role="status">
      {t('perform.retired')}
    </p>
  )
}
