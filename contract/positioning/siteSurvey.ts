/**
 * Evaluates a site survey. Each point is located with a map of the other points, reading by reading
 * as the server locates tags.
 */
import { distanceBetween, type Metres } from '#contract/venue/plane.ts'
import { emptyListening, toObservation, addSample } from './listening.ts'
import type { World } from './looks.ts'
import { FEWEST_POINTS, withoutPoint, type RadioMap, type SurveyedPoint } from './radioMap.ts'
import type { Anchor } from './anchor.ts'

/** `rssi` is the average of that second in dBm, `readings` their number. */
export type SurveyReading = readonly [
  second: number,
  gatewayId: number,
  rssi: number,
  readings: number,
]
export interface SurveyRecord extends Metres {
  pointId: number
  floorId: number
  measuredPower: number
  readings: readonly SurveyReading[]
  gateways: readonly (Metres & { gatewayId: number })[]
}

/** Metres. A gateway that moved farther invalidates its earlier readings. */
export const MOVED = 1

const stoodThere = (anchor: Anchor | undefined, floorId: number, then: Metres): boolean =>
  anchor !== undefined && anchor.floorId === floorId && distanceBetween(anchor, then) <= MOVED

/** Keeps readings of gateways that have not moved since. */
export function surveyedPoint(
  { pointId, floorId, x, y, measuredPower, readings, gateways }: SurveyRecord,
  anchors: ReadonlyMap<number, Anchor>,
  faintest: number,
): SurveyedPoint {
  const listened = new Set(
    gateways
      .filter((then) => stoodThere(anchors.get(then.gatewayId), floorId, then))
      .map(({ gatewayId }) => gatewayId),
  )
  const sums = new Map<number, { sum: number; count: number }>()
  for (const [, gatewayId, rssi, count] of readings) {
    if (!listened.has(gatewayId)) continue
    const sofar = sums.get(gatewayId) ?? { sum: 0, count: 0 }
    sums.set(gatewayId, { sum: sofar.sum + rssi * count, count: sofar.count + count })
  }
  return {
    pointId,
    floorId,
    x,
    y,
    listened,
    faintest: faintest - measuredPower,
    heard: [...sums].map(([gatewayId, { sum, count }]) => ({
      gatewayId,
      level: sum / count + (anchors.get(gatewayId)?.correction ?? 0) - measuredPower,
    })),
  }
}

interface Errors {
  /** Metres, as is `ninth`, the 90th percentile. */
  median: number
  ninth: number
  /** Percentage of fixes whose accuracy circle contains the true position. */
  inCircle: number
}
export interface SurveyFigures {
  points: number
  without: Errors
  with: Errors
  /** Factor for accuracy radii. */
  circle: number
  /** Percentage within the corrected circle, cross-validated. */
  inCorrectedCircle: number
  /** True if the radius may be shown as the accuracy. */
  isMeasured: boolean
}

const MAX_LEFT_OUT = 60
const FEWEST_FOR_CIRCLE = 8
/** Fixes of the first seconds are ignored, because they have too little data. */
const FROM_SECOND = 3
const HOLDS = 0.68
const NEAR_HOLDS = 5
const CIRCLES = [0.4, 3] as const

interface Found {
  error: number
  ratio: number
}

