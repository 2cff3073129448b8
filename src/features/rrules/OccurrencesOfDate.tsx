import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { DAY_MS, instantOf } from '#contract/timeZones/wallTime.ts'
import type { OccurrenceState } from '#contract/recurrence/kinds.ts'
import { rruleCalls } from '#entities/recurrence/calls.ts'
import { OccurrenceLines } from '#entities/recurrence/OccurrenceList.tsx'
import { useScheduleLabels } from '#entities/recurrence/useScheduleLabels.ts'
import { useFormat } from '#lib/format.tsx'
import { answerToShow } from '#ui/list/listQuery.ts'
import { Badge, Remaining } from '#ui/page/marks.tsx'
import { EmptyState, ErrorState, LoadingState } from '#ui/feedback/states.tsx'
import { isDay } from './calendar/calendarDays.ts'
import styles from './schedules.module.css'

const SHOWN = 100
const MINUTE = 60_000

/** Range of the date in the address: a minute, or a day in the company's time zone. */
function rangeOf(date: string, timeZone: string): { from: string; to: string } {
  if (isDay(date)) {
    const from = instantOf(Date.parse(date), timeZone)
    const to = instantOf(Date.parse(date) + DAY_MS, timeZone)
    return { from: new Date(from).toISOString(), to: new Date(to).toISOString() }
  }
  const at = Date.parse(date)
  if (Number.isNaN(at)) return rangeOf(new Date(0).toISOString(), timeZone)
  return { from: new Date(at).toISOString(), to: new Date(at + MINUTE).toISOString() }
}

const parts = [
  ['undone', ['late', 'due', 'planned', 'missed']],
  ['doneThen', ['done', 'closed']],
] as const

export function OccurrencesOfDate({
  ruleId,
  date,
  onAll,
}: {
  ruleId: number
  date: string
  onAll(): void
}) {
  const { t } = useTranslation('schedules')
  const { timeZone, date: dayWords } = useFormat()
  const words = useScheduleLabels()
  const range = rangeOf(date, timeZone)
  return (
    <>
      <p className={styles.ofDate}>
        <strong>{isDay(date) ? dayWords(range.from) : words.moment(range.from)}</strong>
        <Button type="link" size="small" onClick={onAll}>
          {t('calendar.allDates')}
        </Button>
      </p>
      {parts.map(([part, states]) => (
        <Part key={part} part={part} asked={{ rruleId: ruleId, ...range, states: [...states] }} />
      ))}
    </>
  )
}

function Part({
  part,
  asked,
}: {
  part: (typeof parts)[number][0]
  asked: { rruleId: number; from: string; to: string; states: OccurrenceState[] }
}) {
  const { t } = useTranslation('schedules')
  const query = rruleCalls.useListOccurrencesQuery({
    body: { ...asked, limit: SHOWN, sort: 'at' },
  })
  const { error, refetch } = query
  const data = answerToShow(query)
  if (data === undefined)
    return error === undefined ? (
      <LoadingState rows={3} />
    ) : (
      <ErrorState failure={error} onRetry={() => void refetch()} />
    )
  if (data.count === 0)
    return part === 'undone' ? (
      <EmptyState title={t('calendar.allDone')} hint={t('calendar.allDoneHint')} />
    ) : null
  return (
    <section>
      <h3 className={styles.ofDateHead}>
        {t(`calendar.${part}`)} <Badge value={data.count} />
      </h3>
      <OccurrenceLines rows={data.rows} isOfThing={false} isPerformed={part === 'undone'} />
      <Remaining count={data.count - data.rows.length} />
    </section>
  )
}
