import { Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { MAX_IDS } from '#contract/rules/bounds'
import { NO_STATUS, StatusOrNonePicker } from '../../entities/pickers/pickers.tsx'
import { useFormat } from '../../lib/format.tsx'
import { equipmentCalls } from './calls.ts'
import { useStatusesSet } from './useStatusesSet.ts'
import styles from './bulk.module.css'

interface Props {
  ids: readonly number[]
  /** How many the list holds in all. */
  matching: number
  onSelectAll(): void
  isSelecting: boolean
  onDone(): void
}

/**
 * One status for all that are selected, over the list they were selected in. Nothing chosen sets
 * nothing: to have no status is a choice like any other, and the toast takes it back.
 */
export function BulkStatus({ ids, matching, onSelectAll, isSelecting, onDone }: Props) {
  const { t } = useTranslation(['equipment', 'common'])
  const format = useFormat()
  const [chosen, setChosen] = useState<number | null>(null)
  const [setStatus, { isLoading }] = equipmentCalls.useBulkUpdateStatusMutation()
  const tellSet = useStatusesSet()
  const isTooMany = ids.length > MAX_IDS
  async function handleApply(): Promise<void> {
    const statusId = chosen === NO_STATUS ? null : chosen
    const { data } = await setStatus({ body: { equipmentIds: [...ids], statusId } })
    if (data === undefined) return
    tellSet(statusId, data)
    onDone()
  }
  return (
    <div className={styles.bulk} role="region" aria-label={t('setStatus')}>
      <strong className="numbers" aria-live="polite">
        {t('common:selected', { count: ids.length })}
      </strong>
      {matching > ids.length &&
        (matching > MAX_IDS ? (
          <span className="quiet">
            {t('tooManyMatch', { found: format.number(matching), most: format.number(MAX_IDS) })}
          </span>
        ) : (
          <Button type="link" loading={isSelecting} onClick={onSelectAll}>
            {t('selectMatching', { count: matching })}
          </Button>
        ))}
      <StatusOrNonePicker
        label={t('chooseStatus')}
        value={chosen}
        onChange={(value: number | null) => setChosen(value)}
      />
      {isTooMany && <span role="status">{t('bulkFull', { count: MAX_IDS })}</span>}
      <Button
        type="primary"
        disabled={isTooMany || chosen === null}
        loading={isLoading}
        onClick={() => void handleApply()}
      >
        {t('setStatus')}
      </Button>
      <Button type="text" onClick={onDone}>
        {t('clearSelection')}
      </Button>
    </div>
  )
}