/** Returns null if there are too few points. Yields between steps. */
export function* leaveOneOut(
  records: readonly SurveyRecord[],
  maps: ReadonlyMap<number, RadioMap>,
  world: World,
): Generator<void, SurveyFigures | null> {
  const counted = records.filter(({ floorId }) => maps.has(floorId))
  if (counted.length < FEWEST_POINTS) return null
  const every = Math.max(1, counted.length / MAX_LEFT_OUT)
  const chosen = counted.filter((_record, index) => Math.floor(index % every) === 0)
  const without: Found[][] = []
  const found: Found[][] = []
  for (const record of chosen) {
    const own = maps.get(record.floorId)
    if (own === undefined) continue
    const others = withoutPoint(own, record.pointId)
    const get = (floorId: number) => (floorId === record.floorId ? others : maps.get(floorId))
    without.push(replayed(record, { ...world, maps: { get: () => undefined } }))
    yield
    found.push(replayed(record, { ...world, maps: { get } }))
    yield
  }
  const circle = found.length < FEWEST_FOR_CIRCLE ? 1 : circleOf(found)
  const inCorrectedCircle =
    found.length < FEWEST_FOR_CIRCLE ? shareIn(found, 1) : shareInOthersCircle(found)
  return {
    points: found.filter((each) => each.length > 0).length,
    without: errorsOf(without),
    with: errorsOf(found),
    circle,
    inCorrectedCircle,
    isMeasured:
      found.length >= FEWEST_FOR_CIRCLE && Math.abs(inCorrectedCircle - 100 * HOLDS) <= NEAR_HOLDS,
  }
}

function replayed(record: SurveyRecord, world: World): Found[] {
  const { readings, measuredPower, x, y } = record
  const replay: World = {
    ...world,
    learned: { ...world.learned, listened: new Map() },
    circles: undefined,
    isReplay: true,
  }
  const tag = emptyListening()
  const found: Found[] = []
  const last = Math.max(0, ...readings.map(([second]) => second))
  for (let second = 0; second <= last; second += 1) {
    const now = (second + 1) * 1_000
    for (const [at, gatewayId, rssi, count] of readings)
      if (at === second)
        for (let reading = 0; reading < Math.min(5, count); reading += 1)
          addSample(tag, { gatewayId, rssi, at: now - 500, reportedAt: null })
    const fix = toObservation(tag, { measuredPower }, replay, now)
    if (fix === null || second < Math.min(FROM_SECOND, last)) continue
    const error = distanceBetween(fix, { x, y })
    found.push({ error, ratio: fix.floorId === record.floorId ? error / fix.accuracy : Infinity })
  }
  return found
}

/** Every point has the same weight, however many fixes it has. */
function quantile(
  all: readonly (readonly Found[])[],
  part: number,
  of: (found: Found) => number,
): number {
  const weighed = all
    .flatMap((each) => each.map((one) => ({ value: of(one), weight: 1 / each.length })))
    .sort((a, b) => a.value - b.value)
  const total = weighed.reduce((sum, { weight }) => sum + weight, 0)
  let sofar = 0
  for (const { value, weight } of weighed) {
    sofar += weight
    if (sofar >= part * total) return value
  }
  return Number.NaN
}
const circleOf = (all: readonly (readonly Found[])[]): number =>
  Math.min(
    CIRCLES[1],
    Math.max(
      CIRCLES[0],
      quantile(all, HOLDS, ({ ratio }) => ratio),
    ),
  )

function shareIn(all: readonly (readonly Found[])[], circle: number): number {
  const shares = all
    .filter((each) => each.length > 0)
    .map((each) => each.filter(({ ratio }) => ratio <= circle).length / each.length)
  return (100 * shares.reduce((sum, share) => sum + share, 0)) / Math.max(1, shares.length)
}

/** Fivefold cross-validation: the factor of four parts is tested on the fifth. */
function shareInOthersCircle(all: readonly (readonly Found[])[]): number {
  const parts = Array.from({ length: 5 }, (_value, part) => {
    const own = all.filter((_each, index) => index % 5 === part)
    const others = all.filter((_each, index) => index % 5 !== part)
    return { share: shareIn(own, circleOf(others)), size: own.length }
  })
  return parts.reduce((sum, { share, size }) => sum + share * size, 0) / all.length
}

const errorsOf = (all: readonly (readonly Found[])[]): Errors => ({
  median: quantile(all, 0.5, ({ error }) => error),
  ninth: quantile(all, 0.9, ({ error }) => error),
  inCircle: shareIn(all, 1),
})
