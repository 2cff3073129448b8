import { inAddress } from '#lib/addressState.ts'
import { listAddress } from '#ui/list/listAddress.ts'
import { calendarViews } from './calendar/calendarDays.ts'

export const panelTabs = ['facts', 'dates', 'things', 'occurrences', 'journal'] as const
export type PanelTab = (typeof panelTabs)[number]
export const ruleStates = ['any', 'active', 'inactive'] as const

export const schedulesAddress = {
  ...listAddress(['name', 'procedure', 'updatedAt'], 'procedure', 'rrule'),
  procedure: inAddress.integers(),
  state: inAddress.filterOf(ruleStates, 'any'),
  tab: inAddress.oneOf(panelTabs, 'facts'),
  view: inAddress.oneOf(calendarViews, 'list'),
  /** Day shown in the calendar, `2026-12-01`. If empty, today. */
  day: inAddress.day(),
  /** Date of the open rule whose occurrences are shown: an instant, or a day with several. */
  date: inAddress.text(),
}
