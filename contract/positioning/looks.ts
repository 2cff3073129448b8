/** What gateways heard, and what their silence says, as looks at the cells of a floor. */
import type { Metres } from '#contract/venue/plane.ts'
import type { Look } from './belief.ts'
import { tableOf, type Ground } from './ground.ts'
import type { Learned } from './learning.ts'
import { radioTable, type RadioMap } from './radioMap.ts'
import type { Anchor } from './anchor.ts'

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
  /** What a person took over; left out: what is learnt is used as it is. */
  taken?: Calibration | null
  /** By floor, where one was surveyed. */
  maps?: Pick<ReadonlyMap<number, RadioMap>, 'get'>
  /** By building, what a circle is multiplied by so that it holds what it says. */
  circles?: ReadonlyMap<number, number>
  /** What is replayed teaches nothing. */
  isReplay?: boolean
}
/** How loud tags are, how they fade, and how well each gateway hears. */
export interface Calibration {
  /** Added to the measured power of every tag, in dB. */
  power: number
  exponent: number
  /** Added to what a gateway hears, in dB, beside its own correction. */
  offsets: ReadonlyMap<number, number>
  /** What the radio misses by, in dB. */
  spread: number
}
export const radioOf = ({ taken, learned }: World): Calibration => taken ?? learned

export const FARTHEST = 60
const MAX_SILENT = 6
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

/** By path loss alone. */
export function plainLook(
  { anchor, heard: { readings, age = 0 }, rssi }: Standing,
  ground: Ground,
  power: number,
  world: World,
): Look {
  const { exponent, spread } = radioOf(world)
  return {
    table: tableOf(ground, anchor),
    level: rssi - power,
    exponent,
    spread: Math.hypot(spread, FADING / Math.sqrt(readings)),
    weight: Math.exp(-age / 4),
    isSilent: false,
  }
}

/** By the radio map, where the floor was surveyed. */
export function lookOf(standing: Standing, ground: Ground, power: number, world: World): Look {
  const look = plainLook(standing, ground, power, world)
  const { anchor, heard } = standing
  const table = surveyedTable(anchor, ground, world)
  if (table === null) return look
  const radio = radioOf(world)
  // A map has in it what is learnt of all tags and of the gateway.
  return {
    ...look,
    table,
    level: look.level + radio.power - (radio.offsets.get(anchor.gatewayId) ?? 0),
    exponent: 1,
    spread: FADING / Math.sqrt(heard.readings),
  }
}

function surveyedTable(anchor: Anchor, ground: Ground, { maps }: World) {
  const map = anchor.floorId === ground.floorId ? maps?.get(ground.floorId) : undefined
  return map === undefined ? null : radioTable(map, anchor)
}

/** What the gateways around say that listen and did not hear it: it is not beside them. */
export function silentLooks(
  heard: readonly Heard[],
  places: readonly (Metres & { reach: number })[],
  ground: Ground,
  power: number,
  world: World,
  at: number,
): Look[] {
  const { anchors, learned } = world
  const radio = radioOf(world)
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
    const surveyed = surveyedTable(anchor, ground, world)
    const level = learned.faintest - power + anchor.correction
    looks.push({
      table: surveyed ?? tableOf(ground, anchor),
      level: surveyed === null ? level : level + radio.power,
      exponent: surveyed === null ? radio.exponent : 1,
      spread: radio.spread,
      weight: 1,
      isSilent: true,
    })
    if (looks.length >= MAX_SILENT) break
  }
  return looks
}
