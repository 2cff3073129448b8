/**
 * Computes a beacon's position from readings and the previous state. The server, tests and the
 * benchmark's replay share it.
 *
 * Steps: weigh the readings over the floor's cells (belief.ts), compare floors, hold the room
 * stable (rooms.ts), and learn radio parameters (learning.ts).
 */
import { distanceBetween, type Metres } from '#contract/venue/plane.ts'
import {
  evidenceOf,
  expectedLosses,
  update,
  valueAt,
  windowOf,
  type Belief,
  type Update,
} from './belief.ts'
import type { Fix, RejectedReading, UsedReading } from './fix.ts'
import { chosenFloor, floorsOf } from './floors.ts'
import { pathLossAt, tableOf, type Ground } from './ground.ts'
import { recordLessons, radios, recordEvidence } from './learning.ts'
import {
  ALIKE,
  distanceOf,
  FARTHEST,
  observationOf,
  plainLook,
  radioOf,
  silentObservations,
  type Heard,
  type Radio,
  type Standing,
  type World,
} from './looks.ts'
import { updateHeldRoom, type HeldRoom } from './rooms.ts'

export interface Track {
  at: number
  belief: Belief
  /** Moving average of one observation's own variance, in square metres. */
  alone: number
  floorId: number
  floors: ReadonlyMap<number, number>
  room: HeldRoom
  /** Added to the tag's measured power, in dB. Tags deviate from the manufacturer's value. */
  loudness: number
  looks: number
  taught: Metres & { at: number }
}
const MAX_USED = 8
/** Seconds without a reading until the previous position is discarded. */
const LOST = 120
/** Radius in standard deviations that contains 68 % of a normal distribution in the plane. */
const HOLDS_68 = 1.51
/** Share of one observation's variance that never averages out. */
const BESIDE = 0.14
/** Number of first observations from which the radio learns without a pause. */
const COLD = 30
const MIN_ACCURACY = 0.8

/** dBm. A weaker reading says nothing about distance. */
const WEAKEST = -102
const told = ({ gatewayId, rssi, readings }: Heard) => ({ gatewayId, rssi, readings })

/**
 * `before` is the track of the last call for this tag, or null. Returns null if no gateway with a
 * position heard it.
 */
export function locate(
  heard: readonly Heard[],
  { measuredPower }: { measuredPower: number },
  world: World,
  before: Track | null,
  at: number,
): { fix: Fix; track: Track } | null {
  const rejected: RejectedReading[] = []
  const standing: Standing[] = []
  const inUse = radioOf(world)
  for (const reading of heard) {
    const anchor = world.anchors.get(reading.gatewayId)
    const offset = inUse.offsets.get(reading.gatewayId) ?? 0
    const rssi = reading.rssi + (anchor?.correction ?? 0) + offset
    if (!anchor || !world.grounds.has(anchor.floorId))
      rejected.push({ ...told(reading), why: 'notPlaced' })
    else if (rssi < WEAKEST) rejected.push({ ...told(reading), why: 'tooWeak' })
    else standing.push({ anchor, heard: reading, rssi })
    world.learned.listened.set(reading.gatewayId, at)
    if (reading.rssi < world.learned.faintest && reading.rssi > WEAKEST)
      world.learned.faintest = reading.rssi
  }
  const seconds = before === null ? LOST : Math.max(0, (at - before.at) / 1000)
  const known = seconds < LOST ? before : null
  const power = measuredPower + inUse.power + (before?.loudness ?? 0)
  const floors = floorsOf(standing, power, world, known, seconds)
  const floorId = chosenFloor(floors, known)
  const ground = floorId === null ? undefined : world.grounds.get(floorId)
  if (floorId === null || !ground) return null
  const onFloor = standing
    .filter(({ anchor }) => anchor.floorId === floorId)
    .sort((a, b) => b.rssi - a.rssi)
  for (const { anchor, heard: reading } of standing)
    if (anchor.floorId !== floorId) rejected.push({ ...told(reading), why: 'otherFloor' })
  const used = onFloor.slice(0, MAX_USED)
  const last = known?.floorId === floorId ? known.belief : null
  const radio = { measuredPower: power, exponent: inUse.exponent }
  const near = used.slice(0, 2).map(({ anchor, rssi }) => ({
    ...anchor,
    reach: Math.max(4, Math.min(20, 2 * distanceOf(rssi, radio))),
  }))
  const gone =
    last === null
      ? []
      : [
          {
            ...last,
            reach: Math.min(20, 2 + 2.5 * Math.sqrt(Math.max(last.xx, last.yy) + seconds)),
          },
        ]
  const looks = [
    ...used.map((one) => observationOf(one, ground, power, world)),
    ...silentObservations(heard, [...near, ...gone], ground, power, world, at),
  ]
  const isIn = (places: Parameters<typeof windowOf>[1]) =>
    update(
      ground,
      looks,
      windowOf(ground, places),
      last,
      Math.max(0.2, seconds),
      last === null ? 1 : Math.min(1, seconds / ALIKE),
    )
  // A gateway in a shaft may have no open cell around it.
  const found =
    isIn([...near, ...gone]) ?? isIn(near.map((place) => ({ ...place, reach: FARTHEST })))
  if (found === null) return null
  const room = updateHeldRoom(last === null ? null : (known?.room ?? null), found.rooms, seconds)
  const track: Track = {
    at,
    belief: found.belief,
    alone: known === null ? found.alone : known.alone + (found.alone - known.alone) * 0.2,
    floorId,
    floors,
    room,
    loudness: before?.loudness ?? 0,
    looks: before?.looks ?? 0,
    taught: known?.taught ?? { x: Infinity, y: 0, at: 0 },
  }
  const misses = onFloor.map((one, index) => {
    const look = looks[index]
    return look !== undefined && index < used.length
      ? look.level - look.exponent * valueAt(look.table, ground, found.belief)
      : one.rssi - power - radio.exponent * lossTo(one.anchor, found.belief)
  })
  const tag = { measuredPower, ground, world }
  if (world.isReplay !== true) teach(track, used, found, misses.slice(0, used.length), tag)
  return {
    track,
    fix: fixOf(track, onFloor, rejected, radio, {
      misses,
      spread: inUse.spread,
      circle: world.circles?.get(ground.buildingId) ?? 1,
    }),
  }
}

