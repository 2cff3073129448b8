import { calendarDay } from '#contract/formatters.ts'
import { Alert, Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useDispatch, useStore } from 'react-redux'
import { useParams } from 'react-router-dom'
import type { Rrule } from '#contract/rrules/rruleShapes.ts'
import { pathTo } from '#lib/paths.ts'
import { rruleCalls } from '#entities/recurrence/calls.ts'
import { useMay } from '#entities/session/useSession.ts'
import { useFormat } from '#lib/format.tsx'
import { Page } from '#ui/page/Page.tsx'
import { ErrorState, LoadingState, NoRight } from '#ui/feedback/states.tsx'
import { useConfirmDiscard } from '#ui/dialog/useConfirm.ts'
import { readAgain, useFreshRow } from '#ui/form/useFreshRow.ts'
import { draftDropped, type RrulesState } from '../rrulesSlice.ts'
import { useLoadFailure } from '../useLoadFailure.ts'
import { ScheduleForm } from './ScheduleForm.tsx'
import { blankSchedule, valuesOf } from './scheduleValues.ts'
import styles from './editor.module.css'

export function EditorPage() {
  const { ruleId } = useParams()
  if (!useMay('editor|schedules')) return <NoRight />
  return ruleId === undefined ? (
    <Editor key="new" />
  ) : (
    <LoadedEditor key={ruleId} id={Number(ruleId)} />
  )
}

function LoadedEditor({ id }: { id: number }) {
  const { t } = useTranslation('titles')
  const query = rruleCalls.useGetRruleQuery({ params: { id } }, readAgain)
  const { error, refetch } = query
  const data = useFreshRow(query)
  useLoadFailure(error !== undefined && data === undefined)
  if (data !== undefined) return <Editor rule={data} />
  return (
    <Page kind="wide" title={t('schedule')}>
      {error === undefined ? (
        <LoadingState />
      ) : (
        <ErrorState failure={error} onRetry={() => void refetch()} />
      )}
    </Page>
  )
}

function Editor({ rule }: { rule?: Rrule }) {
  const { t } = useTranslation(['schedules', 'titles'])
  const { weekStart, timeZone } = useFormat()
  const dispatch = useDispatch()
  const key = rule === undefined ? 'new' : String(rule.id)
  const store = useStore<{ rrules: RrulesState }>()
  // The draft stored when the page opened. Later changes are on screen anyway.
  const [restored, setRestored] = useState(() => store.getState().rrules.kept?.[key])
  const [today] = useState(() => calendarDay(new Date(), timeZone))
  const fresh = rule === undefined ? blankSchedule(today, weekStart) : valuesOf(rule, weekStart)
  const version = restored?.version ?? rule?.version
  const confirmDiscard = useConfirmDiscard()
  async function handleDiscard(): Promise<void> {
    if (!(await confirmDiscard())) return
    dispatch(draftDropped(key))
    setRestored(undefined)
  }
  return (
    <Page
      kind="wide"
      title={rule === undefined ? t('newTitle') : t('editTitle')}
      back={{
        to:
          rule === undefined
            ? pathTo('schedules')
            : pathTo('schedules', undefined, { id: rule.id }),
        label: t('titles:schedules'),
      }}
    >
      {restored !== undefined && (
        <Alert
          className={styles.keptDraft}
          type="info"
          showIcon
          title={t('keptDraft')}
          action={
            <Button size="small" onClick={() => void handleDiscard()}>
              {t('keptDiscard')}
            </Button>
          }
        />
      )}
      <ScheduleForm
        key={restored === undefined ? 'fresh' : 'restored'}
        draftKey={key}
        initial={restored?.values ?? fresh}
        {...(rule === undefined ? {} : { rule })}
        {...(version === undefined ? {} : { version })}
      />
    </Page>
  )
}
