import { useFormat } from '#lib/format.tsx'
import { weekdayName, weekdaysFrom } from '#lib/week.ts'
import { weekdayOf } from './scheduleValues.ts'
import type { Weekday } from '#contract/recurrence/wall.ts'
import styles from './editor.module.css'

interface TogglesProps {
  label: string
  value: readonly Weekday[]
  onChange(value: Weekday[]): void
}

export function WeekdayToggles({ label, value, onChange }: TogglesProps) {
  const { locale, weekStart } = useFormat()
  const week = weekdaysFrom(weekStart)
  function handleToggle(day: Weekday): void {
    const next = value.includes(day) ? value.filter((one) => one !== day) : [...value, day]
    onChange(week.map(weekdayOf).filter((one) => next.includes(one)))
  }
  return (
    <div className={styles.dayToggles} role="group" aria-label={label}>
      {week.map((number) => {
        const day = weekdayOf(number)
        return (
          <button
            key={day}
            type="button"
            className={styles.dayToggle}
            aria-pressed={value.includes(day)}
            title={weekdayName(locale, number)}
            onClick={() => handleToggle(day)}
          >
            {weekdayName(locale, number, 'short')}
          </button>
        )
      })}
    </div>
  )
}
