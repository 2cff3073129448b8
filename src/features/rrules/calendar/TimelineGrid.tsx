import { useTranslation } from 'react-i18next'
import { CalendarMark } from './CalendarMark.tsx'
import { weekdayOf } from './calendarDays.ts'
import { DayHead } from './DayHead.tsx'
import type { CalendarEntry, CalendarRule } from './useCalendar.ts'
import { useFormat } from '#lib/format.tsx'
import styles from './calendar.module.css'

interface TimelineProps {
  days: readonly string[]
  today: string
  rules: readonly CalendarRule[]
  onOpen(entry: CalendarEntry): void
  onRule(id: number): void
}

const MARKS = 2

export function TimelineGrid({ days, today, rules, onOpen, onRule }: TimelineProps) {
  const { t } = useTranslation(['schedules', 'titles'])
  const { weekStart } = useFormat()
  const beginsWeek = (day: string) => (weekdayOf(day) === weekStart ? styles.calWeek : '')
  return (
    <div className={styles.calScroll} role="region" aria-label={t('calendar.timeline')}>
      <table className={styles.calTimeline}>
        <thead>
          <tr>
            <th scope="col">{t('column.name')}</th>
            {days.map((day) => (
              <th key={day} scope="col" className={beginsWeek(day)}>
                <DayHead day={day} isToday={day === today} isTight />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rules.map((rule) => (
            <tr key={rule.id}>
              <th scope="row">
                <button type="button" className={styles.calRule} onClick={() => onRule(rule.id)}>
                  <bdi>{rule.name}</bdi>
                  {rule.name !== rule.procedure && <bdi className="quiet">{rule.procedure}</bdi>}
                </button>
              </th>
              {days.map((day) => (
                <td
                  key={day}
                  className={`${beginsWeek(day)} ${day === today ? styles.calNow : ''}`}
                >
                  <Marks entries={rule.days.get(day) ?? []} onOpen={onOpen} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function Marks({
  entries,
  onOpen,
}: {
  entries: readonly CalendarEntry[]
  onOpen(entry: CalendarEntry): void
}) {
  const format = useFormat()
  return (
    <>
      {entries.slice(0, MARKS).map((entry) => (
        <CalendarMark key={entry.key} entry={entry} inWords={false} onOpen={onOpen} />
      ))}
      {entries.length > MARKS && (
        <span className={`${styles.calMore} numbers`}>
          +{format.number(entries.length - MARKS)}
        </span>
      )}
    </>
  )
}
