import type { RejectedReading, UsedReading } from '#contract/positioning/fix.ts'
import { distanceOf } from '#contract/positioning/looks.ts'
import { distanceBetween, planeAt, type Degrees } from '#contract/venue/plane.ts'
import { walkFrom, type WalkingDistances } from '#contract/venue/walking.ts'
import { pickRandom } from './walkers.ts'
import type { WalkableFloor } from '../venues/index.ts'

export interface PastGround {
  floor: WalkableFloor
  goals: readonly Degrees[]
  anchors: readonly (Degrees & { gatewayId: number })[]
}
export interface PastPoint extends Degrees {
  floorId: WalkableFloor['id']
  at: Date
  heard: UsedReading[]
  rejected: RejectedReading[]
}

const MINUTE = 60_000
const HOURS = 38
const SEEN_EVERY = 24 * MINUTE
const A_CELL = 400 // Milliseconds per half-metre cell at walking pace.
const radio = { measuredPower: -59, exponent: 2.6 }

/**
 * Alternates between resting and walking to the next goal, sometimes on another floor. In order of
 * time.
 */
export function simulatePast(
  grounds: readonly PastGround[],
  now: Date,
  random: () => number,
): PastPoint[] {
  let ground = pickRandom(grounds, random)
  let here = ground && pickRandom(ground.goals, random)
  const points: PastPoint[] = []
  const end = now.getTime() - MINUTE
  let time = end - HOURS * 60 * MINUTE
  while (ground !== undefined && here !== undefined && time < end) {
    const [at, from] = [ground, here]
    const leaves = Math.min(end, time + (25 + random() * 150) * MINUTE)
    for (; time < leaves; time += SEEN_EVERY) points.push(seenAt(at, from, time, random))
    time = leaves
    const goal = pickRandom(at.goals, random)
    const way = goal === undefined ? [] : distancesFrom(at, from).wayTo(goal)
    for (const [index, point] of way.entries())
      if (index % 9 === 8 && time + index * A_CELL < end)
        points.push(seenAt(at, point, time + index * A_CELL, random))
    time += way.length * A_CELL + MINUTE
    const moves = random() < 0.15
    ground = moves ? pickRandom(grounds, random) : at
    here = moves ? ground && pickRandom(ground.goals, random) : (way.at(-1) ?? from)
  }
  return points
}

/** Cached: searching a whole floor takes some milliseconds, and tags return to former spots. */
const distancesByStart = new WeakMap<PastGround, Map<string, WalkingDistances>>()
function distancesFrom(ground: PastGround, point: Degrees): WalkingDistances {
  const known = distancesByStart.get(ground) ?? new Map<string, WalkingDistances>()
  distancesByStart.set(ground, known)
  const key = `${point.longitude.toFixed(5)},${point.latitude.toFixed(5)}`
  const distances = known.get(key) ?? walkFrom(ground.floor.grid, [{ point, behind: 0 }])
  known.set(key, distances)
  return distances
}

function seenAt(
  { floor, anchors }: PastGround,
  point: Degrees,
  time: number,
  random: () => number,
): PastPoint {
  const plane = planeAt(point)
  const readings = anchors
    .map(({ gatewayId, ...anchor }): UsedReading => {
      const metres = Math.max(0.5, distanceBetween({ x: 0, y: 0 }, plane.toMetres(anchor)))
      const rssi = Math.round(
        radio.measuredPower - 10 * radio.exponent * Math.log10(metres) + (random() - 0.5) * 5,
      )
      return {
        gatewayId,
        rssi,
        readings: 2 + Math.floor(random() * 5),
        distance: Math.round(distanceOf(rssi, radio) * 10) / 10,
      }
    })
    .sort((a, b) => b.rssi - a.rssi)
  return {
    floorId: floor.id,
    longitude: point.longitude,
    latitude: point.latitude,
    at: new Date(time),
    heard: readings.slice(0, 3),
    rejected: [],
  }
}
