import { Button } from 'antd'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '#lib/format.tsx'
import { useIsPhone } from '#lib/useMedia.ts'
import styles from './ConflictDialog.module.css'
import { Dialog } from './Dialog.tsx'

export interface ConflictRow {
  label: string
  mine: ReactNode
  theirs: ReactNode
}

/** Shows both versions after a save that came too late. Viewing loses nothing. */
export function ConflictDialog({
  rows,
  hint,
  isMineImpossible = false,
  onKeepMine,
  onTakeTheirs,
  onCancel,
}: {
  rows: readonly ConflictRow[]
  hint?: string
  isMineImpossible?: boolean
  onKeepMine(): void
  onTakeTheirs(): void
  onCancel(): void
}) {
  const { t } = useTranslation()
  const isPhone = useIsPhone()
  return (
    <Dialog
      open
      title={t('conflictTitle')}
      onCancel={onCancel}
      width={640}
      footer={[
        <Button key="theirs" onClick={onTakeTheirs}>
          {t('conflictTakeTheirs')}
        </Button>,
        <Button key="mine" type="primary" disabled={isMineImpossible} onClick={onKeepMine}>
          {t('conflictKeepMine')}
        </Button>,
      ]}
    >
      <p className="quiet">{hint ?? t('conflictHint')}</p>
      {isPhone ? <Stacked rows={rows} /> : <SideBySide rows={rows} />}
    </Dialog>
  )
}

function SideBySide({ rows }: { rows: readonly ConflictRow[] }) {
  const { t } = useTranslation()
  return (
    <table className={`table ${styles.wide}`} aria-label={t('conflictTitle')}>
      <thead>
        <tr>
          <th scope="col">{t('conflictField')}</th>
          <th scope="col">{t('conflictMine')}</th>
          <th scope="col">{t('conflictTheirs')}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row, place) => (
          <tr key={place}>
            <td>{row.label}</td>
            <td>
              <Version of={row.mine} />
            </td>
            <td>
              <Version of={row.theirs} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Stacked({ rows }: { rows: readonly ConflictRow[] }) {
  const { t } = useTranslation()
  return (
    <ul className={styles.stacked} aria-label={t('conflictTitle')}>
      {rows.map((row, place) => (
        <li key={place}>
          <strong>{row.label}</strong>
          <dl>
            <dt>{t('conflictMine')}</dt>
            <dd>
              <Version of={row.mine} />
            </dd>
            <dt>{t('conflictTheirs')}</dt>
            <dd>
              <Version of={row.theirs} />
            </dd>
          </dl>
        </li>
      ))}
    </ul>
  )
}

function Version({ of: value }: { of: ReactNode }) {
  const { t } = useTranslation()
  const { number } = useFormat()
  if (value === '' || value === null || value === undefined)
    return <span className="quiet">{t('none')}</span>
  if (typeof value === 'number') return number(value, { maximumFractionDigits: 20 })
  return typeof value === 'string' ? <bdi>{value}</bdi> : value
}
