import type { DayException, Span } from '#contract/rules/workingTime.ts'
import type { Weekday } from './wall.ts'

interface Holiday extends DayException {
  name: string
}

export interface CompanyCalendar {
  /** Weekdays with working hours; all weekdays if the company has no working hours. */
  workingDays: readonly Weekday[]
  /** 0 is Sunday. If empty, the company works around the clock. */
  workingHours: readonly Span[]
  holidays: readonly Holiday[]
}

export const openCalendar: CompanyCalendar = {
  workingDays: ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'],
  workingHours: [],
  holidays: [],
}
