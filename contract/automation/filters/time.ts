/** Days of the week and time of day of completion, in the company's time zone. */
import { z } from 'zod'
import { clockTime, isTimeOfDay } from '../clockTime.ts'
import type { EventKind } from '../events.ts'
import type { FilterOf } from './kind.ts'

export const time = z.strictObject({
  kind: z.literal('time'),
  /** 0 is Sunday; empty for every day. */
  days: z.array(z.number().int().min(0).max(6)).max(7),
  from: clockTime.nullable(),
  /**
   * Exclusive; null for the end of the day. An end before `from` means that the range crosses
   * midnight.
   */
  to: clockTime.nullable(),
})

const minutes = (text: string): number => Number(text.slice(0, 2)) * 60 + Number(text.slice(3))

function isWithin(minute: number, from: string | null, to: string | null): boolean {
  const begin = from === null ? 0 : minutes(from)
  if (to === null) return minute >= begin
  const end = minutes(to)
  return begin <= end ? minute >= begin && minute < end : minute >= begin || minute < end
}

export const timeKind: FilterOf<z.infer<typeof time>, EventKind> = {
  names: {},
  fresh: () => ({ kind: 'time', days: [1, 2, 3, 4, 5], from: null, to: null }),
  faults: ({ from, to }) => (isTimeOfDay(from) && isTimeOfDay(to) ? [] : ['timeUnreadable']),
  judge: ({ days, from, to }, { weekday, minute }) => ({
    expected: { days, from, to },
    saw: { weekday, minute },
    passed: (days.length === 0 || days.includes(weekday)) && isWithin(minute, from, to),
  }),
}
