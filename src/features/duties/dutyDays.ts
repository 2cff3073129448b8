import type { DutySpanRow } from '#contract/duties/duties.ts'
import { DAY_MS, dayAt, startOfDay } from '#contract/timeZones/wallTime.ts'

export interface DayPart {
  span: DutySpanRow
  from: number
  to: number
  /** Of the day's length, from 0 to 1. */
  share: number
}
export interface DutyDay {
  day: string
  at: number
  parts: DayPart[]
}

export const addDays = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10)

export function firstDayOfWeek(now: number, weekStart: number, zone: string): string {
  const today = dayAt(now, zone)
  const since = (new Date(`${today}T00:00:00Z`).getUTCDay() - weekStart + 7) % 7
  return addDays(today, -since)
}

/** The spans of seven days, cut at each midnight of the company's clock. */
export function daysOf(spans: readonly DutySpanRow[], firstDay: string, zone: string): DutyDay[] {
  return Array.from({ length: 7 }, (_, index) => {
    const day = addDays(firstDay, index)
    const [begin, end] = [startOfDay(day, zone), startOfDay(addDays(day, 1), zone)]
    const parts = spans.flatMap((span): DayPart[] => {
      const from = Math.max(Date.parse(span.from), begin)
      const to = Math.min(Date.parse(span.to), end)
      return to <= from ? [] : [{ span, from, to, share: (to - from) / (end - begin) }]
    })
    return { day, at: begin, parts }
  })
}
