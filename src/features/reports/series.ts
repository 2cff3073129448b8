/** Series made ready to be drawn: gaps told, and ranges laid over each other weekday on weekday, hour on hour. */
import type { MetricRange } from '#contract/reports'

const DAY = 86_400

/** A step that draws a range in some hundreds of points. */
export function stepFor(ranges: readonly { from: string; to: string }[]): number {
  const days = Math.max(1, ...ranges.map(({ from, to }) => (Date.parse(to) - Date.parse(from)) / 86_400_000 + 1))
  return days <= 14 ? 3_600 : days <= 62 ? 6 * 3_600 : DAY
}

/** Where two neighbours lie further apart than a step and a half, nothing was measured: the line ends there. */
export function withGaps(values: readonly (readonly [number, number])[], step: number): [number, number | null][] {
  return values.flatMap(([at, value], index): [number, number | null][] => {
    const before = values[index - 1]
    return before !== undefined && at - before[0] > step * 1.5 ? [[before[0] + step, null], [at, value]] : [[at, value]]
  })
}

/** How far a range is moved to lie on the first: by whole weeks and days that keep the weekday. */
export function shiftOnto(first: string, other: string): number {
  const days = Math.round((Date.parse(first) - Date.parse(other)) / 86_400_000)
  return Math.round(days / 7) * 7 * DAY
}

export interface Drawn { key: string; name: string; range: number; sensor: string; sensorId: number; /** By how much it was moved to lie on the first range. */ shift: number; points: [number, number | null][] }

/** Every sensor in every range, on the clock of the first range. Days are moved, so that a clock change between moves nothing. */
export function drawn(answers: readonly MetricRange[], step: number): Drawn[] {
  const first = answers[0]
  return first === undefined ? [] : answers.flatMap((answer, range) => {
    const shift = shiftOnto(first.from, answer.from)
    return answer.series.map(({ metric, values }) => ({ key: `${range} ${metric.sensorId}`, name: metric.name, range, sensor: metric.name, sensorId: metric.sensorId, shift, points: withGaps(values, step).map(([at, value]): [number, number | null] => [at + shift, value]) }))
  })
}
