/** What gateways heard, and what their silence says, as looks at the cells of a floor. */
import type { Metres } from '../venue/plane.ts'
import type { Look } from './belief.ts'
import { tableOf, type Ground } from './ground.ts'
import type { Learned } from './learning.ts'

/**
 * A gateway that stands on a floor. `correction` in dB is added to what it hears: no two are built
 * alike.
 */
export interface Anchor extends Metres {
  gatewayId: number
  floorId: number
  correction: number
}
/** What one gateway heard of one beacon in the window: the mean of its readings. */
export interface Heard {
  gatewayId: number
  rssi: number
  /** How many readings the mean is of. */
  readings: number
  /** Seconds since the newest of them; left out: now. */
  age?: number
}
export interface Radio {
  /** What is heard one metre away, in dBm. */
  measuredPower: number
  /** How fast it fades: 2 in free space, 2.5–3.5 indoors. */
  exponent: number
}

/** The building as the engine knows it. */
export interface World {
  anchors: ReadonlyMap<number, Anchor>
  grounds: Pick<ReadonlyMap<number, Ground>, 'get' | 'has'>
  /** As it was set; what is learnt starts there. */
  exponent: number
  learned: Learned
}

export const FARTHEST = 60
const MOST_SILENT = 6
/** A gateway that heard something within so many milliseconds listens. */
const LISTENS = 20_000
/** The standard deviation of one reading beside the building's, in dB. */
const FADING = 4
/** Seconds within which looks tell much the same. */
export const ALIKE = 1

export const distanceOf = (rssi: number, { measuredPower, exponent }: Radio): number =>
  Math.min(FARTHEST, Math.max(0.3, 10 ** ((measuredPower - rssi) / (10 * exponent))))

export interface Standing {
  anchor: Anchor
  heard: Heard
  /** With the corrections of its gateway. */
  rssi: number
}

export function lookOf(
  { anchor, heard: { readings, age = 0 }, rssi }: Standing,
  ground: Ground,
  power: number,
  { learned }: World,
): Look {
  return {
    table: tableOf(ground, anchor),
    level: rssi - power,
    exponent: learned.exponent,
    spread: Math.hypot(learned.spread, FADING / Math.sqrt(readings)),
    weight: Math.exp(-age / 4),
    isSilent: false,
  }
}

/** What the gateways around say that listen and did not hear it: it is not beside them. */
export function silentLooks(
  heard: readonly Heard[],
  places: readonly (Metres & { reach: number })[],
  ground: Ground,
  power: number,
  { anchors, learned }: World,
  at: number,
): Look[] {
  const hearing = new Set(heard.map(({ gatewayId }) => gatewayId))
  const looks: Look[] = []
  for (const [gatewayId, since] of learned.listened) {
    const anchor = anchors.get(gatewayId)
    if (hearing.has(gatewayId) || anchor?.floorId !== ground.floorId) continue
    if (Math.abs(at - since) > LISTENS) continue
    if (
      !places.some(
        ({ x, y, reach }) => Math.max(Math.abs(anchor.x - x), Math.abs(anchor.y - y)) < reach,
      )
    )
      continue
    looks.push({
      table: tableOf(ground, anchor),
      level: learned.faintest - power + anchor.correction,
      exponent: learned.exponent,
      spread: learned.spread,
      weight: 1,
      isSilent: true,
    })
    if (looks.length >= MOST_SILENT) break
  }
  return looks
}
