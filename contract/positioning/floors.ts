/** Which floor a tag is on: by everything that is heard, and with memory. */
import { bestOf, windowOf, type Look } from './belief.ts'
import type { Ground } from './ground.ts'
import { ALIKE, lookOf, type Standing, type World } from './looks.ts'

/** What is remembered of the look before. */
interface Known {
  floorId: number
  /** How likely each floor is. */
  floors: ReadonlyMap<number, number>
}

/** A ceiling, in dB, and how sure that is. */
const CEILING = { loss: 15, spread: 9 } as const
/** A second: how likely it takes the stairs. */
const STAIRS = 0.004
/** So likely a floor must be before a tag is said to have gone there. */
const FLOOR_SURE = 0.8

/** Each floor that hears it, by how well it explains everything that is heard, and by where it was. */
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
    const near: { x: number; y: number; reach: number; rssi: number }[] = []
    for (const one of standing) {
      const other = world.grounds.get(one.anchor.floorId)
      if (!other || other.buildingId !== ground.buildingId) continue
      const ceilings = Math.abs(other.ordinal - ground.ordinal)
      const look = lookOf(one, ground, power - ceilings * CEILING.loss, world)
      looks.push(ceilings === 0 ? look : { ...look, spread: CEILING.spread })
      near.push({ ...one.anchor, reach: 12, rssi: one.rssi + ceilings * CEILING.loss })
    }
    near.sort((a, b) => b.rssi - a.rssi)
    evidence.set(
      floorId,
      bestOf(ground, looks, windowOf(ground, near.slice(0, 2))) - silenceOf(ground, standing),
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

/** No gateway of a floor says that it is there: nothing counts against it but that. */
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
