import { groundOf, type Ground } from '#contract/positioning/ground.ts'
import { emptyLearned } from '#contract/positioning/learning.ts'
import {
  emptyListening,
  toObservation,
  addSample,
  type Listening,
} from '#contract/positioning/listening.ts'
import type { World } from '#contract/positioning/looks.ts'
import * as previous from './previousEngine.ts'
import { SHIPPED, type Recording, type Truth } from './recording.ts'

export interface Placed {
  x: number
  y: number
  floorId: number
  roomId: number | null
  accuracy: number
}
export type Engine = (
  tag: number,
  fresh: readonly Recording['readings'][number][],
  now: number,
) => Placed | null

export interface Figures {
  median: number
  ninth: number
  rightRoom: number
  rightFloor: number
  changesAnHour: number
  inCircle: number
  advertsASecond: number
}

export function worldOf({ floors, anchors }: Recording): World {
  return {
    anchors: new Map(anchors.map((anchor) => [anchor.gatewayId, anchor])),
    grounds: new Map(floors.map((floor) => [floor.floorId, groundOf(floor)])),
    exponent: SHIPPED.exponent,
    learned: emptyLearned(SHIPPED.exponent),
  }
}

export function engineNow(recording: Recording, world = worldOf(recording)): Engine {
  const tags = new Map<number, Listening>()
  return (tag, fresh, now) => {
    const listened = tags.get(tag) ?? emptyListening()
    tags.set(tag, listened)
    for (const { gatewayId, rssi, at } of fresh)
      addSample(listened, { gatewayId, rssi, at, reportedAt: null })
    return toObservation(listened, recording, world, now)
  }
}

/** The previous engine: eight seconds, weighted least squares, smoothed. */
export function engineBefore(recording: Recording): Engine {
  const world = worldOf(recording)
  const tags = new Map<
    number,
    { readings: Recording['readings']; last: (previous.Fix & { at: number }) | null }
  >()
  return (tag, fresh, now) => {
    const known = tags.get(tag) ?? { readings: [], last: null }
    tags.set(tag, known)
    known.readings = [...known.readings, ...fresh].filter(({ at }) => now - at < 8_000)
    const sums = new Map<number, { sum: number; readings: number }>()
    for (const { gatewayId, rssi } of known.readings) {
      const sofar = sums.get(gatewayId) ?? { sum: 0, readings: 0 }
      sums.set(gatewayId, { sum: sofar.sum + rssi, readings: sofar.readings + 1 })
    }
    const fix = previous.locate(
      [...sums].map(([gatewayId, { sum, readings }]) => ({
        gatewayId,
        rssi: sum / readings,
        readings,
      })),
      world.anchors,
      SHIPPED,
    )
    if (fix === null) return null
    const steady = previous.steadied(known.last, fix, now)
    known.last = { ...steady, at: now }
    const ground = world.grounds.get(steady.floorId)
    return { ...steady, roomId: ground ? roomAt(ground, steady) : null }
  }
}

export function roomAt(ground: Ground, { x, y }: { x: number; y: number }): number | null {
  const column = Math.floor((x - ground.west) / ground.cell)
  const row = Math.floor((y - ground.south) / ground.cell)
  if (column < 0 || row < 0 || column >= ground.width || row >= ground.height) return null
  const room = ground.rooms[row * ground.width + column] ?? 0
  return room === 0 ? null : (ground.roomIds[room - 1] ?? null)
}

export function replay(
  recording: Recording,
  engine: Engine,
  /** Earlier results do not count, because the first seconds lack data. */
  from = 10_000,
): Figures & { errors: number[] } {
  const { readings, truths } = recording
  const grounds = worldOf(recording).grounds
  const pending = new Map<number, Recording['readings']>()
  const stoodSince = new Map<number, number>()
  const lastRoom = new Map<number, { roomId: number | null; floorId: number }>()
  const placed = new Map<number, Placed>()
  const errors: number[] = []
  let [next, inCircle, rightFloor, rightRoom, inRooms, changes, stood, spent] = [
    0, 0, 0, 0, 0, 0, 0, 0,
  ]
  const begins = truths[0]?.at ?? 0
  for (const second of secondsOf(truths)) {
    const now = second.at
    for (; next < readings.length && (readings[next]?.at ?? 0) <= now; next += 1) {
      const reading = readings[next]
      if (reading) pending.set(reading.tag, [...(pending.get(reading.tag) ?? []), reading])
    }
    for (const truth of second.truths) {
      const fresh = pending.get(truth.tag)
      pending.delete(truth.tag)
      if (fresh) {
        const begun = performance.now()
        const fix = engine(truth.tag, fresh, now)
        spent += performance.now() - begun
        if (fix) placed.set(truth.tag, fix)
      }
      const fix = placed.get(truth.tag)
      if (!fix || now - begins < from) continue
      const error = Math.hypot(fix.x - truth.x, fix.y - truth.y)
      errors.push(error)
      if (error <= fix.accuracy) inCircle += 1
      if (fix.floorId === truth.floorId) rightFloor += 1
      const ground = grounds.get(truth.floorId)
      const room = ground ? roomAt(ground, truth) : null
      if (room !== null) {
        inRooms += 1
        if (fix.roomId === room) rightRoom += 1
      }
      const last = lastRoom.get(truth.tag)
      if (!truth.isStanding) stoodSince.set(truth.tag, now)
      // A tag that has just stopped is still settling.
      if (now - (stoodSince.get(truth.tag) ?? begins) > 30_000) {
        stood += second.lasts
        if (last && (last.roomId !== fix.roomId || last.floorId !== fix.floorId)) changes += 1
      }
      lastRoom.set(truth.tag, fix)
    }
  }
  const sorted = errors.toSorted((a, b) => a - b)
  const share = (count: number, of: number) => Math.round((1000 * count) / Math.max(1, of)) / 10
  return {
    errors,
    median: quantile(sorted, 0.5),
    ninth: quantile(sorted, 0.9),
    rightRoom: share(rightRoom, inRooms),
    rightFloor: share(rightFloor, errors.length),
    changesAnHour: Math.round((10 * changes * 3_600) / Math.max(1, stood)) / 10,
    inCircle: share(inCircle, errors.length),
    advertsASecond: Math.round(readings.length / Math.max(0.001, spent / 1000)),
  }
}

export const quantile = (sorted: readonly number[], part: number): number =>
  Math.round(100 * (sorted[Math.floor(sorted.length * part)] ?? Number.NaN)) / 100

/** Some truths come more often than once a second. The first of each second counts. */
function secondsOf(truths: readonly Truth[]): { at: number; truths: Truth[]; lasts: number }[] {
  const seconds: { at: number; truths: Truth[]; lasts: number }[] = []
  for (const truth of truths) {
    const last = seconds.at(-1)
    if (last && truth.at < last.at + 995) {
      if (!last.truths.some(({ tag }) => tag === truth.tag)) last.truths.push(truth)
    } else
      seconds.push({
        at: truth.at,
        truths: [truth],
        lasts: last ? Math.min(5, (truth.at - last.at) / 1000) : 1,
      })
  }
  return seconds
}
