import { Button, Input, Radio } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { DowntimeRow } from '#contract/reliability.ts'
import { Dialog } from '#ui/dialog/Dialog.tsx'
import { reliabilityCalls } from './calls.ts'
import styles from './reliability.module.css'

const NOTE = 500
const kinds = ['byStatus', 'failure', 'planned'] as const
type Kind = (typeof kinds)[number]
const isPlannedOf: Record<Kind, boolean | null> = { byStatus: null, failure: false, planned: true }

/** Says whether a downtime was planned, and why it happened. */
export function CorrectDowntime({ row, onClose }: { row: DowntimeRow; onClose(): void }) {
  const { t } = useTranslation(['reliability', 'common'])
  const before = kinds.find((kind) => isPlannedOf[kind] === row.isPlannedByHand) ?? 'byStatus'
  const [kind, setKind] = useState<Kind>(before)
  const [note, setNote] = useState(row.note ?? '')
  const [correct, { isLoading }] = reliabilityCalls.useCorrectDowntimeMutation()
  const isDirty = kind !== before || note !== (row.note ?? '')
  async function handleSave(): Promise<void> {
    const answer = await correct({
      params: { id: row.id },
      body: {
        isPlanned: isPlannedOf[kind],
        note: note.trim() === '' ? null : note.trim(),
        version: row.version,
      },
    })
    if (answer.error === undefined) onClose()
  }
  return (
    <Dialog open title={t('correct')} isDirty={isDirty} footer={null} onCancel={onClose}>
      <div className={styles.correction}>
        <Radio.Group
          className={styles.kinds}
          aria-label={t('kind')}
          value={kind}
          onChange={({ target }) => setKind(kinds.find((one) => one === target.value) ?? before)}
          options={kinds.map((value) => ({ value, label: t(`kindOf.${value}`) }))}
        />
        <label>
          <span>{t('note')}</span>
          <Input.TextArea
            rows={3}
            maxLength={NOTE}
            showCount
            value={note}
            onChange={({ target }) => setNote(target.value)}
          />
        </label>
        <div className="form-foot">
          <Button type="primary" loading={isLoading} onClick={() => void handleSave()}>
            {t('common:save')}
          </Button>
          <Button onClick={onClose}>{t('common:cancel')}</Button>
        </div>
      </div>
    </Dialog>
  )
}
