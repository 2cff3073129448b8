import { zonedFormat } from '#contract/formatters.ts'
import type { Format } from '#lib/format.tsx'
import { DAY_MS, instantOf, wallAt } from '#contract/timeZones/wallTime.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const steps = [
  ...[1, 5, 15, 30].map((minutes) => minutes * MINUTE),
  ...[1, 2, 3, 6, 12].map((hours) => hours * HOUR),
  ...[1, 2, 7, 14].map((days) => days * DAY_MS),
]
/** For ranges longer than a season: every month, every second month, and so on. */
const monthSteps = [1, 2, 3, 6, 12, 24, 60, 120, 240, 600, 1_200]
const MONTH_MS = 30 * DAY_MS
const MAX_TICKS = 9

export interface TimeAxis {
  /** Omit to let the chart place them. */
  ticks?: number[]
  formatX(x: number): string
}

/**
 * Axis labels in unix seconds: full hours of a day, days of a month, in the company's time zone.
 * Midnight shows the day; ranges over years show the year.
 */
export function timeAxis(
  from: number,
  to: number,
  { locale, timeZone, time }: Pick<Format, 'locale' | 'timeZone' | 'time'>,
): TimeAxis {
  const [first, last] = [wallAt(from * 1000, timeZone), wallAt(to * 1000, timeZone)]
  const isYears = last - first > 366 * DAY_MS
  const day = zonedFormat(locale, timeZone, {
    month: 'short',
    ...(isYears ? { year: 'numeric' } : { day: 'numeric' }),
  })
  const step = steps.find((one) => (last - first) / one < MAX_TICKS)
  const isDay = (at: number) =>
    step === undefined || step >= DAY_MS || wallAt(at, timeZone) % DAY_MS === 0
  const formatX = (x: number) => (isDay(x * 1000) ? day.format(x * 1000) : time(x * 1000))
  const walls = step === undefined ? firstsOfMonths(first, last) : everyStep(first, step)
  const places = walls
    .map((wall) => instantOf(wall, timeZone) / 1000)
    .filter((x) => x >= from && x <= to)
  const ticks = [...new Set(places)] // an hour that the clock skips becomes the next one
  return ticks.length < 2 ? { formatX } : { ticks, formatX }
}

function everyStep(first: number, step: number): number[] {
  const begin = step < DAY_MS ? Math.ceil(first / step) * step : wallDay(first)
  return Array.from({ length: MAX_TICKS + 1 }, (_each, index) => begin + index * step)
}

/** Counts from January, so that a year reads January, March, May. */
function firstsOfMonths(first: number, last: number): number[] {
  const months = monthSteps.find((one) => (last - first) / (one * MONTH_MS) < MAX_TICKS)
  if (months === undefined) return []
  const begin = new Date(first)
  const month = begin.getUTCFullYear() * 12 + begin.getUTCMonth()
  const least = Math.ceil(month / months) * months
  return Array.from({ length: MAX_TICKS + 1 }, (_each, index) => {
    const at = least + index * months
    return Date.UTC(Math.floor(at / 12), at % 12, 1)
  })
}

const wallDay = (wall: number): number => Math.ceil(wall / DAY_MS) * DAY_MS
