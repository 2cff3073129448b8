/**
 * How well each cell of a floor explains what gateways heard of one tag, and what they did not hear.
 */
import type { Ground } from './ground.ts'

export interface Table {
  west: number
  south: number
  width: number
  height: number
  values: Float32Array
  /** Variance of each value, in square dB. If omitted, all cells are equally certain. */
  variances?: Float32Array
}
export interface Look {
  table: Table
  /** Signal strength minus the strength at one metre, in dB. */
  level: number
  exponent: number
  spread: number
  weight: number
  /**
   * No gateway signal was heard. `level` is the faintest level that the gateway would have heard.
   */
  isSilent: boolean
}
export interface Window {
  west: number
  south: number
  east: number
  north: number
  step: number
}

/** Degrees of freedom of Student's t. Bodies and the metal of a door cause heavy tails. */
const FREEDOM = 5
/** In dB. Normalises the likelihood: an observation with less spread weighs more where it fits. */
const USUAL_SPREAD = 7
const BINS = 16 // bins per standard deviation
const MAX_DEVIATIONS = 12
const LAST_BIN = BINS * MAX_DEVIATIONS
const student = Float64Array.from(
  { length: LAST_BIN + 1 },
  (_value, index) => (-(FREEDOM + 1) / 2) * Math.log(1 + ((index + 0.5) / BINS) ** 2 / FREEDOM),
)

/** Probability that a gateway misses a signal that reaches it. */
const MISSED = 0.25
const SILENCE_SPREAD = 6 // dB
const SILENCE_BINS = 40 // dB above and below the faintest level
/** Log probability of silence, by how many dB the expected level exceeds the faintest. */
const silence = Float64Array.from({ length: 2 * SILENCE_BINS + 1 }, (_value, index) => {
  // The logistic curve approximates the normal distribution.
  const reached = 1 / (1 + Math.exp((-1.7 * (index - SILENCE_BINS)) / SILENCE_SPREAD))
  return Math.log(MISSED + (1 - MISSED) * (1 - reached))
})

/** The values of the last `explain`. */
export let cells = new Float64Array(4_096)

interface Grid {
  window: Window
  columns: number
  rows: number
}

/** Adds to each cell how well it explains one observation. */
function addLook(sums: Float64Array, look: Look, grid: Grid, tempered: number): void {
  const { table, level, exponent, spread, weight, isSilent } = look
  const share = weight * tempered
  if (isSilent) {
    // The bin is how many dB the expected level exceeds the faintest, and never negative.
    const line = { from: SILENCE_BINS - level, by: exponent }
    addBins(sums, table, grid, { line, bins: silence, last: 2 * SILENCE_BINS, share })
  } else if (table.variances === undefined) {
    const scale = BINS / spread
    const line = { from: level * scale, by: -exponent * scale }
    addBins(sums, table, grid, { line, bins: student, last: LAST_BIN, share, isEven: true })
  } else addSurveyed(sums, table, table.variances, grid, look, share)
}

/** Adds `share` times the bin at `from + by · value`, where `by` and `from` are in bins. */
function addBins(
  sums: Float64Array,
  { values, width, height, west, south }: Table,
  { window, columns, rows }: Grid,
  {
    line: { from, by },
    bins,
    last,
    share,
    isEven = false,
  }: {
    line: { from: number; by: number }
    bins: Float64Array
    last: number
    share: number
    isEven?: boolean
  },
): void {
  const { step } = window
  const start = window.west - west
  let cell = 0
  for (let j = 0; j < rows; j += 1) {
    const row = Math.min(height - 1, Math.max(0, window.south + j * step - south)) * width
    const rowEnd = row + width - 1
    let at = row + start
    for (let i = 0; i < columns; i += 1, at += step, cell += 1) {
      const value = values[at < row ? row : at > rowEnd ? rowEnd : at] ?? 0
      let bin = (from + by * value) | 0
      if (bin < 0) bin = isEven ? -bin : 0
      sums[cell] = (sums[cell] ?? 0) + share * (bins[bin > last ? last : bin] ?? 0)
    }
  }
}

function addSurveyed(
  sums: Float64Array,
  { values, width, height, west, south }: Table,
  variances: Float32Array,
  { window, columns, rows }: Grid,
  { level, exponent, spread }: Look,
  share: number,
): void {
  const { step } = window
  const start = window.west - west
  let cell = 0
  for (let j = 0; j < rows; j += 1) {
    const row = Math.min(height - 1, Math.max(0, window.south + j * step - south)) * width
    const rowEnd = row + width - 1
    let place = row + start
    for (let i = 0; i < columns; i += 1, place += step, cell += 1) {
      const at = place < row ? row : place > rowEnd ? rowEnd : place
      const own = Math.sqrt(spread * spread + (variances[at] ?? 0))
      const bin = (Math.abs(level - exponent * (values[at] ?? 0)) * (BINS / own)) | 0
      const known = student[bin > LAST_BIN ? LAST_BIN : bin] ?? 0
      sums[cell] = (sums[cell] ?? 0) + share * (known - Math.log(own / USUAL_SPREAD))
    }
  }
}

/**
 * Fills `cells`, row by row, with how well each cell explains all observations. Returns the best
 * value. Closed cells get -Infinity.
 */
export function explain(
  ground: Ground,
  looks: readonly Look[],
  window: Window,
  tempered: number,
): { best: number; columns: number; rows: number } {
  const { step, west, south } = window
  const columns = Math.floor((window.east - west) / step) + 1
  const rows = Math.floor((window.north - south) / step) + 1
  if (cells.length < columns * rows) cells = new Float64Array(columns * rows)
  const sums = cells
  sums.fill(0, 0, columns * rows)
  for (const look of looks) addLook(sums, look, { window, columns, rows }, tempered)
  let best = -Infinity
  for (let j = 0; j < rows; j += 1) {
    const row = (south + j * step) * ground.width + west
    for (let i = 0; i < columns; i += 1) {
      const cell = j * columns + i
      if (ground.open[row + i * step] === 0) sums[cell] = -Infinity
      else best = Math.max(best, sums[cell] ?? -Infinity)
    }
  }
  return { best, columns, rows }
}

/** Beyond this power of e, a likelihood counts as 0. */
export const DEEPEST = 25
const DECAY_BINS = 128
const decays = Float64Array.from({ length: DEEPEST * DECAY_BINS + 2 }, (_value, index) =>
  Math.exp(-index / DECAY_BINS),
)

/** e to the power of `-under`, within 1 in 100,000. `Math.exp` took a third of the engine. */
export function decay(under: number): number {
  const place = under * DECAY_BINS
  const bin = place | 0
  const value = decays[bin] ?? 0
  return value + (place - bin) * ((decays[bin + 1] ?? 0) - value)
}
