import { Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Input } from '#contract/endpoint.ts'
import { MAX_IDS } from '#contract/rules/bounds.ts'
import type { statusBatches } from '#contract/equipment/statusBatches.ts'
import { toFilterQuery } from '#entities/filterObject/filterAddress.ts'
import { PrintLabels } from '#entities/labels/PrintLabels.tsx'
import { NO_STATUS, StatusOrNonePicker } from '#entities/pickers/pickers.tsx'
import { equipmentCalls, usePreviewStatusBatchQuery, useStartStatusBatchMutation } from './calls.ts'
import { BulkBar } from '#ui/list/BulkBar.tsx'
import { WhatChanges } from './StatusBatch.tsx'
import { useStatusesSet } from './useStatusesSet.ts'

type Which = Input<typeof statusBatches.startStatusBatch>['body']['which']

interface Props {
  ids: readonly number[]
  which: Which
  matching: number
  /** All matching rows, not only `ids`. */
  isAll: boolean
  onSelectAll(): void
  onDone(): void
  onBegun(batchId: number): void
}

/**
 * Sets one status for the selection. 'No status' is a choice; an empty field sets nothing. A few
 * are set at once, with undo in the toast; all matching ones run in steps, shown by
 * `StatusBatches`.
 */
export function BulkStatus({ ids, which, matching, isAll, onSelectAll, onDone, onBegun }: Props) {
  const { t } = useTranslation('equipment')
  const [chosen, setChosen] = useState<number | null>(null)
  const [setStatus, setting] = equipmentCalls.useBulkUpdateStatusMutation()
  const [start, starting] = useStartStatusBatchMutation()
  const showSet = useStatusesSet()
  const isTooMany = !isAll && ids.length > MAX_IDS
  const statusId = chosen === NO_STATUS ? null : chosen
  const body = { which: isAll ? which : { equipmentIds: [...ids] }, statusId }
  const preview = usePreviewStatusBatchQuery({ body }, { skip: chosen === null || isTooMany })
  const seen = chosen === null || preview.isFetching ? undefined : preview.data
  const inSteps = isAll || (seen?.forbidden ?? 0) > 0

  async function handleApply(): Promise<void> {
    if (inSteps) {
      const { data } = await start({ body })
      if (data === undefined) return
      onBegun(data.id)
      onDone()
      return
    }
    const { data } = await setStatus({ body: { equipmentIds: [...ids], statusId } })
    if (data === undefined) return
    showSet(statusId, data)
    onDone()
  }
  return (
    <BulkBar
      label={t('setStatus')}
      selected={ids.length}
      matching={matching}
      isAll={isAll}
      onSelectAll={onSelectAll}
      onClear={onDone}
      foot={seen !== undefined && <WhatChanges preview={seen} />}
    >
      <StatusOrNonePicker
        label={t('chooseStatus')}
        value={chosen}
        onChange={(value: number | null) => setChosen(value)}
      />
      {isTooMany && <span role="status">{t('bulkFull', { count: MAX_IDS })}</span>}
      <Button
        type="primary"
        disabled={
          isTooMany || chosen === null || preview.isFetching || (isAll && seen?.change === 0)
        }
        loading={setting.isLoading || starting.isLoading}
        onClick={() => void handleApply()}
      >
        {t('setStatus')}
      </Button>
      {!isTooMany && <PrintLabels search={isAll ? searchOf(which) : { things: ids.join('.') }} />}
    </BulkBar>
  )
}

function searchOf(which: Which): Record<string, string | undefined> {
  if ('equipmentIds' in which) return { things: which.equipmentIds.join('.') }
  const { search, importId, filter = {} } = which
  return { search, import: importId?.toString(), ...toFilterQuery(filter) }
}
