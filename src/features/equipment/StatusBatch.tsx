import { Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { StatusBatch, StatusPreview } from '#contract/equipment/statusBatches.ts'
import { ColourTag } from '#ui/page/marks.tsx'
import { ProgressJob } from '#ui/feedback/ProgressJob.tsx'
import {
  useCancelStatusBatchMutation,
  useGetStatusBatchQuery,
  useListStatusBatchesAtWorkQuery,
  useUndoStatusBatchMutation,
} from './calls.ts'
import bar from '#ui/list/BulkBar.module.css'
import styles from './bulk.module.css'

export function WhatChanges({ preview }: { preview: StatusPreview }) {
  const { t } = useTranslation(['equipment', 'entities'])
  return (
    <div className={styles.preview} role="status">
      <p>
        <strong>{t('batchChange', { count: preview.change })}</strong>{' '}
        {preview.same > 0 && (
          <span className="quiet">{t('batchSame', { count: preview.same })}</span>
        )}
      </p>
      {preview.from.length > 0 && (
        <ul className={styles.from}>
          {preview.from.slice(0, SHOWN).map(({ statusId, name, colour, count }) => (
            <li key={statusId ?? 0}>
              {name === null || colour === null ? (
                <span className="quiet">{t('entities:noStatus')}</span>
              ) : (
                <ColourTag soft colour={colour}>
                  {name}
                </ColourTag>
              )}{' '}
              <span className="numbers">{t('batchOf', { count })}</span>
            </li>
          ))}
        </ul>
      )}
      {preview.fellows > 0 && <p>{t('batchFellows', { count: preview.fellows })}</p>}
      {preview.maps.map(({ progressMapId, reason, name, count }) => (
        <p key={`${progressMapId}-${reason}`} className={styles.forbidden}>
          {t(`batchForbidden_${reason}`, { count, map: name })}
        </p>
      ))}
      {preview.cut > 0 && <p>{t('batchCut', { count: preview.cut })}</p>}
    </div>
  )
}
const SHOWN = 12

/** Running batches, also from before a reload; each stays until closed, with outcome and undo. */
export function StatusBatches({ begun }: { begun: readonly number[] }) {
  const { data } = useListStatusBatchesAtWorkQuery(undefined, { refetchOnMountOrArgChange: true })
  const [found, setFound] = useState<readonly number[]>([])
  const [closed, setClosed] = useState<readonly number[]>([])
  const fresh = (data?.rows ?? []).map(({ id }) => Number(id)).filter((id) => !found.includes(id))
  if (fresh.length > 0) setFound([...found, ...fresh])
  return [...new Set([...begun, ...found])]
    .filter((id) => !closed.includes(id))
    .map((id) => <BatchProgress key={id} id={id} onClose={() => setClosed([...closed, id])} />)
}

const LOOK_AGAIN = 500

function BatchProgress({ id, onClose }: { id: number; onClose(): void }) {
  const { t } = useTranslation(['equipment', 'common'])
  const params = { id }
  const [isWaiting, setIsWaiting] = useState(true)
  const { data: batch } = useGetStatusBatchQuery(
    { params },
    { pollingInterval: isWaiting ? LOOK_AGAIN : 0 },
  )
  const [cancel] = useCancelStatusBatchMutation()
  const [undo, undoing] = useUndoStatusBatchMutation()
  const busy = batch === undefined || batch.state === 'running' || batch.state === 'undoing'
  if (busy !== isWaiting) setIsWaiting(busy)
  if (batch === undefined) return null
  if (busy)
    return (
      <ProgressJob
        label={t(batch.state === 'undoing' ? 'batchUndoing' : 'batchRunning')}
        done={batch.progress}
        total={batch.total}
        onCancel={() => void cancel({ params })}
      />
    )
  return (
    <div className={bar.bulk} role="region" aria-label={t('setStatus')}>
      <span role="status">
        <Outcome batch={batch} />
      </span>
      {(batch.state === 'undone' ? batch.left > 0 : batch.updated > 0) && (
        <Button loading={undoing.isLoading} onClick={() => void undo({ params })}>
          {t('common:undo')}
        </Button>
      )}
      <Button type="text" onClick={onClose}>
        {t('common:close')}
      </Button>
    </div>
  )
}

function Outcome({ batch }: { batch: StatusBatch }) {
  const { t } = useTranslation(['equipment', 'fellows'])
  const isStopped = batch.state === 'undoStopped'
  const lines =
    batch.state === 'undone' || isStopped
      ? [
          ...(isStopped ? [t('batchStopped')] : []),
          t('statusesRestored', { count: batch.restored }),
          ...(batch.left > 0 ? [t('statusesLeft', { count: batch.left })] : []),
          ...(isStopped ? [t('statusesRemain', { count: batch.total - batch.progress })] : []),
        ]
      : [
          ...(batch.state === 'cancelled' ? [t('batchStopped')] : []),
          ...(batch.state === 'failed' ? [t('batchFailed')] : []),
          t('batchDone', { count: batch.updated }),
          ...(batch.fellows > 0 ? [t('fellows:statusAlong', { count: batch.fellows })] : []),
          ...(batch.forbidden > 0 ? [t('batchLeftOut', { count: batch.forbidden })] : []),
          ...(batch.cut > 0 ? [t('batchCut', { count: batch.cut })] : []),
        ]
  return lines.join(' ')
}
