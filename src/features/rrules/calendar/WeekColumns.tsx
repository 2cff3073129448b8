import { useTranslation } from 'react-i18next'
import { CalendarMark } from './CalendarMark.tsx'
import { DayHead } from './DayHead.tsx'
import type { CalendarEntry } from './useCalendar.ts'
import styles from './calendar.module.css'

interface WeekProps {
  days: readonly string[]
  today: string
  entries: ReadonlyMap<string, CalendarEntry[]>
  onOpen(entry: CalendarEntry): void
}

export function WeekColumns({ days, today, entries, onOpen }: WeekProps) {
  return (
    <div className={styles.calColumns}>
      {days.map((day) => (
        <section
          key={day}
          className={day === today ? `${styles.calColumn} ${styles.calNow}` : styles.calColumn}
        >
          <h3>
            <DayHead day={day} isToday={day === today} />
          </h3>
          <DayEntries entries={entries.get(day) ?? []} onOpen={onOpen} />
        </section>
      ))}
    </div>
  )
}

export function DayEntries({
  entries,
  onOpen,
}: {
  entries: readonly CalendarEntry[]
  onOpen(entry: CalendarEntry): void
}) {
  const { t } = useTranslation('schedules')
  if (entries.length === 0) return <p className={`${styles.calNone} quiet`}>{t('calendar.free')}</p>
  return (
    <ul className={styles.calList}>
      {entries.map((entry) => (
        <li key={entry.key}>
          <CalendarMark entry={entry} inWords onOpen={onOpen} />
        </li>
      ))}
    </ul>
  )
}
