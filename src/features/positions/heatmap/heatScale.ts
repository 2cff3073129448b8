/**
 * The heatmap's colour steps on a logarithmic scale of familiar durations, so that one cell
 * occupied all night does not make all others look cold. Pure.
 */

/** Legend durations in seconds. */
const SAID = [
  10, 20, 30, 60, 120, 180, 300, 600, 900, 1_200, 1_800, 2_700, 3_600, 5_400, 7_200, 10_800, 14_400,
  21_600, 28_800, 43_200, 86_400, 172_800, 604_800,
]
export const COUNTED = [
  1, 2, 3, 4, 5, 6, 8, 10, 12, 15, 20, 25, 30, 40, 50, 60, 80, 100, 150, 200, 300, 500, 1_000,
  2_000, 5_000, 10_000,
]
export const HEAT_STEPS = 5

export interface HeatStep {
  /** Seconds, or a count: above `over`, up to `upTo`. Null means open-ended. */
  over: number
  upTo: number | null
}

/** At most five steps in equal ratios, between the 10th and the 95th percentile of the cells. */
export function heatSteps(seconds: readonly number[], mayBeSaid = SAID): HeatStep[] {
  const sorted = seconds.filter((value) => value > 0).toSorted((a, b) => a - b)
  if (sorted.length === 0) return []
  const [little, much] = [quantile(sorted, 0.1), quantile(sorted, 0.95)]
  const bounds = Array.from({ length: HEAT_STEPS - 1 }, (_, index) =>
    said(mayBeSaid, little * (much / little) ** ((index + 1) / HEAT_STEPS)),
  )
  const edges = [...new Set(bounds)]
  return [0, ...edges].map((over, index) => ({ over, upTo: edges[index] ?? null }))
}

export const heatStepOf = (steps: readonly HeatStep[], seconds: number): number =>
  Math.max(
    0,
    steps.findIndex(({ upTo }) => upTo === null || seconds <= upTo),
  )

/** A step's colour. If there are fewer steps than colours, the last step is still the hottest. */
export const heatColourOf = <C>(
  colours: readonly C[],
  step: number,
  count: number,
): C | undefined =>
  colours[count <= 1 ? colours.length - 1 : Math.round((step * (colours.length - 1)) / (count - 1))]

const quantile = (sorted: readonly number[], part: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(part * sorted.length))] ?? 1

const said = (mayBeSaid: readonly number[], seconds: number): number =>
  mayBeSaid.toSorted((a, b) => off(a, seconds) - off(b, seconds))[0] ?? seconds
const off = (one: number, other: number): number => Math.abs(Math.log(one / other))
