/**
 * One import: mapping, check, write, result. The server stores every step, so a reload continues.
 */
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useDispatch } from 'react-redux'
import { useParams } from 'react-router-dom'
import type { ImportJob, ImportMapping } from '#contract/imports.ts'
import { api } from '#api/api.ts'
import { cacheTag } from '#api/fromContract.ts'
import { pathTo } from '#lib/paths.ts'
import { ColourTag } from '#ui/page/marks.tsx'
import { Page } from '#ui/page/Page.tsx'
import { ProgressJob } from '#ui/feedback/ProgressJob.tsx'
import { ErrorState, LoadingState } from '#ui/feedback/states.tsx'
import {
  useCancelImportMutation,
  useCheckImportMutation,
  useGetImportQuery,
  useRunImportMutation,
} from './calls.ts'
import { ImportOutcome } from './ImportOutcome.tsx'
import { MappingEditor } from './MappingEditor.tsx'
import { pageOf } from './kinds.ts'
import { isBusy, statusText, statusColours } from './status.ts'
import { answerToShow } from '#ui/list/listQuery.ts'

const LOOK_AGAIN = 700
const written = [
  'Equipment',
  'EquipmentType',
  'EquipmentStatus',
  'Location',
  'LocationType',
  'Tag',
  'Gateway',
  'Beacon',
  'Sensor',
  'SensorType',
  'OrgEntity',
  'Stock',
  'InventoryItem',
  'User',
  'Role',
  'Rrule',
  'Occurrence',
  'Ticket',
  'Journal',
  'Import',
] as const

export function ImportPage() {
  const { t } = useTranslation(['imports', 'titles', 'common'])
  const { importId } = useParams()
  const params = { id: Number(importId) }
  const [isWaiting, setIsWaiting] = useState(false)
  const query = useGetImportQuery({ params }, { pollingInterval: isWaiting ? LOOK_AGAIN : 0 })
  const { error, refetch } = query
  const job = answerToShow(query)
  // Polls for progress; the event stream reports the end earlier.
  const busy = job !== undefined && isBusy(job)
  if (busy !== isWaiting) setIsWaiting(busy)
  useTellOthers(job)
  const page = job === undefined ? 'import' : pageOf(job.kind)
  return (
    <Page
      title={job?.fileName ?? t('titles:import')}
      kind="wide"
      back={{ to: pathTo(page), label: t(`titles:${page}`) }}
      hint={
        job === undefined ? undefined : (
          <>
            {t(`kind_${job.kind}`)} · {t('rowCount', { count: job.rowCount })} ·{' '}
            <ColourTag colour={statusColours[statusText(job)]} soft>
              {t(`status_${statusText(job)}`)}
            </ColourTag>
          </>
        )
      }
    >
      {job === undefined ? (
        error === undefined ? (
          <LoadingState />
        ) : (
          <ErrorState failure={error} onRetry={() => void refetch()} />
        )
      ) : (
        <Steps job={job} />
      )}
    </Page>
  )
}

function useTellOthers(job: ImportJob | undefined): void {
  const dispatch = useDispatch()
  const before = useRef(job?.status)
  const status = job?.status
  useEffect(() => {
    if ((before.current === 'running' || before.current === 'undoing') && status !== before.current)
      dispatch(api.util.invalidateTags(written.map(cacheTag)))
    before.current = status
  }, [status, dispatch])
}

function Steps({ job }: { job: ImportJob }) {
  const { t } = useTranslation('imports')
  const [isMapping, setIsMapping] = useState(false)
  const [check, checking] = useCheckImportMutation()
  const [run, starting] = useRunImportMutation()
  const [cancel] = useCancelImportMutation()
  const params = { id: job.id }

  async function handleCheck(mapping: ImportMapping): Promise<void> {
    const answer = await check({ params, body: { mapping } })
    if (answer.error === undefined) setIsMapping(false)
  }
  if (job.status === 'undoing')
    return (
      <ProgressJob
        label={t('undoing')}
        done={job.progress}
        // Undone rows move from one count to the other, while remaining rows are in both.
        total={job.undoable + job.progress - job.undoLeft}
        onCancel={() => void cancel({ params })}
      />
    )
  if (isBusy(job)) {
    return (
      <ProgressJob
        label={t(job.status === 'running' ? 'running' : 'checking')}
        done={job.progress}
        total={job.rowCount}
        onCancel={() => void cancel({ params })}
      />
    )
  }
  if (job.status === 'uploaded' || isMapping)
    return (
      <MappingEditor
        // A new key per reading, because another reading has other columns.
        key={JSON.stringify([job.reading, job.headings])}
        job={job}
        isChecking={checking.isLoading}
        onCheck={(mapping) => void handleCheck(mapping)}
      />
    )
  return (
    <ImportOutcome
      job={job}
      isStarting={starting.isLoading}
      onRun={() => void run({ params })}
      onRemap={() => setIsMapping(true)}
    />
  )
}
