import { useTranslation } from 'react-i18next'
import type { TableSize } from '#contract/retention.ts'
import { useFormat } from '#lib/format.tsx'
import { Count, When } from '#ui/page/marks.tsx'
import styles from './retention.module.css'

export function SizeCells({ tables }: { tables: readonly TableSize[] }) {
  const { t } = useTranslation('retention')
  const format = useFormat()
  const rows = tables.reduce((sum, table) => sum + table.rows, 0)
  const bytes = tables.reduce((sum, table) => sum + table.bytes, 0)
  const oldest = tables
    .flatMap(({ oldestAt }) => (oldestAt === null ? [] : [oldestAt]))
    .toSorted()[0]
  if (tables.length === 0)
    return (
      <td colSpan={3} className="quiet">
        {t('countedAbove')}
      </td>
    )
  return (
    <>
      <td data-label={t('rows')}>
        {tables.some(({ isEstimate }) => isEstimate) ? (
          t('about', { count: rows, shown: format.number(rows) })
        ) : (
          <Count value={rows} />
        )}
      </td>
      <td data-label={t('size')}>{format.bytes(bytes)}</td>
      <td data-label={t('oldest')}>
        <When at={oldest ?? null} as="date" none="—" />
      </td>
    </>
  )
}

export function TableNames({ tables }: { tables: readonly TableSize[] }) {
  const { t } = useTranslation('retention')
  const format = useFormat()
  if (tables.length === 0) return null
  return (
    <details className={styles.tables}>
      <summary>{t('tables', { count: tables.length })}</summary>
      <ul>
        {tables.map(({ name, rows, bytes }) => (
          <li key={name}>
            <bdi dir="ltr">{name}</bdi>
            <span className="quiet numbers">
              {format.number(rows)} · {format.bytes(bytes)}
            </span>
          </li>
        ))}
      </ul>
    </details>
  )
}
