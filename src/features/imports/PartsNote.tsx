import { useTranslation } from 'react-i18next'
import type { ImportJob } from '#contract/imports.ts'
import { useFormat } from '#lib/format.tsx'
import styles from './imports.module.css'

/** How many rows of each sheet are used, and which columns with values are not. */
export function PartsNote({ reading }: { reading: ImportJob['reading'] }) {
  const { t } = useTranslation('imports')
  const format = useFormat()
  const parts = reading?.parts ?? []
  if (parts.length === 0) return null
  return (
    <details className={styles.aboveHeading}>
      <summary>{t('parts')}</summary>
      <ul>
        {parts.map(({ sheet, rows, used, unusedColumns }) => (
          <li key={sheet}>
            <bdi>{sheet}</bdi>:{' '}
            {t('partUsed', { used: format.number(used), rows: format.number(rows) })}
            {unusedColumns.length > 0 && (
              <span className="quiet">
                {' '}
                · {t('partUnused', { columns: unusedColumns.join(', ') })}
              </span>
            )}
          </li>
        ))}
      </ul>
    </details>
  )
}
