import { useFormat } from '../../../lib/format.tsx'

/** A day over its column: its weekday, and its number. */
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
  const parts = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(locale, { timeZone: 'UTC', ...options }).format(date)
  return (
    <time
      dateTime={day}
      className={isToday ? 'cal-head cal-today' : 'cal-head'}
      aria-label={parts({ weekday: 'long', day: 'numeric', month: 'long' })}
      aria-current={isToday ? 'date' : undefined}
    >
      <span className="cal-weekday">{parts({ weekday: isTight ? 'narrow' : 'short' })}</span>
      <span className="cal-number">{parts({ day: 'numeric' })}</span>
    </time>
  )
}
