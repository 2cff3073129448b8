import type { Metres } from '#contract/venue/plane.ts'
import type { Look } from './likelihood.ts'
import { tableOf, type Ground } from './ground.ts'
import type { Learned } from './learning.ts'
import { radioTable, type RadioMap } from './radioMap.ts'
import type { Anchor } from './anchor.ts'

export interface Heard {
  gatewayId: number
  rssi: number
  readings: number
  /** Seconds since the newest reading. If omitted, 0. */
  age?: number
}
export interface Radio {
  /** Level at one metre, in dBm. */
  measuredPower: number
  /** Path loss exponent: 2 in free space, 2.5–3.5 indoors. */
  exponent: number
}

export interface World {
  anchors: ReadonlyMap<number, Anchor>
  grounds: Pick<ReadonlyMap<number, Ground>, 'get' | 'has'>
  exponent: number
  learned: Learned
  /** Parameters that the user adopted. If omitted, the learnt ones apply. */
  taken?: Calibration | null
  /** By floor id, for surveyed floors. */
  maps?: Pick<ReadonlyMap<number, RadioMap>, 'get'>
  /** By building id: factor on the accuracy radius so that it contains the stated share. */
  circles?: ReadonlyMap<number, number>
  /** If true, nothing is learnt. */
  isReplay?: boolean
}
export interface Calibration {
  /** Added to every tag's measured power, in dB. */
  power: number
  exponent: number
  /** Per gateway in dB, in addition to its own correction. */
  offsets: ReadonlyMap<number, number>
  /** Standard deviation of the model's error, in dB. */
  spread: number
}
export const radioOf = ({ taken, learned }: World): Calibration => taken ?? learned

export const FARTHEST = 60
const MAX_SILENT = 6
/** Milliseconds. A gateway that reported anything within this time is listening. */
const LISTENS = 20_000
/** Standard deviation of one reading in dB, in addition to the building's. */
const FADING = 4
/** Seconds within which observations repeat the same information. */
export const ALIKE = 1

export const distanceOf = (rssi: number, { measuredPower, exponent }: Radio): number =>
  Math.min(FARTHEST, Math.max(0.3, 10 ** ((measuredPower - rssi) / (10 * exponent))))

export interface Standing {
  anchor: Anchor
  heard: Heard
  /** Includes the correction of its gateway. */
  rssi: number
}

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
    // `Math.hypot` takes several times as long.
    spread: Math.sqrt(spread * spread + (FADING * FADING) / readings),
    weight: age === 0 ? 1 : Math.exp(-age / 4),
    isSilent: false,
  }
}

export function observationOf(
  standing: Standing,
  ground: Ground,
  power: number,
  world: World,
): Look {
  const look = plainLook(standing, ground, power, world)
  const { anchor, heard } = standing
  const table = surveyedTable(anchor, ground, world)
  if (table === null) return look
  const radio = radioOf(world)
  // The map already contains the learnt power and the gateway's offset.
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

/**
 * Observations of nearby listening gateways that did not hear the tag, so the tag is not next to
 * them.
 */
export function silentObservations(
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
