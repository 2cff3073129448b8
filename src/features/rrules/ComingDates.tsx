import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Rrule, RruleDraft } from '#contract/rrules/rruleShapes.ts'
import { rruleCalls } from '#entities/recurrence/calls.ts'
import { PlanDates, type PlanEntry } from '#entities/recurrence/PlanDates.tsx'
import { useMay } from '#entities/session/useSession.ts'
import { EmptyState, ErrorState, LoadingState } from '#ui/feedback/states.tsx'

const SHOWN = 20
const A_YEAR = 366 * 86_400_000

export function ComingDates({ rule }: { rule: Rrule }) {
  const { t } = useTranslation('schedules')
  const mayEdit = useMay('editor|schedules')
  // Users who may edit schedules see dates however far ahead; others only within the year that the
  // timeline covers.
  const planned = rruleCalls.usePreviewRruleQuery(
    { body: { draft: draftOf(rule), id: null, limit: SHOWN } },
    { skip: !mayEdit },
  )
  const [range] = useState(() => ({
    from: new Date().toISOString(),
    to: new Date(Date.now() + A_YEAR).toISOString(),
  }))
  const timeline = rruleCalls.useGetRruleTimelineQuery(
    { body: { ...range, rruleIds: [rule.id] } },
    { skip: mayEdit },
  )
  const asked = mayEdit ? planned : timeline
  const entries: readonly PlanEntry[] | undefined = mayEdit
    ? planned.data?.entries
    : (timeline.data?.rows[0]?.entries ?? (timeline.data === undefined ? undefined : []))
  if (!rule.isActive) return <EmptyState title={t('inactiveTitle')} hint={t('inactiveHint')} />
  if (entries === undefined)
    return asked.error === undefined ? (
      <LoadingState />
    ) : (
      <ErrorState failure={asked.error} onRetry={() => void asked.refetch()} />
    )
  if (entries.length === 0) return <EmptyState title={t('noneComing')} hint={t('noneComingHint')} />
  return (
    <>
      {rule.kind === 'byUse' && <p className="quiet">{t('expectedHint')}</p>}
      {rule.kind === 'rolling' && <p className="quiet">{t('rollingDatesHint')}</p>}
      <PlanDates entries={entries.slice(0, SHOWN)} label={t('tab.dates')} />
    </>
  )
}

/** Removes the fields that the server adds to a rule. */
function draftOf({
  id: _id,
  procedure: _procedure,
  meterType: _meterType,
  objectCount: _objects,
  openCount: _open,
  lateCount: _late,
  nextAt: _next,
  expected: _expected,
  createdAt: _created,
  updatedAt: _updated,
  version: _version,
  ...draft
}: Rrule): RruleDraft {
  return draft
}
