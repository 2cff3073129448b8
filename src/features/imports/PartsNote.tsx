import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { ImportJob } from '#contract/imports.ts'
import { useFormat } from '#lib/format.tsx'
import styles from './imports.module.css'

/**
 * Used rows of each sheet, and columns with values that are not used. If only one sheet is read,
 * lists the others with their rows.
 */
export function PartsNote({ reading }: { reading: ImportJob['reading'] }) {
  const { t } = useTranslation('imports')
  const format = useFormat()
  const used = (part: { used: number; rows: number }) =>
    t('partUsed', { used: format.number(part.used), rows: format.number(part.rows) })
  if (reading?.format !== 'xlsx') return null
  if (reading.parts === undefined) {
    const others = reading.sheets.filter(({ name, rows }) => name !== reading.sheet && rows > 0)
    return (
      <Sheets
        title={t('sheetsNotRead', { count: others.length })}
        rows={others.map(({ name, rows }) => ({ name, said: t('rowCount', { count: rows }) }))}
      />
    )
  }
  const parts = reading.parts.filter(({ rows }) => rows > 0)
  const sum = (of: 'used' | 'rows') => parts.reduce((total, part) => total + part[of], 0)
  return (
    <Sheets
      title={`${t('parts')}: ${used({ used: sum('used'), rows: sum('rows') })}`}
      rows={parts.map((part) => ({
        name: part.sheet,
        said: (
          <>
            {used(part)}
            {part.unusedColumns.length > 0 && (
              <span className="quiet">
                {' '}
                · {t('partUnused', { columns: part.unusedColumns.join(', ') })}
              </span>
            )}
          </>
        ),
      }))}
    />
  )
}

function Sheets({ title, rows }: { title: string; rows: { name: string; said: ReactNode }[] }) {
  if (rows.length === 0) return null
  return (
    <details className={styles.aboveHeading}>
      <summary>{title}</summary>
      <ul>
        {rows.map(({ name, said }) => (
          <li key={name}>
            <bdi>{name}</bdi>: {said}
          </li>
        ))}
      </ul>
    </details>
  )
}
