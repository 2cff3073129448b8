/**
 * Radio map of a floor from a site survey: the expected level of each gateway in each cell, with
 * its variance. The path loss of each gateway is fitted to the points. The rest, shadows of walls
 * and shelves, is a Gaussian process with exponential correlation (Gudmundson). Far from all
 * points, only the path loss applies.
 */
import { distanceBetween, type Metres } from '#contract/venue/plane.ts'
import { pathLossAt, tableOf, type Ground } from './ground.ts'
import type { Anchor } from './anchor.ts'

export interface SurveyedPoint extends Metres {
  pointId: number
  floorId: number
  /** Averages minus the tag's measured power, in dB. */
  heard: readonly { gatewayId: number; level: number }[]
  /** Gateways that were listening and have not moved since. Silence counts only for these. */
  listened: ReadonlySet<number>
  /** Level below which nothing is heard, minus the tag's measured power, in dB. */
  faintest: number
}
export interface RadioTable {
  west: number
  south: number
  width: number
  height: number
  /** Expected level in each cell, minus the tag's measured power, in dB. */
  values: Float32Array
  variances: Float32Array
}
export interface RadioMap {
  floorId: number
  points: readonly SurveyedPoint[]
  ground: Ground
  anchors: ReadonlyMap<number, Anchor>
  start: PathLoss
  shape: Shape
  /** Variance of the shadows, in square dB. */
  variance: number
  processes: Map<string, Process>
  leftOut: number | null
  tables: Map<number, RadioTable | null>
  fits: Map<number, Fit>
  open: Map<Process, Coverage>
}
interface PathLoss {
  power: number
  exponent: number
}
interface Shape {
  /** Metres over which the correlation of shadows falls to a third. */
  reach: number
  /** Variance of repeated measurements at one position, relative to the shadows' variance. */
  noise: number
}
interface Process {
  points: readonly SurveyedPoint[]
  inverse: Float64Array
}
interface Fit extends PathLoss {
  weights: Float64Array
}
interface Coverage {
  step: number
  columns: number
  /** Share of the shadows' variance that is still unknown. */
  shares: Float32Array
}

/** Newest points per floor. More add little information. */
export const MAX_POINTS = 250
export const FEWEST_POINTS = 3
const shapes: readonly Shape[] = [1.5, 3, 6].flatMap((reach) =>
  [0.15, 0.5].map((noise) => ({ reach, noise })),
)
/** Standard deviations of the path loss around its start values, in dB and as an exponent. */
const HELD = { power: 8, exponent: 0.4 } as const
const SHADOWS = 5 // dB
const MIN_VARIANCE = 4
/** Later error of a survey's averages in square dB: another day, other people. */
const DRIFTS = 4
const MAX_CELLS = 3_000
const MAX_COVERAGE_CELLS = 600

const correlation = (metres: number, { reach }: Shape): number => Math.exp(-metres / reach)

/**
 * Returns null if there are too few points. Yields between steps, because many points take a while.
 */
export function* fitRadioMap(
  ground: Ground,
  anchors: ReadonlyMap<number, Anchor>,
  points: readonly SurveyedPoint[],
  start: PathLoss,
): Generator<void, RadioMap | null> {
  const own = points.filter(({ floorId }) => floorId === ground.floorId).slice(-MAX_POINTS)
  if (own.length < FEWEST_POINTS) return null
  let best: { map: RadioMap; likely: number } | null = null
  for (const shape of shapes) {
    const map: RadioMap = {
      floorId: ground.floorId,
      points: own,
      ground,
      anchors,
      start,
      shape,
      variance: SHADOWS ** 2,
      processes: new Map(),
      leftOut: null,
      tables: new Map(),
      fits: new Map(),
      open: new Map(),
    }
    const likely = weighShape(map)
    if (best === null || likely > best.likely) best = { map, likely }
    yield
  }
  return best?.map ?? null
}

/** Leave-one-out likelihood of the points. Also sets the map's shadow variance to the best fit. */
function weighShape(map: RadioMap): number {
  let [squares, logs, count] = [0, 0, 0]
  for (const anchor of map.anchors.values()) {
    const process = processOf(map, anchor)
    if (process === null) continue
    const { weights } = fitOf(map, anchor, process)
    const size = process.points.length
    for (let index = 0; index < size; index += 1) {
      const precision = process.inverse[index * size + index] ?? 1
      squares += (weights[index] ?? 0) ** 2 / precision
      logs += Math.log(precision)
      count += 1
    }
  }
  if (count === 0) return -Infinity
  map.variance = Math.max(MIN_VARIANCE, squares / count)
  return logs / 2 - (count / 2) * Math.log(map.variance)
}

