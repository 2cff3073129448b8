import { dateFormat } from '#contract/formatters'
import type { Format } from '../../lib/format.tsx'
import { DAY_MS, instantOf, wallAt } from '../../lib/zoneClock.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const steps = [
  ...[1, 5, 15, 30].map((minutes) => minutes * MINUTE),
  ...[1, 2, 3, 6, 12].map((hours) => hours * HOUR),
  ...[1, 2, 7, 14].map((days) => days * DAY_MS),
]
const MAX_TICKS = 9

export interface TimeAxis {
  /** Left out: where the chart puts them. */
  ticks?: number[]
  formatX(x: number): string
}

/**
 * What stands under a line over time, in unix seconds: full hours of a day and the days of a month
 * on the company's clock. Midnight says which day begins; over years the year is said.
 */
export function timeAxis(
  from: number,
  to: number,
  { locale, timeZone, time }: Pick<Format, 'locale' | 'timeZone' | 'time'>,
): TimeAxis {
  const [first, last] = [wallAt(from * 1000, timeZone), wallAt(to * 1000, timeZone)]
  const isYears = last - first > 366 * DAY_MS
  const day = dateFormat(locale, {
    timeZone,
    month: 'short',
    ...(isYears ? { year: 'numeric' } : { day: 'numeric' }),
  })
  const step = steps.find((one) => (last - first) / one < MAX_TICKS)
  const isDay = (at: number) =>
    step === undefined || step >= DAY_MS || wallAt(at, timeZone) % DAY_MS === 0
  const formatX = (x: number) => (isDay(x * 1000) ? day.format(x * 1000) : time(x * 1000))
  if (step === undefined) return { formatX }
  const begin = step < DAY_MS ? Math.ceil(first / step) * step : wallDay(first)
  const places = Array.from({ length: MAX_TICKS + 1 }, (_each, index) => begin + index * step)
    .map((wall) => instantOf(wall, timeZone) / 1000)
    .filter((x) => x >= from && x <= to)
  const ticks = [...new Set(places)] // an hour that the clock skips is the next one
  return ticks.length < 2 ? { formatX } : { ticks, formatX }
}

/** The first midnight from there on. */
const wallDay = (wall: number): number => Math.ceil(wall / DAY_MS) * DAY_MS
