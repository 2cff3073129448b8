/**
 * The simulator's model: people who carry tags, and the resulting signals, without a clock or a
 * database.
 */
import { distanceBetween, type Degrees, type Plane } from '#contract/venue/plane.ts'
import { walkFrom } from '#contract/venue/walking.ts'
import type { WalkableFloor } from '../venues/index.ts'
import type { Anchor } from '#contract/positioning/anchor.ts'

export interface Walker {
  mac: string
  measuredPower: number
  floorId: number
  point: Degrees
  way: Degrees[]
  onward: { floorId: number; point: Degrees } | null
  restsUntil: number
  reportedAt: number
}
export interface World {
  floors: readonly WalkableFloor[]
  goals: ReadonlyMap<number, readonly Degrees[]>
  random(): number
}

const PACE = 1.3 // Metres per second.
const ONE_IN_SEVEN = 1 / 7

/** Advances a walker by these seconds. At its goal, it rests for a while. */
export function step(walker: Walker, world: World, now: number, seconds: number): void {
  if (walker.way.length === 0 && walker.onward !== null) {
    Object.assign(walker, { ...walker.onward, onward: null }) // out of the lift
    sendOff(walker, world, walker.floorId)
  }
  if (walker.way.length === 0) {
    if (now < walker.restsUntil) return
    sendOff(
      walker,
      world,
      world.random() < ONE_IN_SEVEN
        ? (pickRandom(world.floors, world.random)?.id ?? walker.floorId)
        : walker.floorId,
    )
    walker.restsUntil = now + (20 + world.random() * 160) * 1000
  }
  const plane = world.floors.find(({ id }) => id === walker.floorId)?.grid.plane
  if (plane) advance(walker, plane, PACE * seconds)
}

function sendOff(walker: Walker, world: World, floorId: number): void {
  const here = world.floors.find(({ id }) => id === walker.floorId)
  const there = world.floors.find(
    ({ id, buildingId }) => id === floorId && buildingId === here?.buildingId,
  )
  if (!here) return
  const distances = walkFrom(here.grid, [{ point: walker.point, behind: 0 }])
  if (!there || there.id === here.id) {
    const goal = pickRandom(world.goals.get(here.id) ?? [], world.random)
    walker.way = goal ? distances.wayTo(goal) : []
    return
  }
  const lift = here.connectors.toSorted((a, b) => distances.metresTo(a) - distances.metresTo(b))[0]
  if (!lift) return
  const above = there.connectors.toSorted(
    (a, b) =>
      Math.hypot(a.longitude - lift.longitude, a.latitude - lift.latitude) -
      Math.hypot(b.longitude - lift.longitude, b.latitude - lift.latitude),
  )[0]
  walker.way = distances.wayTo(lift)
  walker.onward = above ? { floorId: there.id, point: above } : null
}

function advance(walker: Walker, plane: Plane, metres: number): void {
  let left = metres
  while (left > 0) {
    const next = walker.way[0]
    if (!next) return
    const [from, to] = [plane.toMetres(walker.point), plane.toMetres(next)]
    const length = distanceBetween(from, to)
    if (length > left) {
      walker.point = plane.toDegrees({
        x: from.x + ((to.x - from.x) * left) / length,
        y: from.y + ((to.y - from.y) * left) / length,
      })
      return
    }
    left -= length
    walker.point = next
    walker.way.shift()
  }
}

const A_CEILING = 17 // Loss of a ceiling in dB.
const FAINTEST = -100

/** Signal strength at a gateway in dBm, with noise. Null if it is not heard. */
export function rssiAt(
  walker: Walker,
  anchor: Anchor & { ordinal: number; isHere: boolean },
  ordinal: number,
  planeOf: Plane,
  { exponent, random }: { exponent: number; random(): number },
): number | null {
  if (!anchor.isHere) return null
  const distance = Math.max(0.5, distanceBetween(planeOf.toMetres(walker.point), anchor))
  const noise = (random() + random() + random() - 1.5) * 4
  const rssi =
    walker.measuredPower -
    10 * exponent * Math.log10(distance) -
    A_CEILING * Math.abs(anchor.ordinal - ordinal) -
    anchor.correction +
    noise
  return rssi < FAINTEST ? null : Math.round(Math.min(-20, rssi))
}

export function pickRandom<T>(list: readonly T[], random: () => number): T | undefined {
  return list[Math.floor(random() * list.length)]
}