export const withoutPoint = (map: RadioMap, pointId: number): RadioMap => ({
  ...map,
  leftOut: pointId,
  tables: new Map(),
  fits: new Map(),
  open: new Map(),
})

/** Returns null if no point is valid for the gateway. */
export function radioTable(map: RadioMap, anchor: Anchor): RadioTable | null {
  const known = map.tables.get(anchor.gatewayId)
  if (known !== undefined) return known
  const process = processOf(map, anchor)
  const table = process === null ? null : tableFrom(map, anchor, process)
  map.tables.set(anchor.gatewayId, table)
  return table
}

function tableFrom(map: RadioMap, anchor: Anchor, process: Process): RadioTable {
  const { ground, shape } = map
  const { west, south, width, height } = tableOf(ground, anchor)
  const fit = fitOf(map, anchor, process)
  const open = coverageOf(map, process)
  const values = new Float32Array(width * height)
  const variances = new Float32Array(width * height)
  const step = Math.max(1, Math.ceil(Math.sqrt((width * height) / MAX_CELLS)))
  for (let row = 0; row < height; row += step)
    for (let column = 0; column < width; column += step) {
      const at = {
        x: ground.west + (west + column + step / 2) * ground.cell,
        y: ground.south + (south + row + step / 2) * ground.cell,
      }
      let shadow = 0
      for (const [index, point] of process.points.entries())
        shadow += (fit.weights[index] ?? 0) * correlation(distanceBetween(point, at), shape)
      const value = fit.power + fit.exponent * pathLossAt(at.x - anchor.x, at.y - anchor.y) + shadow
      const variance = map.variance * openAt(open, west + column, south + row) + DRIFTS
      for (let j = row; j < Math.min(height, row + step); j += 1) {
        values.fill(value, j * width + column, j * width + Math.min(width, column + step))
        variances.fill(variance, j * width + column, j * width + Math.min(width, column + step))
      }
    }
  return { west, south, width, height, values, variances }
}

const openAt = ({ step, columns, shares }: Coverage, column: number, row: number): number =>
  shares[Math.floor(row / step) * columns + Math.floor(column / step)] ?? 1

/**
 * How well the shadows are known in each cell, from 0 to 1: the survey's coverage. Returns null if
 * no gateway was heard.
 */
export function coverageShares(map: RadioMap): {
  step: number
  columns: number
  known: Float32Array
} | null {
  let widest: Process | null = null
  for (const anchor of map.anchors.values()) {
    const process = processOf(map, anchor)
    if (process !== null && (widest === null || process.points.length > widest.points.length))
      widest = process
  }
  if (widest === null) return null
  const { step, columns, shares } = coverageOf(map, widest)
  return { step, columns, known: shares.map((share) => 1 - share) }
}

function coverageOf(map: RadioMap, process: Process): Coverage {
  const known = map.open.get(process)
  if (known) return known
  const { ground, shape, leftOut } = map
  const size = process.points.length
  const { inverse } = process
  const step = Math.max(
    1,
    Math.ceil(Math.sqrt((ground.width * ground.height) / MAX_COVERAGE_CELLS)),
  )
  const columns = Math.ceil(ground.width / step)
  const rows = Math.ceil(ground.height / step)
  const shares = new Float32Array(columns * rows).fill(1)
  const left = process.points.findIndex(({ pointId }) => pointId === leftOut)
  const towards = new Float64Array(size)
  for (let row = 0; row < rows; row += 1)
    for (let column = 0; column < columns; column += 1) {
      const at = {
        x: ground.west + (column + 0.5) * step * ground.cell,
        y: ground.south + (row + 0.5) * step * ground.cell,
      }
      for (const [index, point] of process.points.entries())
        towards[index] = correlation(distanceBetween(point, at), shape)
      let told = 0
      let byLeft = 0
      for (let i = 0; i < size; i += 1) {
        const near = towards[i] ?? 0
        if (near < 0.01 && i !== left) continue
        let sum = 0
        for (let j = 0; j < size; j += 1) sum += (inverse[i * size + j] ?? 0) * (towards[j] ?? 0)
        told += near * sum
        if (i === left) byLeft = sum ** 2 / (inverse[i * size + i] ?? 1)
      }
      shares[row * columns + column] = Math.min(1, Math.max(0.02, 1 - told + byLeft))
    }
  const coverage = { step, columns, shares }
  map.open.set(process, coverage)
  return coverage
}

