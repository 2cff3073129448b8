import type { Fix } from './fix.ts'
import { locate, type Track } from './locate.ts'
import type { Heard, World } from './looks.ts'
import { type Reading, Samples } from './samples.ts'

export interface Listening {
  readings: Samples
  isFresh: boolean
  track: Track | null
}

/** Milliseconds until a reading is dropped. */
export const KEPT = 8_000
/** Milliseconds to average over. A walker moves about one metre in this time. */
const MEAN = 1_000
const READINGS_A_BEACON = 300

export const emptyListening = (): Listening => ({
  readings: new Samples(),
  isFresh: false,
  track: null,
})

/** Returns false for a duplicate: networks deliver some messages twice. */
export function addSample(listened: Listening, reading: Reading): boolean {
  if (listened.readings.has(reading)) return false
  listened.readings.add(reading)
  if (listened.readings.length > READINGS_A_BEACON) listened.readings.dropOldest()
  listened.isFresh = true
  return true
}

/** Returns null if there are no new readings or none from a gateway with a position. */
export function toObservation(
  listened: Listening,
  tag: { measuredPower: number },
  world: World,
  now: number,
): Fix | null {
  listened.readings.keepAfter(now - KEPT)
  if (!listened.isFresh) return null
  listened.isFresh = false
  const found = locate(averageReadings(listened.readings, now), tag, world, listened.track, now)
  if (found === null) return null
  listened.track = found.track
  return found.fix
}

interface Sum {
  gatewayId: number
  newest: number
  sum: number
  readings: number
}

/** Averages each gateway's last second of readings. `age` lets older averages count less. */
export function averageReadings(readings: Samples, now: number): Heard[] {
  const sums: Sum[] = []
  let last: Sum | undefined
  const sumOf = (gatewayId: number): Sum | undefined =>
    last?.gatewayId === gatewayId ? last : sums.find((one) => one.gatewayId === gatewayId)
  readings.visit((gatewayId, _rssi, at) => {
    last = sumOf(gatewayId)
    if (last === undefined) sums.push((last = { gatewayId, newest: at, sum: 0, readings: 0 }))
    else if (at > last.newest) last.newest = at
  })
  readings.visit((gatewayId, rssi, at) => {
    last = sumOf(gatewayId)
    if (last === undefined || last.newest - at >= MEAN) return
    last.sum += rssi
    last.readings += 1
  })
  return sums.map(({ gatewayId, newest, sum, readings: count }) => ({
    gatewayId,
    rssi: Math.round((sum / count) * 10) / 10,
    readings: count,
    age: Math.max(0, now - newest - MEAN / 2) / 1000,
  }))
}
