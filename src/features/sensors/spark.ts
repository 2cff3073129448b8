export const box = { width: 104, height: 26, margin: 3 } as const

export interface Spark {
  /** One `x,y x,y …` per stretch without a gap. A single hour is a point. */
  lines: string[]
  end: { x: number; y: number } | null
  /** Vertical positions of the limits within the box. */
  limits: number[]
}

export function sparkOf(
  values: readonly (number | null)[],
  limits: readonly (number | null)[],
  /** Number of missing values that are not a gap, for sensors that report rarely. */
  patience = 0,
): Spark {
  const heard = values.filter((value) => value !== null)
  if (heard.length === 0) return { lines: [], end: null, limits: [] }
  const [low, high] = [Math.min(...heard), Math.max(...heard)]
  const { width, height, margin } = box
  const x = (place: number) =>
    round(margin + (place * (width - 2 * margin)) / Math.max(1, values.length - 1))
  const y = (value: number) =>
    round(
      high === low
        ? height / 2
        : height - margin - ((value - low) * (height - 2 * margin)) / (high - low),
    )
  const lines: string[] = []
  let stretch: string[] = []
  let last = -Infinity
  let end: Spark['end'] = null
  const close = () => {
    // A single point is doubled: a zero-length line with round caps draws a dot.
    if (stretch.length > 0)
      lines.push((stretch.length === 1 ? [...stretch, ...stretch] : stretch).join(' '))
    stretch = []
  }
  for (const [place, value] of values.entries()) {
    if (value === null) continue
    if (place - last - 1 > patience) close()
    stretch.push(`${x(place)},${y(value)}`)
    end = { x: x(place), y: y(value) }
    last = place
  }
  close()
  return {
    lines,
    end,
    limits: limits.flatMap((limit) =>
      limit !== null && limit > low && limit < high ? [y(limit)] : [],
    ),
  }
}

const round = (value: number) => Math.round(value * 10) / 10
