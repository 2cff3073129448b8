import { inAddress } from '#lib/addressState.ts'
import { listAddress } from '#ui/list/listAddress.ts'
import { calendarViews } from './calendar/calendarDays.ts'

export const panelTabs = ['facts', 'dates', 'things', 'occurrences', 'journal'] as const
export type PanelTab = (typeof panelTabs)[number]
export const ruleStates = ['any', 'active', 'inactive'] as const

/** Everything the schedules screen keeps in its address. */
export const schedulesAddress = {
  ...listAddress(['name', 'procedure', 'updatedAt'], 'procedure'),
  procedure: inAddress.integers(),
  state: inAddress.oneOf(ruleStates, 'any'),
  tab: inAddress.oneOf(panelTabs, 'facts'),
  view: inAddress.oneOf(calendarViews, 'list'),
  /** Where the calendar stands, `2026-12-01`; empty is today. */
  day: inAddress.text(),
  /** The date of the open rule whose occurrences are shown: a moment, or a day of several. */
  date: inAddress.text(),
}
