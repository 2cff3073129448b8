/**
 * Rules on spans of the day and week, shared by the settings page and the server. Times are
 * `HH:MM`, which sort as text.
 */
export interface Span {
  day: number
  from: string
  to: string
}

/** True if two spans of one day overlap. Touching ends do not count. */
export function overlapping(spans: readonly Span[]): boolean {
  return spans.some((one, index) =>
    spans
      .slice(index + 1)
      .some((other) => one.day === other.day && one.from < other.to && other.from < one.to),
  )
}

export interface DayException {
  date: string
  yearly: boolean
  kind?: 'closed' | 'working' | undefined
}

/** The first day that is both closed and working. A date of one year may contradict a yearly one. */
export function contradiction<T extends DayException>(days: readonly T[]): T | null {
  const kinds = new Map<string, string>()
  for (const day of days) {
    const key = day.yearly ? day.date.slice(5) : day.date
    const kind = day.kind ?? 'closed'
    if ((kinds.get(key) ?? kind) !== kind) return day
    kinds.set(key, kind)
  }
  return null
}

/** Finds the exception of a day. A date of one year takes precedence over a yearly one. */
export function exceptionReader<T extends DayException>(
  days: readonly T[],
): (day: string) => T | undefined {
  const once = new Map(days.filter(({ yearly }) => !yearly).map((one) => [one.date, one]))
  const yearly = new Map(days.filter((one) => one.yearly).map((one) => [one.date.slice(5), one]))
  return (day) => once.get(day) ?? yearly.get(day.slice(5))
}

export interface ShiftSpan {
  name: string
  days: readonly number[]
  from: string
  to: string
}

/**
 * Name of the first shift that contains this time of the company's week, or null. An end at or
 * before the start is on the next day.
 */
export function shiftAt(shifts: readonly ShiftSpan[], day: number, time: string): string | null {
  const dayBefore = (day + 6) % 7
  const holds = ({ days, from, to }: ShiftSpan) =>
    from < to
      ? days.includes(day) && from <= time && time < to
      : (days.includes(day) && from <= time) || (days.includes(dayBefore) && time < to)
  return shifts.find(holds)?.name ?? null
}