const lossTo = (anchor: Metres, { x, y }: Metres): number => pathLossAt(x - anchor.x, y - anchor.y)

/** Learns once the tag has moved a metre or stood half a minute. */
function teach(
  track: Track,
  used: readonly Standing[],
  found: Update,
  /** Measured minus expected level, in dB. */
  missedBy: readonly number[],
  { measuredPower, ground, world }: { measuredPower: number; ground: Ground; world: World },
): void {
  const { belief } = found
  const { learned } = world
  if (used.length < 3) return
  const misses = missedBy.map((miss) => miss + track.loudness)
  const middle = misses.toSorted((a, b) => a - b)[Math.floor(misses.length / 2)] ?? 0
  track.looks = Math.min(200, track.looks + 1)
  // Stays near 0 until many observations agree, so that a shadow does not count as a quiet tag.
  const pull = track.looks / (track.looks + 15)
  track.loudness +=
    (Math.max(-12, Math.min(12, middle * pull)) - track.loudness) / Math.min(40, track.looks)
  const isCold = learned.heard < COLD
  const since = track.at - track.taught.at
  if (since < 900 || (!isCold && distanceBetween(track.taught, belief) < 1 && since < 30_000))
    return
  track.taught = { x: belief.x, y: belief.y, at: track.at }
  const losses = expectedLosses(
    used.map(({ anchor }) => tableOf(ground, anchor)),
    found,
  )
  if (isCold || learned.lessons % 10 === 0) {
    const near = used.slice(0, 1).map(({ anchor }) => ({ ...anchor, reach: 20 }))
    const window = windowOf(ground, near)
    const unsurveyed = { ...world, maps: undefined }
    const plain = [
      ...used.map((one) => plainLook(one, ground, measuredPower, world)),
      ...silentObservations(
        used.map(({ heard }) => heard),
        near,
        ground,
        measuredPower,
        unsurveyed,
        track.at,
      ),
    ]
    recordEvidence(learned, evidenceOf(ground, plain, window, radios), world)
  }
  const column = Math.floor((belief.x - ground.west) / 2)
  const row = Math.floor((belief.y - ground.south) / 2)
  recordLessons(
    learned,
    (ground.floorId * 1_000 + row) * 1_000 + column,
    used.map(({ anchor, heard }, index) => ({
      gatewayId: anchor.gatewayId,
      rssi: heard.rssi + anchor.correction - measuredPower,
      loss: losses[index]?.loss ?? 0,
      lossSquared: losses[index]?.lossSquared ?? 0,
    })),
  )
}

function fixOf(
  { belief, floorId, room, alone }: Track,
  onFloor: readonly Standing[],
  rejected: RejectedReading[],
  radio: Radio,
  { misses, spread, circle }: { misses: readonly number[]; spread: number; circle: number },
): Fix {
  const used: UsedReading[] = []
  const dropped: RejectedReading[] = []
  for (const [index, { heard, rssi }] of onFloor.entries()) {
    // Such an outlier has almost no weight in the estimate.
    if (index > 2 && Math.abs(misses[index] ?? 0) > 3 * spread)
      dropped.push({ ...told(heard), why: 'contradicts' })
    else used.push({ ...told(heard), distance: distanceOf(rssi, radio) })
  }
  return {
    x: belief.x,
    y: belief.y,
    floorId,
    roomId: room.roomId,
    accuracy: Math.min(
      FARTHEST,
      Math.max(
        MIN_ACCURACY,
        circle * HOLDS_68 * Math.sqrt((belief.xx + belief.yy) / 2 + BESIDE * alone),
      ),
    ),
    method:
      used.length < 3 || isOneLine(onFloor.map(({ anchor }) => anchor)) ? 'nearest' : 'distances',
    used,
    rejected: [...rejected, ...dropped],
  }
}

function isOneLine([first, ...rest]: readonly Metres[]): boolean {
  if (!first) return true
  const far = rest.toSorted((a, b) => distanceBetween(first, b) - distanceBetween(first, a))[0]
  if (!far) return true
  const length = distanceBetween(first, far)
  return rest.every(
    (point) =>
      Math.abs((far.x - first.x) * (point.y - first.y) - (far.y - first.y) * (point.x - first.x)) <
      1.5 * Math.max(length, 0.1),
  )
}
