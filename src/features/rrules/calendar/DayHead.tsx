import { dateFormat, type DateOptions } from '#contract/formatters.ts'
import { useFormat } from '#lib/format.tsx'
import styles from './calendar.module.css'

export function DayHead({
  day,
  isToday,
  isTight = false,
}: {
  day: string
  isToday: boolean
  isTight?: boolean
}) {
  const { locale } = useFormat()
  const date = new Date(`${day}T00:00:00Z`)
  const parts = (options: DateOptions) =>
    dateFormat(locale, { timeZone: 'UTC', ...options }).format(date)
  return (
    <time
      dateTime={day}
      className={isToday ? `${styles.calHead} ${styles.calToday}` : styles.calHead}
      aria-label={parts({ weekday: 'long', day: 'numeric', month: 'long' })}
      aria-current={isToday ? 'date' : undefined}
    >
      <span className={styles.calWeekday}>{parts({ weekday: isTight ? 'narrow' : 'short' })}</span>
      <span className={styles.calNumber}>{parts({ day: 'numeric' })}</span>
    </time>
  )
}
