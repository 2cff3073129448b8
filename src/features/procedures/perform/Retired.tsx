import { useTranslation } from 'react-i18next'
import styles from './perform.module.css'

export function Retired() {
  const { t } = useTranslation('procedures')
  return (
    <p className={styles.performNotice} role="status">
      {t('perform.retired')}
    </p>
  )
}
