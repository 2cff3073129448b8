interface Size {
  width: number
  height: number
}
export interface SparklineShape {
  runs: string[]
  /** The newest value. Null if it is unknown. */
  last: { x: number; y: number } | null
  targetAt: number | null
}

const EDGE = 3

/** The drawn range includes the target. Equal values lie in the middle. */
export function sparklineOf(
  values: readonly (number | null)[],
  target: number | null,
  { width, height }: Size,
): SparklineShape {
  const known = [...values, target].filter((value) => value !== null)
  const [low, high] = [Math.min(...known), Math.max(...known)]
  const y = (value: number) =>
    round(high === low ? height / 2 : EDGE + ((high - value) / (high - low)) * (height - 2 * EDGE))
  const step = values.length > 1 ? (width - 2 * EDGE) / (values.length - 1) : 0
  const x = (index: number) => round(EDGE + index * step)
  const runs: string[][] = [[]]
  for (const [index, value] of values.entries()) {
    if (value === null) runs.push([])
    else runs.at(-1)?.push(`${x(index)},${y(value)}`)
  }
  const newest = values.at(-1) ?? null
  return {
    runs: runs.filter((run) => run.length > 1).map((run) => run.join(' ')),
    last: newest === null ? null : { x: x(values.length - 1), y: y(newest) },
    targetAt: target === null ? null : y(target),
  }
}

const round = (value: number) => Math.round(value * 10) / 10
