/**
 * What colours of heat mean, in numbers: steps on a logarithmic scale, of lengths of time that
 * people say. One cell in which everything rested all night does not make all the others look cold.
 * Pure.
 */

/** Lengths of time that a legend may name, in seconds. */
const SAID = [
  10, 20, 30, 60, 120, 180, 300, 600, 900, 1_200, 1_800, 2_700, 3_600, 5_400, 7_200, 10_800, 14_400,
  21_600, 28_800, 43_200, 86_400, 172_800, 604_800,
]
/** Numbers of things and of visits that a legend may name. */
export const COUNTED = [
  1, 2, 3, 4, 5, 6, 8, 10, 12, 15, 20, 25, 30, 40, 50, 60, 80, 100, 150, 200, 300, 500, 1_000,
  2_000, 5_000, 10_000,
]
/** From cold to hot. */
export const HEAT_STEPS = 5

export interface HeatStep {
  /** In seconds, or as many: over this, and up to that; null: without an end. */
  over: number
  upTo: number | null
}

/**
 * At most five steps between what little and what much is (the tenth and the last but twentieth
 * part of the cells), each as much longer than the one before it.
 */
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

/** Which of the steps it belongs to. */
export const heatStepOf = (steps: readonly HeatStep[], seconds: number): number =>
  Math.max(
    0,
    steps.findIndex(({ upTo }) => upTo === null || seconds <= upTo),
  )

/** The colour of a step, when the colours of all are given: few steps still end at the hottest. */
export const heatColourOf = <C>(
  colours: readonly C[],
  step: number,
  count: number,
): C | undefined =>
  colours[count <= 1 ? colours.length - 1 : Math.round((step * (colours.length - 1)) / (count - 1))]

const quantile = (sorted: readonly number[], part: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(part * sorted.length))] ?? 1

/** The nearest of those that are said, by how many times it is longer or shorter. */
const said = (mayBeSaid: readonly number[], seconds: number): number =>
  mayBeSaid.toSorted((a, b) => off(a, seconds) - off(b, seconds))[0] ?? seconds
const off = (one: number, other: number): number => Math.abs(Math.log(one / other))
