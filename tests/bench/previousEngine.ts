/**
 * The predecessor of the positioning engine, for comparison. Pure. With three gateways or more on a
 * floor: calibrated path loss and distances. With fewer: the nearest gateway and its radius.
 */
import { distanceBetween, type Metres } from '#contract/venue/plane.ts'

/**
 * A gateway on a floor. `correction` in dB is added to what it receives, because gateways differ.
 */
export interface Anchor extends Metres {
  gatewayId: number
  floorId: number
  correction: number
}
/** The mean of one gateway's readings of one beacon in the window. */
export interface Heard {
  gatewayId: number
  rssi: number
  readings: number
}
export interface Radio {
  /** Signal strength at one metre, in dBm. */
  measuredPower: number
  /** Path loss exponent: 2 in free space, 2.5–3.5 indoors. */
  exponent: number
}

export const rejections = ['notPlaced', 'tooWeak', 'otherFloor', 'contradicts'] as const
type Rejection = (typeof rejections)[number]
export interface UsedReading extends Heard {
  distance: number
}
export interface RejectedReading extends Heard {
  why: Rejection
}

export const methods = ['distances', 'nearest', 'placed'] as const
export type Method = (typeof methods)[number]
export interface Fix extends Metres {
  floorId: number
  /** Radius in metres of the likely position. */
  accuracy: number
  method: Exclude<Method, 'placed'>
  used: UsedReading[]
  rejected: RejectedReading[]
}

/** A weaker reading says nothing about distance. */
const WEAKEST = -102
const FARTHEST = 60
const MIN_ACCURACY = 1.5

export const distanceOf = (rssi: number, { measuredPower, exponent }: Radio): number =>
  Math.min(FARTHEST, Math.max(0.3, 10 ** ((measuredPower - rssi) / (10 * exponent))))

export function locate(
  heard: readonly Heard[],
  anchors: ReadonlyMap<number, Anchor>,
  radio: Radio,
): Fix | null {
  const rejected: RejectedReading[] = []
  const standing: { anchor: Anchor; reading: UsedReading }[] = []
  for (const reading of heard) {
    const anchor = anchors.get(reading.gatewayId)
    const rssi = reading.rssi + (anchor?.correction ?? 0)
    if (!anchor) rejected.push({ ...reading, why: 'notPlaced' })
    else if (rssi < WEAKEST) rejected.push({ ...reading, why: 'tooWeak' })
    else standing.push({ anchor, reading: { ...reading, distance: distanceOf(rssi, radio) } })
  }
  const floorId = loudestFloor(standing)
  if (floorId === null) return null
  const onFloor = standing
    .filter(({ anchor }) => anchor.floorId === floorId)
    .sort((a, b) => a.reading.distance - b.reading.distance)
  for (const {
    anchor,
    reading: { distance: _distance, ...reading },
  } of standing)
    if (anchor.floorId !== floorId) rejected.push({ ...reading, why: 'otherFloor' })
  return byDistances(onFloor, floorId, rejected) ?? byNearest(onFloor, floorId, rejected)
}

type Standing = { anchor: Anchor; reading: UsedReading }

/**
 * Chooses the floor with the largest sum of amplitudes instead of gateways, because ceilings
 * attenuate.
 */
function loudestFloor(standing: readonly Standing[]): number | null {
  const loudness = new Map<number, number>()
  for (const { anchor, reading } of standing)
    loudness.set(anchor.floorId, (loudness.get(anchor.floorId) ?? 0) + 1 / reading.distance ** 2)
  return [...loudness].sort(([, a], [, b]) => b - a)[0]?.[0] ?? null
}

function byDistances(
  onFloor: readonly Standing[],
  floorId: number,
  rejected: readonly RejectedReading[],
): Fix | null {
  let kept = onFloor.slice(0, 8)
  const dropped: RejectedReading[] = []
  while (kept.length >= 3) {
    const free = fit(kept, 0)
    if (free === null) return null
    // The worse the distances agree, the more the estimate is drawn to the loudest gateway.
    const point = fit(kept, Math.min(0.3, 0.12 * meanMiss(kept, free))) ?? free
    const worst = kept
      .map((one) => ({ one, miss: missOf(one, point) }))
      .sort((a, b) => b.miss - a.miss)[0]
    // Drops a reading that contradicts the others, as long as enough remain.
    if (
      worst === undefined ||
      kept.length <= 3 ||
      worst.miss <= Math.max(6, 2.5 * meanMiss(kept, point))
    ) {
      const used = kept.map(({ reading }) => reading)
      const accuracy = Math.min(FARTHEST, Math.max(MIN_ACCURACY, meanMiss(kept, point)))
      return {
        ...point,
        floorId,
        accuracy,
        method: 'distances',
        used,
        rejected: [...rejected, ...dropped],
      }
    }
    const { distance: _distance, ...reading } = worst.one.reading
    dropped.push({ ...reading, why: 'contradicts' })
    kept = kept.filter((one) => one !== worst.one)
  }
  return null
}

