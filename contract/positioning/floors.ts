import { bestInWindow, windowOf } from './belief.ts'
import type { Ground } from './ground.ts'
import type { Look } from './likelihood.ts'
import { ALIKE, observationOf, type Standing, type World } from './looks.ts'

interface Known {
  floorId: number
  floors: ReadonlyMap<number, number>
}

/** Loss of a ceiling and its spread, in dB. */
const CEILING = { loss: 15, spread: 9 } as const
/** Per second: probability of a change of floor. */
const STAIRS = 0.004
/** Probability a floor needs before the tag changes to it. */
const FLOOR_SURE = 0.8

/**
 * Probability of each floor with readings, from how well it explains them and from the previous
 * floor.
 */
export function floorsOf(
  standing: readonly Standing[],
  power: number,
  world: World,
  known: Known | null,
  seconds: number,
): Map<number, number> {
  const here = new Set(standing.map(({ anchor }) => anchor.floorId))
  const [only] = here
  if (only !== undefined && here.size === 1 && (known === null || known.floorId === only))
    return new Map([[only, 1]])
  const evidence = new Map<number, number>()
  for (const floorId of here) {
    const ground = world.grounds.get(floorId)
    if (!ground) continue
    const looks: Look[] = []
    const near: Near[] = []
    for (const one of standing) {
      const other = world.grounds.get(one.anchor.floorId)
      if (!other || other.buildingId !== ground.buildingId) continue
      const ceilings = Math.abs(other.ordinal - ground.ordinal)
      const look = observationOf(one, ground, power - ceilings * CEILING.loss, world)
      if (ceilings > 0) look.spread = CEILING.spread
      looks.push(look)
      const { x, y } = one.anchor
      keepNearest(near, { x, y, reach: 12, rssi: one.rssi + ceilings * CEILING.loss })
    }
    evidence.set(
      floorId,
      bestInWindow(ground, looks, windowOf(ground, near)) - silenceOf(ground, standing),
    )
  }
  const best = Math.max(...evidence.values())
  const stays = (1 - STAIRS) ** seconds
  const tempered = known === null ? 1 : 0.5 * Math.min(1, seconds / ALIKE)
  const weights = new Map<number, number>()
  for (const floorId of new Set([...evidence.keys(), ...(known === null ? [] : [known.floorId])])) {
    const was = known === null ? 1 : (known.floors.get(floorId) ?? 0) * stays + (1 - stays) * 0.5
    weights.set(
      floorId,
      was * Math.exp(tempered * Math.max(-20, (evidence.get(floorId) ?? best - 8) - best)),
    )
  }
  const total = [...weights.values()].reduce((sum, weight) => sum + weight, 0)
  return new Map([...weights].map(([id, weight]) => [id, Math.max(1e-6, weight / total)]))
}

interface Near {
  x: number
  y: number
  reach: number
  rssi: number
}

/** Keeps the two strongest, the stronger first. */
function keepNearest(near: Near[], one: Near): void {
  const [first, second] = near
  if (first === undefined || one.rssi > first.rssi) near.unshift(one)
  else if (second === undefined || one.rssi > second.rssi) near.splice(1, 0, one)
  if (near.length > 2) near.pop()
}

const silenceOf = (ground: Ground, standing: readonly Standing[]): number =>
  standing.some(({ anchor }) => anchor.floorId === ground.floorId) ? 0 : 8

export function chosenFloor(
  floors: ReadonlyMap<number, number>,
  known: Known | null,
): number | null {
  const [likeliest] = [...floors].sort(([, a], [, b]) => b - a)
  if (likeliest === undefined) return null
  const [floorId, share] = likeliest
  return known !== null && floors.has(known.floorId) && share < FLOOR_SURE ? known.floorId : floorId
}
