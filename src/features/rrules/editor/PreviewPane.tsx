import { Form } from 'antd'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { Output } from '#contract/endpoint.ts'
import type { rrules } from '#contract/rrules/rrules.ts'
import { FaultList } from '#entities/recurrence/FaultList.tsx'
import { PlanDates } from '#entities/recurrence/PlanDates.tsx'
import { rruleCalls } from '#entities/recurrence/calls.ts'
import { ScheduleSentence, type ScheduleTiming } from '#entities/recurrence/ScheduleSentence.tsx'
import { useDebounced } from '#lib/useDebounced.ts'
import { ErrorState, LoadingState } from '#ui/feedback/states.tsx'
import { PreviewChanges } from './PreviewChanges.tsx'
import { canPreview, draftOfValues, type ScheduleValues } from './scheduleValues.ts'
import { answerToShow } from '#ui/list/listQuery.ts'
import styles from './editor.module.css'

type Preview = Output<typeof rrules.previewRrule>
type Draft = ReturnType<typeof draftOfValues>

interface PaneProps {
  initial: ScheduleValues
  id?: number
}

export function PreviewPane({ initial, id }: PaneProps) {
  const { t } = useTranslation('schedules')
  const form = Form.useFormInstance<ScheduleValues>()
  const typed = Form.useWatch([], form) as Partial<ScheduleValues> | undefined
  const values = { ...initial, ...typed }
  const now = JSON.stringify(draftOfValues(values))
  const settled = useDebounced(now, 400)
  const draft = useMemo(() => JSON.parse(settled) as Draft, [settled])
  const isReady = canPreview(values)
  const query = rruleCalls.usePreviewRruleQuery(
    { body: { draft, id: id ?? null, limit: 20 } },
    { skip: !isReady || draft.procedureId === 0 },
  )
  const { currentData, error, isFetching, refetch } = query
  const data = answerToShow(query)
  const shown = currentData ?? data
  return (
    <aside
      className={styles.preview}
      aria-label={t('preview')}
      aria-busy={isFetching || settled !== now}
    >
      <p className={styles.previewSentence}>
        <ScheduleSentence of={draft as ScheduleTiming} />
      </p>
      {!isReady ? (
        <p className="quiet">{t('previewNeeds')}</p>
      ) : shown === undefined ? (
        error === undefined ? (
          <LoadingState />
        ) : (
          <ErrorState failure={error} onRetry={() => void refetch()} />
        )
      ) : (
        <Shown preview={shown} objects={values.objects} isEdit={id !== undefined} />
      )}
    </aside>
  )
}

function Shown({
  preview: { faults, entries, skippedLeftOut, changes, comparedUntil, objectCount },
  objects,
  isEdit,
}: {
  preview: Preview
  objects: ScheduleValues['objects']
  isEdit: boolean
}) {
  const { t } = useTranslation('schedules')
  if (faults.length > 0) return <FaultList faults={faults} />
  return (
    <>
      <p className={styles.previewCount}>
        <strong>{t(`objectCount.${objects}`, { count: objectCount })}</strong>
        {objectCount === 0 && <> — {t('nothingIncluded')}</>}
      </p>
      {isEdit && <PreviewChanges changes={changes} until={comparedUntil} />}
      <h3>{t('nextDates', { count: entries.length })}</h3>
      {entries.length === 0 ? (
        <p className="quiet">{t('noneComingHint')}</p>
      ) : (
        <PlanDates entries={entries} label={t('tab.dates')} />
      )}
      {skippedLeftOut > 0 && (
        <p className="quiet">{t('skippedLeftOut', { count: skippedLeftOut })}</p>
      )}
    </>
  )
}
