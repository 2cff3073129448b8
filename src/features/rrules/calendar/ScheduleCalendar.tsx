import { dateFormat } from '#contract/formatters.ts'
import { isInReach } from '#contract/rules/bounds.ts'
import { LeftOutlined, RightOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '#lib/format.tsx'
import { Remaining } from '#ui/page/marks.tsx'
import { EmptyState, ErrorState, LoadingState } from '#ui/feedback/states.tsx'
import { CalendarLegend } from './CalendarMark.tsx'
import { dayInReach, isDay, stepOf, type DayView } from './calendarDays.ts'
import { MonthGrid } from './MonthGrid.tsx'
import { TimelineGrid } from './TimelineGrid.tsx'
import { dateOf, useCalendar, useToday, type CalendarEntry } from './useCalendar.ts'
import { WeekColumns } from './WeekColumns.tsx'
import styles from './calendar.module.css'

interface CalendarProps {
  view: DayView
  day: string
  procedureIds: readonly number[]
  search: string
  onDay(day: string): void
  onWeek(day: string): void
  onOpen(ruleId: number, date?: string): void
}

export function ScheduleCalendar({
  view,
  day,
  procedureIds,
  search,
  onDay,
  onWeek,
  onOpen,
}: CalendarProps) {
  const { t } = useTranslation(['schedules', 'common'])
  const { timeZone } = useFormat()
  const today = useToday()
  const at = isDay(day) ? dayInReach(day) : today
  const [earlier, later] = [stepOf(view, at, -1), stepOf(view, at, 1)]
  const calendar = useCalendar(view, at, procedureIds, search)
  const { days, rules, entries } = calendar
  const spanWords = useSpanLabels()
  const states = useMemo(
    () => new Set([...entries.values()].flat().map(({ state }) => state)),
    [entries],
  )
  const handleOpen = (entry: CalendarEntry) =>
    onOpen(entry.ruleId, entry.entry.made === 0 ? undefined : dateOf(entry, timeZone))
  return (
    <div className={styles.cal} aria-busy={calendar.isFetching}>
      <div className={styles.calBar}>
        <div className={styles.calActions}>
          <Button
            icon={<LeftOutlined className="turns" aria-hidden />}
            aria-label={t('calendar.earlier')}
            disabled={!isInReach(earlier)}
            onClick={() => onDay(earlier)}
          />
          <Button onClick={() => onDay('')}>{t('calendar.today')}</Button>
          <Button
            icon={<RightOutlined className="turns" aria-hidden />}
            aria-label={t('calendar.later')}
            disabled={!isInReach(later)}
            onClick={() => onDay(later)}
          />
        </div>
        <h2 aria-live="polite">{spanWords(view, at, days)}</h2>
        <CalendarLegend states={states} />
      </div>
      {rules === undefined ? (
        calendar.error === undefined ? (
          <LoadingState rows={8} />
        ) : (
          <ErrorState failure={calendar.error} onRetry={() => void calendar.refetch()} />
        )
      ) : (
        <>
          {view === 'timeline' &&
            (rules.length === 0 ? (
              <EmptyState title={t('calendar.emptyTitle')} hint={t('calendar.emptyHint')} />
            ) : (
              <TimelineGrid
                days={days}
                today={today}
                rules={rules}
                onOpen={handleOpen}
                onRule={onOpen}
              />
            ))}
          {view === 'week' && (
            <WeekColumns days={days} today={today} entries={entries} onOpen={handleOpen} />
          )}
          {view === 'month' && (
            <MonthGrid
              days={days}
              at={at}
              today={today}
              entries={entries}
              onOpen={handleOpen}
              onDay={onDay}
              onWeek={onWeek}
            />
          )}
        </>
      )}
      <Remaining count={calendar.leftOut} />
    </div>
  )
}

/** Formats the shown span: December 2026, or 14–20 Dec 2026. */
function useSpanLabels(): (view: DayView, at: string, days: readonly string[]) => string {
  const { locale } = useFormat()
  return (view, at, days) => {
    const dateOf = (day: string | undefined) => new Date(`${day ?? at}T00:00:00Z`)
    if (view === 'month')
      return dateFormat(locale, {
        timeZone: 'UTC',
        month: 'long',
        year: 'numeric',
      }).format(dateOf(at))
    return dateFormat(locale, {
      timeZone: 'UTC',
      day: 'numeric',
      month: 'short',
      year: 'numeric',
    }).formatRange(dateOf(days[0]), dateOf(days.at(-1)))
  }
}
