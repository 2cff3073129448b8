/** The address of each number's rows on Today; tests/figures.db.test.ts compares the counts. */
import type { FigureKey } from '#contract/rules/companyFigures.ts'
import { toFilterQuery } from '#entities/filterObject/filterAddress.ts'
import { lastDays } from '#lib/lastDays.ts'
import { pathTo } from '#lib/paths.ts'

const WEEK_DAYS = 7

interface Moment {
  timeZone: string
  /** Milliseconds. Omit for the current time. */
  now?: number
}

/** A percentage links to all rows that it is computed from. */
export function rowsOfFigure(
  key: FigureKey,
  { timeZone, now = Date.now(), unusable }: Moment & { unusable: number[] },
): string {
  switch (key) {
    case 'onTime':
      return pathTo('scheduleChecks', undefined, lastDays(WEEK_DAYS, timeZone, now))
    case 'lateThings':
      return pathTo('equipmentSchedules', undefined, { late: '1' })
    case 'openTickets':
      return pathTo('tickets')
    case 'overdueTickets':
      return pathTo('tickets', undefined, { overdue: '1' })
    case 'unusable':
      return unusable.length === 0 // If no status counts as unusable, links to the screen that changes this.
        ? pathTo('equipmentStatus')
        : pathTo('equipment', undefined, toFilterQuery({ equipmentStatusIds: unusable }))
    case 'availability': {
      const { from, to } = lastDays(WEEK_DAYS, timeZone, now)
      return pathTo('reportReliability', undefined, {
        duration: 'custom',
        ranges: `${from}_${to}`,
      })
    }
    case 'score':
      return pathTo('procedureLogs', undefined, lastDays(WEEK_DAYS, timeZone, now))
  }
}

export const checksOfPlace = (
  place: number,
  { timeZone, now = Date.now() }: Moment,
  weeksBack = 0,
): string =>
  pathTo('scheduleChecks', undefined, { place, ...lastDays(WEEK_DAYS, timeZone, now, weeksBack) })

export const lateOfPlace = (place: number): string =>
  pathTo('equipmentSchedules', undefined, { place, late: '1' })

export const openTicketsOfPlace = (place: number): string => pathTo('tickets', undefined, { place })

/** `null` stands for tickets without an assignee. */
export const overdueTicketsOfPerson = (userId: number | null): string =>
  pathTo('tickets', undefined, { assignees: userId ?? 0, overdue: '1' })

export const upkeepRows = {
  reviews: pathTo('automationCenter', undefined, { review: '1' }),
  failing: pathTo('automationCenter', undefined, { failed: '1' }),
  silentGateways: pathTo('gateways', undefined, { silent: '1' }),
  withoutRole: pathTo('users', undefined, { norole: '1' }),
  invited: pathTo('users', undefined, { state: 'invited' }),
  imports: pathTo('import', undefined, { running: '1' }),
} as const
