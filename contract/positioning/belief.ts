/**
 * Bayesian estimate of one tag's position. The prior says where the tag can have moved since,
 * standing or walking. It is multiplied by how well each cell of the floor explains the readings.
 */
import type { Ground } from './ground.ts'

export interface Belief {
  x: number
  y: number
  /** Covariance in square metres. */
  xx: number
  xy: number
  yy: number
  walking: number
}
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

/** Growth of the position's variance, in square metres per second. */
const DRIFT = { standing: 0.01, walking: 0.9 } as const
/** Per second: probability that a standing tag starts and that a walking tag stops. */
const TURNS = { setsOut: 0.05, stops: 0.12 } as const
/** Per second: probability that the tag was carried off unheard and can be anywhere. */
const ASTRAY = 0.004
/** Walls and bodies shadow successive observations alike, so they are not independent. */
const SHARED = 0.3
/** Smallest variance in square metres: half a cell, and the error of plans. */
const FINEST = 0.15

const WIDEST_WINDOW = 1_200
let cells = new Float64Array(4_096)
const inRoom = new Float64Array(65_536)

/**
 * Fills `cells`, row by row, with how well each cell explains all observations. Returns the best
 * value. Closed cells get -Infinity.
 */
function explain(
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
  for (const { table, level, exponent, spread, weight, isSilent } of looks) {
    const { values, variances, width } = table
    const [scale, share] = [BINS / spread, weight * tempered]
    const [lastColumn, lastRow] = [width - 1, table.height - 1]
    for (let j = 0; j < rows; j += 1) {
      const row = Math.min(lastRow, Math.max(0, south + j * step - table.south)) * width
      const start = west - table.west
      for (let i = 0; i < columns; i += 1) {
        const column = start + i * step
        const at = row + (column < 0 ? 0 : column > lastColumn ? lastColumn : column)
        const cell = j * columns + i
        if (isSilent) {
          const beyond = (exponent * (values[at] ?? 0) - level + SILENCE_BINS) | 0
          const bin = beyond < 0 ? 0 : beyond > 2 * SILENCE_BINS ? 2 * SILENCE_BINS : beyond
          sums[cell] = (sums[cell] ?? 0) + share * (silence[bin] ?? 0)
          continue
        }
        let miss = level - exponent * (values[at] ?? 0)
        let wider = 0
        if (variances === undefined) miss *= scale
        else {
          const own = Math.sqrt(spread * spread + (variances[at] ?? 0))
          miss *= BINS / own
          wider = Math.log(own / USUAL_SPREAD)
        }
        const bin = (miss < 0 ? -miss : miss) | 0
        sums[cell] =
          (sums[cell] ?? 0) + share * ((student[bin > LAST_BIN ? LAST_BIN : bin] ?? 0) - wider)
      }
    }
  }
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

/** The best value of any cell in the window: how well the floor explains the observations. */
export const bestInWindow = (ground: Ground, looks: readonly Look[], window: Window): number =>
  explain(ground, looks, { ...window, step: coarser(ground, window) }, 1).best

/** Coarse cells suffice to compare floors and radio parameters. */
const MAX_COARSE_CELLS = 200
const coarser = (ground: Ground, { west, east, south, north }: Window): number =>
  Math.max(
    Math.round(1 / ground.cell),
    Math.ceil(Math.sqrt(((east - west + 1) * (north - south + 1)) / MAX_COARSE_CELLS)),
  )

/**
 * Log evidence for each of `radios` (an added power and an exponent), averaged over the window's
 * cells.
 */
export function evidenceOf(
  ground: Ground,
  looks: readonly Look[],
  window: Window,
  radios: readonly { power: number; exponent: number }[],
): number[] {
  const step = coarser(ground, window)
  return radios.map(({ power, exponent }) => {
    const moved = looks.map((look) => ({ ...look, level: look.level - power, exponent }))
    const { best, columns, rows } = explain(ground, moved, { ...window, step }, 1)
    if (best === -Infinity) return 0
    let sum = 0
    for (let cell = 0; cell < columns * rows; cell += 1)
      sum += Math.exp((cells[cell] ?? -Infinity) - best)
    return best + Math.log(sum)
  })
}

/** Cells within `reach` metres of any point. The wider the window, the coarser its step. */
export function windowOf(
  ground: Ground,
  points: readonly { x: number; y: number; reach: number }[],
): Window {
  const { cell, west, south, width, height } = ground
  const within = (value: number, high: number) => Math.min(high, Math.max(0, value))
  const low = (at: number, from: number) => Math.floor((at - from) / cell)
  const window = {
    west: within(Math.min(...points.map(({ x, reach }) => low(x - reach, west))), width - 1),
    south: within(Math.min(...points.map(({ y, reach }) => low(y - reach, south))), height - 1),
    east: within(Math.max(...points.map(({ x, reach }) => low(x + reach, west))), width - 1),
    north: within(Math.max(...points.map(({ y, reach }) => low(y + reach, south))), height - 1),
  }
  const size = (window.east - window.west + 1) * (window.north - window.south + 1)
  return { ...window, step: Math.max(1, Math.ceil(Math.sqrt(size / WIDEST_WINDOW))) }
}

export interface Update {
  belief: Belief
  /** Probability of each room, highest first. Null is outside all rooms. */
  rooms: { roomId: number | null; share: number }[]
  /** Variance per axis of this observation without the prior, in square metres. */
  alone: number
  total: number
  window: Window
  columns: number
  rows: number
}

/**
 * Returns null if all cells of the window are closed. If `before` is null, the tag can be anywhere.
 * `tempered` is the share of new information since the last update.
 */
export function update(
  ground: Ground,
  looks: readonly Look[],
  window: Window,
  before: Belief | null,
  seconds: number,
  tempered: number,
): Update | null {
  const { best, columns, rows } = explain(ground, looks, window, tempered)
  if (best === -Infinity) return null
  const prior = before === null ? null : priorOf(before, seconds, columns * rows)
  const place = ground.cell * window.step
  const left = ground.west + (window.west + 0.5) * ground.cell
  const low = ground.south + (window.south + 0.5) * ground.cell
  const heard = new Moments()
  const sums = new Moments()
  let walked = 0
  const touched: number[] = []
  for (let j = 0; j < rows; j += 1) {
    const y = low + j * place
    const row = (window.south + j * window.step) * ground.width + window.west
    for (let i = 0; i < columns; i += 1) {
      const value = cells[j * columns + i] ?? -Infinity
      cells[j * columns + i] = 0
      if (value < best - 25) continue
      const x = left + i * place
      const likely = Math.exp(value - best)
      heard.add(likely, x, y)
      let weight = likely
      if (prior !== null) {
        const going = prior.walking(x, y)
        weight *= going + prior.standing(x, y) + prior.anywhere
        walked += likely * going
      }
      cells[j * columns + i] = weight
      sums.add(weight, x, y)
      const room = ground.rooms[row + i * window.step] ?? 0
      if (inRoom[room] === 0) touched.push(room)
      inRoom[room] = (inRoom[room] ?? 0) + weight
    }
  }
  const rooms = touched
    .map((room) => {
      const share = (inRoom[room] ?? 0) / sums.total
      inRoom[room] = 0
      return { roomId: room === 0 ? null : (ground.roomIds[room - 1] ?? null), share }
    })
    .sort((a, b) => b.share - a.share)
  const belief = sums.belief(prior === null ? 0.5 : walked / sums.total)
  const look = heard.belief(0)
  const floor = Math.max(FINEST, (SHARED * (look.xx + look.yy)) / 2)
  const short = Math.max(0, floor - (belief.xx + belief.yy) / 2)
  belief.xx += short
  belief.yy += short
  return { belief, rooms, alone: (look.xx + look.yy) / 2, total: sums.total, window, columns, rows }
}

/** Call right after `update`: reads the weights that it left in `cells`. */
export function expectedLosses(
  tables: readonly Table[],
  { window, columns, rows, total }: Update,
): { loss: number; lossSquared: number }[] {
  return tables.map((table) => {
    let [loss, lossSquared] = [0, 0]
    for (let j = 0; j < rows; j += 1) {
      const row = Math.min(
        table.height - 1,
        Math.max(0, window.south + j * window.step - table.south),
      )
      for (let i = 0; i < columns; i += 1) {
        const weight = cells[j * columns + i] ?? 0
        if (weight === 0) continue
        const column = Math.max(0, window.west + i * window.step - table.west)
        const value = table.values[row * table.width + Math.min(table.width - 1, column)] ?? 0
        loss += weight * value
        lossSquared += weight * value * value
      }
    }
    return { loss: loss / total, lossSquared: lossSquared / total }
  })
}

function priorOf(before: Belief, seconds: number, size: number) {
  const stays = Math.exp(-seconds * (TURNS.setsOut + TURNS.stops))
  const rest = TURNS.setsOut / (TURNS.setsOut + TURNS.stops)
  const walking = rest + (before.walking - rest) * stays
  const gone = 1 - (1 - ASTRAY) ** seconds
  return {
    standing: bell(before, DRIFT.standing * seconds, (1 - walking) * (1 - gone)),
    walking: bell(before, DRIFT.walking * seconds, walking * (1 - gone)),
    // A density per square metre, like the normal distributions.
    anywhere: gone / Math.max(100, size / 4),
  }
}

function bell({ x, y, xx, xy, yy }: Belief, drift: number, share: number) {
  const [a, d] = [xx + drift, yy + drift]
  const determinant = Math.max(1e-6, a * d - xy * xy)
  const height = share / (2 * Math.PI * Math.sqrt(determinant))
  const [p, q, r] = [d / (2 * determinant), -xy / determinant, a / (2 * determinant)]
  return (atX: number, atY: number): number => {
    const [dx, dy] = [atX - x, atY - y]
    const power = p * dx * dx + q * dx * dy + r * dy * dy
    return power > 30 ? 0 : height * Math.exp(-power)
  }
}

export function valueAt(table: Table, ground: Ground, { x, y }: { x: number; y: number }): number {
  const column = Math.floor((x - ground.west) / ground.cell) - table.west
  const row = Math.floor((y - ground.south) / ground.cell) - table.south
  const within = (value: number, high: number) => Math.min(high, Math.max(0, value))
  return (
    table.values[within(row, table.height - 1) * table.width + within(column, table.width - 1)] ?? 0
  )
}

class Moments {
  total = 0
  private x = 0
  private y = 0
  private xx = 0
  private xy = 0
  private yy = 0

  add(weight: number, x: number, y: number): void {
    this.total += weight
    this.x += weight * x
    this.y += weight * y
    this.xx += weight * x * x
    this.xy += weight * x * y
    this.yy += weight * y * y
  }

  belief(walking: number): Belief {
    const [x, y] = [this.x / this.total, this.y / this.total]
    return {
      x,
      y,
      xx: Math.max(0, this.xx / this.total - x * x) + 0.02,
      xy: this.xy / this.total - x * y,
      yy: Math.max(0, this.yy / this.total - y * y) + 0.02,
      walking,
    }
  }
}
