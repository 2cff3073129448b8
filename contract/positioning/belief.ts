/**
 * Bayesian estimate of one tag's position. The prior says where the tag can have moved since,
 * standing or walking. It is multiplied by how well each cell of the floor explains the readings.
 */
import type { Ground } from './ground.ts'
import { cells, decay, DEEPEST, explain, type Look, type Table, type Window } from './likelihood.ts'

export interface Belief {
  x: number
  y: number
  /** Covariance in square metres. */
  xx: number
  xy: number
  yy: number
  walking: number
}
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
const inRoom = new Float64Array(65_536)

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
      sum += decay(Math.min(DEEPEST, best - (cells[cell] ?? -Infinity)))
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
  let [left, bottom, right, top] = [Infinity, Infinity, -Infinity, -Infinity]
  for (const { x, y, reach } of points) {
    left = Math.min(left, x - reach)
    bottom = Math.min(bottom, y - reach)
    right = Math.max(right, x + reach)
    top = Math.max(top, y + reach)
  }
  const window = {
    west: within(low(left, west), width - 1),
    south: within(low(bottom, south), height - 1),
    east: within(low(right, west), width - 1),
    north: within(low(top, south), height - 1),
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
  const touched: number[] = []
  for (let j = 0; j < rows; j += 1) {
    const y = low + j * place
    const row = (window.south + j * window.step) * ground.width + window.west
    heard.beginRow(y)
    sums.beginRow(y)
    prior?.beginRow(y)
    for (let i = 0; i < columns; i += 1) {
      const under = best - (cells[j * columns + i] ?? -Infinity)
      cells[j * columns + i] = 0
      if (!(under <= DEEPEST)) continue
      const x = left + i * place
      const likely = decay(under)
      heard.add(likely, x)
      const weight = prior === null ? likely : prior.weigh(likely, x)
      cells[j * columns + i] = weight
      sums.add(weight, x)
      const room = ground.rooms[row + i * window.step] ?? 0
      if (inRoom[room] === 0) touched.push(room)
      inRoom[room] = (inRoom[room] ?? 0) + weight
    }
  }
  heard.beginRow(0)
  sums.beginRow(0)
  const rooms = touched
    .map((room) => {
      const share = (inRoom[room] ?? 0) / sums.total
      inRoom[room] = 0
      return { roomId: room === 0 ? null : (ground.roomIds[room - 1] ?? null), share }
    })
    .sort((a, b) => b.share - a.share)
  const belief = sums.belief(prior === null ? 0.5 : prior.walked / sums.total)
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

function priorOf(before: Belief, seconds: number, size: number): Prior {
  const stays = Math.exp(-seconds * (TURNS.setsOut + TURNS.stops))
  const rest = TURNS.setsOut / (TURNS.setsOut + TURNS.stops)
  const walking = rest + (before.walking - rest) * stays
  const gone = 1 - (1 - ASTRAY) ** seconds
  return new Prior(
    new Bell(before, DRIFT.standing * seconds, (1 - walking) * (1 - gone)),
    new Bell(before, DRIFT.walking * seconds, walking * (1 - gone)),
    // A density per square metre, like the normal distributions.
    gone / Math.max(100, size / 4),
  )
}

class Prior {
  walked = 0
  constructor(
    private readonly standing: Bell,
    private readonly walking: Bell,
    private readonly anywhere: number,
  ) {}

  beginRow(y: number): void {
    this.standing.beginRow(y)
    this.walking.beginRow(y)
  }

  weigh(likely: number, x: number): number {
    const going = this.walking.at(x)
    this.walked += likely * going
    return likely * (going + this.standing.at(x) + this.anywhere)
  }
}

/** A normal distribution in the plane. `beginRow` computes what all points of a row share. */
class Bell {
  private readonly x: number
  private readonly y: number
  private readonly height: number
  private readonly p: number
  private readonly q: number
  private readonly r: number
  private skew = 0
  private base = 0

  constructor({ x, y, xx, xy, yy }: Belief, drift: number, share: number) {
    const [a, d] = [xx + drift, yy + drift]
    const determinant = Math.max(1e-6, a * d - xy * xy)
    this.x = x
    this.y = y
    this.height = share / (2 * Math.PI * Math.sqrt(determinant))
    this.p = d / (2 * determinant)
    this.q = -xy / determinant
    this.r = a / (2 * determinant)
  }

  beginRow(y: number): void {
    const dy = y - this.y
    this.skew = this.q * dy
    this.base = this.r * dy * dy
  }

  at(x: number): number {
    const dx = x - this.x
    const power = (this.p * dx + this.skew) * dx + this.base
    return power > DEEPEST ? 0 : this.height * decay(power)
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
  private y = 0
  private ofRow = 0
  private ofRowX = 0
  private sumX = 0
  private sumY = 0
  private xx = 0
  private xy = 0
  private yy = 0

  /** Call before the cells of each row. What depends on y alone is added once for a row. */
  beginRow(y: number): void {
    const { ofRow, ofRowX } = this
    this.total += ofRow
    this.sumX += ofRowX
    this.sumY += ofRow * this.y
    this.xy += ofRowX * this.y
    this.yy += ofRow * this.y * this.y
    this.ofRow = 0
    this.ofRowX = 0
    this.y = y
  }

  add(weight: number, x: number): void {
    const moment = weight * x
    this.ofRow += weight
    this.ofRowX += moment
    this.xx += moment * x
  }

  belief(walking: number): Belief {
    const [x, y] = [this.sumX / this.total, this.sumY / this.total]
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
