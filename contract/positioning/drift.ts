/** What traffic says against where a gateway is said to stand: was it moved and nobody said so? */
import { apart, type Metres } from '#contract/venue/plane.ts'
import { lossAt, type Ground } from './ground.ts'
import type { Learned } from './learning.ts'
import { radioOf, type World } from './looks.ts'
import type { Anchor } from './anchor.ts'

export interface MovedGateway extends Metres {
  gatewayId: number
  floorId: number
  /** From where it is said to stand. */
  metres: number
}

/** Fewer cells of two metres say nothing of a place. */
const FEWEST_CELLS = 12
/** Metres: nearer is what positions are off by. */
const FARTHER = 5
/** So much better another place must explain what was heard: a logarithm, and a share of the miss. */
const PLAINLY = { likelier: 12, share: 0.35 } as const
const TRIED = 400
/** How far a gateway may be off from what is learnt of all, in dB. */
const OFFSET = 6

/** Gateways that hear as if they stood elsewhere, with where that is. */
export function movedGateways(world: World): MovedGateway[] {
  const moved: MovedGateway[] = []
  for (const [gatewayId, anchor] of world.anchors) {
    const ground = world.grounds.get(anchor.floorId)
    const found = ground
      ? elsewhere(ground, anchor, heardOf(world.learned, gatewayId, ground), world)
      : null
    if (found !== null)
      moved.push({ gatewayId, floorId: anchor.floorId, ...found, metres: apart(anchor, found) })
  }
  return moved
}

/** Cells of two metres, and what was heard in each. */
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
    const left = heard.map(({ x, y, rssi }) => rssi - exponent * lossAt(x - at.x, y - at.y))
    const weight = spread ** 2 / OFFSET ** 2
    const mean = (left.reduce((sum, one) => sum + one, 0) + weight * power) / (left.length + weight)
    // Student’s tails, as everywhere: one bad cell proves nothing.
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
  if (best === null || apart(best.at, anchor) < FARTHER) return null
  const here = missAt(anchor)
  const isPlain = here - best.miss > PLAINLY.likelier && best.miss < (1 - PLAINLY.share) * here
  return isPlain ? best.at : null
}
