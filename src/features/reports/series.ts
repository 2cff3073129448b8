/** Prepares series for drawing: marks gaps and overlays ranges, aligned by weekday and hour. */
import type { MetricRange } from '#contract/reports.ts'
import { DAY_MS, instantOf, wallAt } from '#contract/timeZones/wallTime.ts'
import { withGaps } from '#ui/charts/gaps.ts'
import type { Limits } from '#ui/charts/limits.ts'

const DAY = 86_400

export function stepFor(ranges: readonly { from: string; to: string }[]): number {
  const days = Math.max(
    1,
    ...ranges.map(({ from, to }) => (Date.parse(to) - Date.parse(from)) / 86_400_000 + 1),
  )
  return days <= 14 ? 3_600 : days <= 62 ? 6 * 3_600 : DAY
}

/** Days to shift a range onto the first. Whole weeks, to keep the weekday. */
export function shiftInDays(first: string, other: string): number {
  return Math.round((Date.parse(first) - Date.parse(other)) / 86_400_000 / 7) * 7
}

export interface Drawn {
  key: string
  name: string
  range: number
  sensorId: number
  points: [number, number | null][]
  /** Lowest and highest reading behind each point. Steps without readings are omitted. */
  spread: [x: number, low: number, high: number][]
  limits: Limits
  /** Original time of each point, by its shifted time. Both in Unix seconds. */
  heardAt: ReadonlyMap<number, number>
}

/**
 * Shifts every series onto the first range's dates at the same wall-clock time, also across
 * daylight saving changes.
 */
export function alignSeries(
  answers: readonly MetricRange[],
  step: number,
  timeZone: string,
): Drawn[] {
  const first = answers[0]
  return first === undefined
    ? []
    : answers.flatMap((answer, range) => {
        const days = shiftInDays(first.from, answer.from)
        return answer.series.map(({ metric, values, spread, lowerLimit, upperLimit }) => {
          const spreadAt = new Map(values.map(([at], index) => [at, spread[index]]))
          const moved = withGaps(values, step).map(([at, value]) => ({
            at,
            value,
            x: daysOn(at, days, timeZone),
          }))
          // The repeated hour of a daylight saving change has one position on another day; the
          // first reading is drawn.
          const placed = moved.filter(({ x }, index) => moved[index - 1]?.x !== x)
          return {
            key: `${range} ${metric.sensorId}`,
            name: metric.name,
            range,
            sensorId: metric.sensorId,
            points: placed.map(({ x, value }): [number, number | null] => [x, value]),
            spread: placed.flatMap(({ x, at }): Drawn['spread'] => {
              const found = spreadAt.get(at)
              return found === undefined ? [] : [[x, ...found]]
            }),
            limits: { lower: lowerLimit, upper: upperLimit },
            heardAt: new Map(placed.map(({ x, at }) => [x, at])),
          }
        })
      })
}

/** Returns the limits that all lines share, or null if they have none or differ. */
export function sharedLimits(lines: readonly Pick<Drawn, 'limits'>[]): Limits | null {
  const [first, ...others] = lines.map(({ limits }) => limits)
  if (first === undefined || (first.lower === null && first.upper === null)) return null
  const isShared = others.every(
    ({ lower, upper }) => lower === first.lower && upper === first.upper,
  )
  return isShared ? first : null
}

const daysOn = (at: number, days: number, timeZone: string): number =>
  days === 0 ? at : instantOf(wallAt(at * 1000, timeZone) + days * DAY_MS, timeZone) / 1000
