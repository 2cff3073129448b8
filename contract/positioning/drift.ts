/**
 * Compares readings with a gateway's recorded position, to detect a gateway that was moved without
 * an update.
 */
import { distanceBetween, type Metres } from '#contract/venue/plane.ts'
import { pathLossAt, type Ground } from './ground.ts'
import type { Learned } from './learning.ts'
import { radioOf, type World } from './looks.ts'
import type { Anchor } from './anchor.ts'

export interface MovedGateway extends Metres {
  gatewayId: number
  floorId: number
  metres: number
}

/** With fewer cells of two metres, the position cannot be judged. */
const FEWEST_CELLS = 12
/** Metres. A smaller distance is within the error of positions. */
const FARTHER = 5
/**
 * How much better the other position must explain the readings: as a log ratio, and as a share of
 * the error.
 */
const PLAINLY = { likelier: 12, share: 0.35 } as const
const TRIED = 400
/** Allowed offset in dB of a gateway from the learnt power. */
const OFFSET = 6

export function movedGateways(world: World): MovedGateway[] {
  const moved: MovedGateway[] = []
  for (const [gatewayId, anchor] of world.anchors) {
    const ground = world.grounds.get(anchor.floorId)
    const found = ground
      ? elsewhere(ground, anchor, heardOf(world.learned, gatewayId, ground), world)
      : null
    if (found !== null)
      moved.push({
        gatewayId,
        floorId: anchor.floorId,
        ...found,
        metres: distanceBetween(anchor, found),
      })
  }
  return moved
}

function heardOf(
  { seen }: Learned,
  gatewayId: number,
  ground: Ground,
): (Metres & { rssi: number })[] {
  return [...(seen.get(gatewayId) ?? [])].flatMap(([cell, { rssi }]) => {
    if (Math.floor(cell / 1_000_000) !== ground.floorId) return []
    const row = Math.floor(cell / 1_000) % 1_000
    return [
      { rssi, x: ground.west + ((cell % 1_000) + 0.5) * 2, y: ground.south + (row + 0.5) * 2 },
    ]
  })
}

function elsewhere(
  ground: Ground,
  anchor: Anchor,
  heard: readonly (Metres & { rssi: number })[],
  world: World,
): Metres | null {
  if (heard.length < FEWEST_CELLS) return null
  const { power, exponent, spread } = radioOf(world)
  const missAt = (at: Metres): number => {
    const left = heard.map(({ x, y, rssi }) => rssi - exponent * pathLossAt(x - at.x, y - at.y))
    const weight = spread ** 2 / OFFSET ** 2
    const mean = (left.reduce((sum, one) => sum + one, 0) + weight * power) / (left.length + weight)
    // Student's t: one outlier proves nothing.
    return left.reduce((sum, one) => sum + 3 * Math.log1p(((one - mean) / spread) ** 2 / 5), 0)
  }
  const step = Math.max(
    Math.round(1 / ground.cell),
    Math.ceil(Math.sqrt((ground.width * ground.height) / TRIED)),
  )
  let best: { at: Metres; miss: number } | null = null
  for (let row = 0; row < ground.height; row += step)
    for (let column = 0; column < ground.width; column += step) {
      if (ground.open[row * ground.width + column] !== 1) continue
      const at = {
        x: ground.west + (column + 0.5) * ground.cell,
        y: ground.south + (row + 0.5) * ground.cell,
      }
      const miss = missAt(at)
      if (best === null || miss < best.miss) best = { at, miss }
    }
  if (best === null || distanceBetween(best.at, anchor) < FARTHER) return null
  const here = missAt(anchor)
  const isPlain = here - best.miss > PLAINLY.likelier && best.miss < (1 - PLAINLY.share) * here
  return isPlain ? best.at : null
}
