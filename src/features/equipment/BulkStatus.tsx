import { Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { EquipmentStatusPicker } from '../../entities/pickers/pickers.tsx'
import { equipmentCalls } from './calls.ts'
import './bulk.css'

/** One status for all that are selected, over the list they were selected in. */
export function BulkStatus({ ids, onDone }: { ids: readonly number[]; onDone(): void }) {
  const { t } = useTranslation(['equipment', 'common'])
  const [statusId, setStatusId] = useState<number | null>(null)
  const [setStatus, { isLoading }] = equipmentCalls.useBulkUpdateStatusMutation()
  async function handleApply(): Promise<void> {
    const answer = await setStatus({ body: { equipmentIds: [...ids], statusId } })
    if (answer.error === undefined) onDone()
  }
  return (
    <div className="bulk" role="region" aria-label={t('setStatus')}>
      <strong className="numbers" aria-live="polite">{t('common:selected', { count: ids.length })}</strong>
      <EquipmentStatusPicker label={t('noStatus')} value={statusId} onChange={setStatusId} />
      <Button type="primary" loading={isLoading} onClick={() => void handleApply()}>{t('setStatus')}</Button>
      <Button type="text" onClick={onDone}>{t('clearSelection')}</Button>
    </div>
  )
}
