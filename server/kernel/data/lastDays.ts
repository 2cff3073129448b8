import { addAmount, endOfSpan } from '#contract/recurrence/zone.ts'
import type { Actor } from '#kernel/access/actor.ts'

/**
 * The company's calendar days up to the day of `moment`. A figure over them counts the rows that
 * its list shows for the same days.
 */
export function lastDays(
  { timezone }: Pick<Actor, 'timezone'>,
  days: number,
  moment: Date,
): { from: Date; to: Date } {
  const to = endOfSpan(moment.toISOString(), 'day', timezone, 'MO')
  const before = addAmount(to, { amount: -days, unit: 'days' }, timezone)
  return { from: new Date(Date.parse(before) + 1), to: new Date(to) }
}