function byNearest(
  [nearest, ...others]: readonly Standing[],
  floorId: number,
  rejected: readonly RejectedReading[],
): Fix | null {
  if (!nearest) return null
  const {
    anchor: { x, y },
    reading,
  } = nearest
  return {
    x,
    y,
    floorId,
    accuracy: Math.max(3, reading.distance),
    method: 'nearest',
    used: [reading, ...others.map((other) => other.reading)],
    rejected: [...rejected],
  }
}

/** Nearer gateways count more: an error in dB is an error in proportion to the distance. */
const weightOf = ({ reading }: Standing) => 1 / Math.max(1, reading.distance) ** 2
const missOf = ({ anchor, reading }: Standing, point: Metres) =>
  Math.abs(distanceBetween(anchor, point) - reading.distance)

function meanMiss(kept: readonly Standing[], point: Metres): number {
  const total = kept.reduce((sum, one) => sum + weightOf(one), 0)
  return Math.sqrt(
    kept.reduce((sum, one) => sum + weightOf(one) * missOf(one, point) ** 2, 0) / total,
  )
}

/**
 * Weighted least squares over the distances (Gauss–Newton with damping). Null if the gateways are
 * collinear.
 */
function fit(kept: readonly Standing[], pull: number): Metres | null {
  if (isOneLine(kept.map(({ anchor }) => anchor))) return null
  const middle = centroidOf(kept)
  const drawn = pull * kept.reduce((sum, one) => sum + weightOf(one), 0)
  let point = middle
  for (let step = 0; step < 25; step += 1) {
    let [xx, xy, yy, gx, gy] = [
      drawn,
      0,
      drawn,
      drawn * (point.x - middle.x),
      drawn * (point.y - middle.y),
    ]
    for (const one of kept) {
      const distance = Math.max(0.05, distanceBetween(one.anchor, point))
      const jx = (point.x - one.anchor.x) / distance
      const jy = (point.y - one.anchor.y) / distance
      const miss = distance - one.reading.distance
      const weight = weightOf(one)
      xx += weight * jx * jx
      xy += weight * jx * jy
      yy += weight * jy * jy
      gx += weight * jx * miss
      gy += weight * jy * miss
    }
    const damping = 0.05 * (xx + yy) + 1e-9
    const [a, d] = [xx + damping, yy + damping]
    const determinant = a * d - xy * xy
    if (determinant < 1e-12) break
    const dx = (d * gx - xy * gy) / determinant
    const dy = (a * gy - xy * gx) / determinant
    point = { x: point.x - dx, y: point.y - dy }
    if (Math.hypot(dx, dy) < 0.01) break
  }
  return keepNear(point, kept)
}

/**
 * Noise may put the solution outside the building, so it is limited to the gateways' box and the
 * nearest gateway's range.
 */
function keepNear(point: Metres, kept: readonly Standing[]): Metres {
  const xs = kept.map(({ anchor }) => anchor.x)
  const ys = kept.map(({ anchor }) => anchor.y)
  const margin = Math.min(...kept.map(({ reading }) => reading.distance))
  const between = (value: number, low: number, high: number) => Math.min(high, Math.max(low, value))
  return {
    x: between(point.x, Math.min(...xs) - margin, Math.max(...xs) + margin),
    y: between(point.y, Math.min(...ys) - margin, Math.max(...ys) + margin),
  }
}

function centroidOf(kept: readonly Standing[]): Metres {
  const share = ({ reading }: Standing) => 1 / Math.max(0.5, reading.distance)
  const total = kept.reduce((sum, one) => sum + share(one), 0)
  return {
    x: kept.reduce((sum, one) => sum + one.anchor.x * share(one), 0) / total,
    y: kept.reduce((sum, one) => sum + one.anchor.y * share(one), 0) / total,
  }
}

function isOneLine([first, ...rest]: readonly Metres[]): boolean {
  if (!first) return true
  const far = rest.toSorted((a, b) => distanceBetween(first, b) - distanceBetween(first, a))[0]
  if (!far) return true
  const length = distanceBetween(first, far)
  return rest.every(
    (point) =>
      Math.abs((far.x - first.x) * (point.y - first.y) - (far.y - first.y) * (point.x - first.x)) <
      1.5 * Math.max(length, 0.1),
  )
}

/**
 * Measurements jump, equipment does not: a fix on the same floor is pulled toward the former one,
 * less if it is more certain.
 */
export function steadied<P extends Metres & { floorId: number; accuracy: number }>(
  before: (Metres & { floorId: number; accuracy: number; at: number }) | null,
  fix: P,
  at: number,
): P {
  if (
    before === null ||
    before.floorId !== fix.floorId ||
    at - before.at > 15_000 ||
    distanceBetween(before, fix) > 12
  )
    return fix
  const trust = Math.min(
    0.9,
    Math.max(0.35, before.accuracy / (before.accuracy + fix.accuracy) + 0.1),
  )
  return {
    ...fix,
    x: before.x + (fix.x - before.x) * trust,
    y: before.y + (fix.y - before.y) * trust,
  }
}