/** Uses only points where the gateway was listening at its current position. */
function processOf({ processes, points, shape }: RadioMap, anchor: Anchor): Process | null {
  const own = points.filter(({ listened }) => listened.has(anchor.gatewayId))
  const isHeard = own.some(({ heard }) =>
    heard.some(({ gatewayId }) => gatewayId === anchor.gatewayId),
  )
  if (own.length < FEWEST_POINTS || !isHeard) return null
  const key = own.map(({ pointId }) => pointId).join(' ')
  const known = processes.get(key)
  if (known) return known
  const size = own.length
  const correlations = new Float64Array(size * size)
  for (const [i, one] of own.entries())
    for (const [j, other] of own.entries())
      correlations[i * size + j] =
        i === j ? 1 + shape.noise : correlation(distanceBetween(one, other), shape)
  const process = { points: own, inverse: inverseOf(correlations, size) }
  processes.set(key, process)
  return process
}

/** Gauss–Jordan in place. A symmetric positive definite matrix needs no pivoting. */
function inverseOf(matrix: Float64Array, size: number): Float64Array {
  for (let pivot = 0; pivot < size; pivot += 1) {
    const own = pivot * size
    const factor = 1 / (matrix[own + pivot] ?? 1)
    matrix[own + pivot] = 1
    for (let column = 0; column < size; column += 1)
      matrix[own + column] = (matrix[own + column] ?? 0) * factor
    for (let row = 0; row < size; row += 1) {
      if (row === pivot) continue
      const begin = row * size
      const share = matrix[begin + pivot] ?? 0
      if (share === 0) continue
      matrix[begin + pivot] = 0
      for (let column = 0; column < size; column += 1)
        matrix[begin + column] = (matrix[begin + column] ?? 0) - share * (matrix[own + column] ?? 0)
    }
  }
  return matrix
}

function fitOf(map: RadioMap, anchor: Anchor, process: Process): Fit {
  const known = map.fits.get(anchor.gatewayId)
  if (known) return known
  const fit = fitGateway(map, anchor, process)
  map.fits.set(anchor.gatewayId, fit)
  return fit
}

function fitGateway(
  { start, leftOut }: RadioMap,
  anchor: Anchor,
  { points, inverse }: Process,
): Fit {
  const size = points.length
  const rows = points.map((point) => ({
    loss: pathLossAt(point.x - anchor.x, point.y - anchor.y),
    level: point.heard.find(({ gatewayId }) => gatewayId === anchor.gatewayId)?.level ?? null,
    faintest: point.faintest + anchor.correction,
    isLeft: point.pointId === leftOut,
  }))
  let { power, exponent } = start
  // Ridge regression: a few points near the gateway say little about the exponent.
  const variance = SHADOWS ** 2
  let [n, l, ll] = [variance / HELD.power ** 2, 0, variance / HELD.exponent ** 2]
  let [r, rl] = [n * power, ll * exponent]
  for (const { loss, level, isLeft } of rows) {
    if (level === null || isLeft) continue
    n += 1
    l += loss
    ll += loss * loss
    r += level
    rl += level * loss
  }
  const determinant = n * ll - l * l
  if (determinant > 1e-6) {
    exponent = Math.min(5, Math.max(1, (n * rl - l * r) / determinant))
    power = (r - exponent * l) / n
  }
  const shadows = rows.map(({ loss, level, faintest }) => {
    const expected = power + exponent * loss
    // If nothing was heard, the level is at most just below audible.
    return level === null ? Math.min(0, faintest - expected) : level - expected
  })
  const weights = new Float64Array(size)
  for (let i = 0; i < size; i += 1) {
    let sum = 0
    for (let j = 0; j < size; j += 1) sum += (inverse[i * size + j] ?? 0) * (shadows[j] ?? 0)
    weights[i] = sum
  }
  const left = rows.findIndex(({ isLeft }) => isLeft)
  if (left >= 0) {
    const share = (weights[left] ?? 0) / (inverse[left * size + left] ?? 1)
    for (let i = 0; i < size; i += 1)
      weights[i] = (weights[i] ?? 0) - (inverse[i * size + left] ?? 0) * share
    weights[left] = 0
  }
  return { power, exponent, weights }
}
