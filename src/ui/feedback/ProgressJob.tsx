import { Button } from 'antd'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '#lib/format.tsx'
import styles from '#ui/page/marks.module.css'

export function ProgressJob({
  label,
  done,
  total,
  onCancel,
  children,
}: {
  label: string
  done: number
  total: number
  onCancel?: (() => void) | undefined
  children?: ReactNode
}) {
  const { t } = useTranslation()
  const format = useFormat()
  const share = total === 0 ? 0 : Math.min(100, Math.floor((done / total) * 100))
  return (
    <div className={styles.job}>
      <div className={styles.jobWords}>
        <strong>{label}</strong>
        <span aria-live="polite">
          {t('progressOf', { done: format.number(done), total: format.number(total) })}
        </span>
      </div>
      <div
        className={styles.jobBar}
        role="progressbar"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={share}
      >
        <span style={{ inlineSize: `${share}%` }} />
      </div>
      <div className={styles.jobFoot}>
        <div>{children}</div>
        {onCancel !== undefined && (
          <Button size="small" onClick={onCancel}>
            {t('cancel')}
          </Button>
        )}
      </div>
    </div>
  )
}
