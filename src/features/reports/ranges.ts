/** The ranges of a report: count, presets, and which of them are sent (spec sections 4 and 5). */
import { addDays, dateInPeriod, periodOf, type CardRange } from '#contract/dashboards/periods.ts'
import type { AddressField } from '#lib/addressState.ts'

/** Either end may be empty while the user edits it. */
export interface RangeDraft {
  from: string
  to: string
}

export const durations = ['day', 'week', 'month', 'year', 'custom'] as const
export type Duration = (typeof durations)[number]
const rangeOf: Record<Exclude<Duration, 'custom'>, CardRange> = {
  day: 'DAY',
  week: 'WEEK',
  month: 'MONTH',
  year: 'YEAR',
}

/**
 * A smaller count keeps the first ranges. A larger count repeats the first range where none is
 * stored.
 */
export function withRangeCount(ranges: readonly RangeDraft[], count: number): RangeDraft[] {
  const first = ranges[0] ?? { from: '', to: '' }
  return Array.from({ length: count }, (_each, index) => ({ ...(ranges[index] ?? first) }))
}

export function presetRanges(
  duration: Exclude<Duration, 'custom'>,
  today: string,
  weekStart: number,
  count: number,
): RangeDraft[] {
  return Array.from({ length: count }, (_each, index) => {
    const { from, to } = periodOf(
      rangeOf[duration],
      dateInPeriod(rangeOf[duration], today, weekStart, -index),
      weekStart,
    )
    return { from, to: addDays(to, -1) }
  })
}

export const isReversed = ({ from, to }: RangeDraft): boolean =>
  from !== '' && to !== '' && to < from

/** A range is sent only if both ends are set and in order. */
export const rangesToSend = (ranges: readonly RangeDraft[]): RangeDraft[] =>
  ranges.filter((range) => range.from !== '' && range.to !== '' && !isReversed(range))

/** Returns the day, or an empty text if it does not exist. */
const dayOf = (text: string | undefined): string =>
  text !== undefined && new Date(`${text}T00:00:00Z`).toJSON()?.slice(0, 10) === text ? text : ''

const written = /^(\d{4}-\d{2}-\d{2})?_(\d{4}-\d{2}-\d{2})?$/

/** Format: `2026-01-01_2026-12-31.2025-01-01_2025-12-31`. */
export const rangesField: AddressField<RangeDraft[]> = {
  read: (raw) =>
    (raw ?? '')
      .split('.')
      .flatMap((part) => {
        const found = written.exec(part)
        return found === null ? [] : [{ from: dayOf(found[1]), to: dayOf(found[2]) }]
      })
      .slice(0, 6),
  write: (ranges) =>
    ranges.length === 0 ? null : ranges.map(({ from, to }) => `${from}_${to}`).join('.'),
}
