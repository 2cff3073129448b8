import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import styles from './ChosenNames.module.css'

/** A read-only picker: all names in full, on as many lines as needed. */
export function ChosenNames({ of: chosen }: { of: readonly { id: number; name: ReactNode }[] }) {
  const { t } = useTranslation()
  if (chosen.length === 0) return <span className="quiet">{t('none')}</span>
  return (
    <span className={styles.names}>
      {chosen.map(({ id, name }) => (
        <bdi key={id}>{name}</bdi>
      ))}
    </span>
  )
}
