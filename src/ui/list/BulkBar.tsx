import { Button } from 'antd'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import styles from './BulkBar.module.css'

interface Props {
  label: string
  selected: number
  matching: number
  /** All matching rows, not only the selected ones. */
  isAll: boolean
  onSelectAll(): void
  onClear(): void
  children: ReactNode
  /** Below the row: what will happen. */
  foot?: ReactNode
}

/** What is selected in a list, and what to do with it. */
export function BulkBar({ label, selected, matching, isAll, children, foot, ...does }: Props) {
  const { t } = useTranslation()
  return (
    <div className={styles.bulk} role="region" aria-label={label}>
      <strong className="numbers" aria-live="polite">
        {isAll ? t('allSelected', { count: matching }) : t('selected', { count: selected })}
      </strong>
      {!isAll && matching > selected && (
        <Button type="link" onClick={does.onSelectAll}>
          {t('selectMatching', { count: matching })}
        </Button>
      )}
      {children}
      <Button type="text" onClick={does.onClear}>
        {t('clearSelection')}
      </Button>
      {foot}
    </div>
  )
}
