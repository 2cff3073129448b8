import { saysWorkingDay } from '#contract/dates/saysWorkingDay.ts'
import type { FollowedCalendar } from '#contract/company/followedCalendar.ts'
import type { ListedHoliday } from '#contract/company/holidayLists.ts'

export function hostOfCalendar(address: string): string {
  const plain = address.replace(/^webcal:/i, 'https:')
  return URL.canParse(plain) ? new URL(plain).host : ''
}

export const listedDays = ({ rows }: FollowedCalendar): ListedHoliday[] =>
  rows.map((row) => ({
    ...row,
    kind: saysWorkingDay(row.name) ? 'working' : 'closed',
    certainty: 'calculated',
  }))
