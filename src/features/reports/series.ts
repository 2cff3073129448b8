/**
 * Series made ready to be drawn: gaps told, and ranges laid over each other weekday on weekday,
 * hour on hour.
 */
import type { MetricRange } from '#contract/reports.ts'
import { DAY_MS, instantOf, wallAt } from '#lib/zoneClock.ts'
import { withGaps } from '#ui/charts/gaps.ts'
import type { Limits } from '#ui/charts/limits.ts'

const DAY = 86_400

/** A step that draws a range in some hundreds of points. */
export function stepFor(ranges: readonly { from: string; to: string }[]): number {
  const days = Math.max(
    1,
    ...ranges.map(({ from, to }) => (Date.parse(to) - Date.parse(from)) / 86_400_000 + 1),
  )
  return days <= 14 ? 3_600 : days <= 62 ? 6 * 3_600 : DAY
}

/** How many days a range is moved to lie on the first: whole weeks, which keep the weekday. */
export function daysOnto(first: string, other: string): number {
  return Math.round((Date.parse(first) - Date.parse(other)) / 86_400_000 / 7) * 7
}

export interface Drawn {
  key: string
  name: string
  range: number
  sensorId: number
  points: [number, number | null][]
  /** The lowest and the highest reading behind each point; a step that has none is not there. */
  spread: [x: number, low: number, high: number][]
  /** Between these it is safe. */
  limits: Limits
  /** When a point was heard, which is elsewhere on another range. */
  heardAt: ReadonlyMap<number, number>
}

/**
 * Every sensor in every range, on the calendar of the first range: six o'clock lies on six o'clock,
 * also where the clock was changed between them.
 */
export function drawn(answers: readonly MetricRange[], step: number, timeZone: string): Drawn[] {
  const first = answers[0]
  return first === undefined
    ? []
    : answers.flatMap((answer, range) => {
        const days = daysOnto(first.from, answer.from)
        return answer.series.map(({ metric, values, spread, lowerLimit, upperLimit }) => {
          const spreadAt = new Map(values.map(([at], index) => [at, spread[index]]))
          const moved = withGaps(values, step).map(([at, value]) => ({
            at,
            value,
            x: daysOn(at, days, timeZone),
          }))
          // An hour that its own clock shows twice has one place on a day that does not: the first
          // is drawn.
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

/** The band that all lines share; null: there is none, or they differ. */
export function sharedBand(lines: readonly Pick<Drawn, 'limits'>[]): Limits | null {
  const [first, ...others] = lines.map(({ limits }) => limits)
  if (first === undefined || (first.lower === null && first.upper === null)) return null
  const isShared = others.every(
    ({ lower, upper }) => lower === first.lower && upper === first.upper,
  )
  return isShared ? first : null
}

const daysOn = (at: number, days: number, timeZone: string): number =>
  days === 0 ? at : instantOf(wallAt(at * 1000, timeZone) + days * DAY_MS, timeZone) / 1000
