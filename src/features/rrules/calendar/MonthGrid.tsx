import { useTranslation } from 'react-i18next'
import { useFormat } from '#lib/format.tsx'
import { useIsPhone } from '#lib/useMedia.ts'
import { weekdayName, weekdaysFrom } from '#lib/week.ts'
import { CalendarMark } from './CalendarMark.tsx'
import { DayHead } from './DayHead.tsx'
import type { CalendarEntry } from './useCalendar.ts'
import { DayEntries } from './WeekColumns.tsx'
import styles from './calendar.module.css'

interface MonthProps {
  days: readonly string[]
  at: string
  today: string
  entries: ReadonlyMap<string, CalendarEntry[]>
  onOpen(entry: CalendarEntry): void
  onDay(day: string): void
  onWeek(day: string): void
}

const SHOWN = 3

export function MonthGrid(props: MonthProps) {
  const { locale, weekStart } = useFormat()
  const isPhone = useIsPhone()
  const { days, at, today, entries, onOpen } = props
  return (
    <>
      <table className={styles.calMonth}>
        <thead>
          <tr>
            {weekdaysFrom(weekStart).map((day) => (
              <th key={day} scope="col" abbr={weekdayName(locale, day)}>
                {weekdayName(locale, day, 'short')}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {Array.from({ length: days.length / 7 }, (_, week) =>
            days.slice(week * 7, week * 7 + 7),
          ).map((week) => (
            <tr key={week[0]}>
              {week.map((day) => (
                <td
                  key={day}
                  className={`${day.slice(0, 7) === at.slice(0, 7) ? '' : styles.calOther} ${day === today ? styles.calNow : ''} ${isPhone && day === at ? styles.calChosen : ''}`}
                >
                  {isPhone ? <PhoneSquare {...props} day={day} /> : <Square {...props} day={day} />}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {isPhone && (
        <section className={styles.calAgenda}>
          <h3>
            <DayHead day={at} isToday={at === today} />
          </h3>
          <DayEntries entries={entries.get(at) ?? []} onOpen={onOpen} />
        </section>
      )}
    </>
  )
}

function Square({ day, today, entries, onOpen, onWeek }: MonthProps & { day: string }) {
  const { t } = useTranslation('schedules')
  const those = entries.get(day) ?? []
  const left = those.length - SHOWN
  return (
    <>
      <DayHead day={day} isToday={day === today} />
      <ul className={styles.calList}>
        {those.slice(0, left === 1 ? SHOWN + 1 : SHOWN).map((entry) => (
          <li key={entry.key}>
            <CalendarMark entry={entry} inWords onOpen={onOpen} />
          </li>
        ))}
      </ul>
      {left > 1 && (
        <button type="button" className={styles.calRest} onClick={() => onWeek(day)}>
          {t('calendar.more', { count: left })}
        </button>
      )}
    </>
  )
}

function PhoneSquare({ day, today, entries, onDay }: MonthProps & { day: string }) {
  const { t } = useTranslation('schedules')
  const format = useFormat()
  const those = entries.get(day) ?? []
  return (
    <button
      type="button"
      className={styles.calSquare}
      aria-label={`${format.calendarDay(day)}: ${t('calendar.dates', { count: those.length })}`}
      onClick={() => onDay(day)}
    >
      <span className={day === today ? `${styles.calNumber} ${styles.calToday}` : styles.calNumber}>
        {format.number(Number(day.slice(8)))}
      </span>
      <span className={styles.calDots} aria-hidden="true">
        {those.slice(0, 3).map((entry) => (
          <span
            key={entry.key}
            className={`${styles.calDot} ${styles.calState}`}
            data-state={entry.state}
          />
        ))}
      </span>
    </button>
  )
}
