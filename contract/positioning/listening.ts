import type { Fix } from './fix.ts'
import { locate, type Track } from './locate.ts'
import type { Heard, World } from './looks.ts'

export interface Reading {
  gatewayId: number
  rssi: number
  /** Milliseconds, by the server's clock. */
  at: number
  /** The gateway's own timestamp, unchecked. */
  reportedAt: string | null
}
export interface Listening {
  readings: Reading[]
  isFresh: boolean
  track: Track | null
}

/** Milliseconds until a reading is dropped. */
export const KEPT = 8_000
/** Milliseconds to average over. A walker moves about one metre in this time. */
const MEAN = 1_000
const READINGS_A_BEACON = 300

export const emptyListening = (): Listening => ({ readings: [], isFresh: false, track: null })

/** Returns false for a duplicate: networks deliver some messages twice. */
export function addSample(listened: Listening, reading: Reading): boolean {
  const isTwice =
    reading.reportedAt !== null &&
    listened.readings.some(
      (known) =>
        known.gatewayId === reading.gatewayId &&
        known.reportedAt === reading.reportedAt &&
        known.rssi === reading.rssi,
    )
  if (isTwice) return false
  listened.readings.push(reading)
  if (listened.readings.length > READINGS_A_BEACON) listened.readings.shift()
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
  listened.readings = listened.readings.filter(({ at }) => now - at < KEPT)
  if (!listened.isFresh) return null
  listened.isFresh = false
  const found = locate(averageReadings(listened.readings, now), tag, world, listened.track, now)
  if (found === null) return null
  listened.track = found.track
  return found.fix
}

/** Averages each gateway's last second of readings. `age` lets older averages count less. */
export function averageReadings(readings: readonly Reading[], now: number): Heard[] {
  const newest = new Map<number, number>()
  for (const { gatewayId, at } of readings)
    newest.set(gatewayId, Math.max(newest.get(gatewayId) ?? 0, at))
  const sums = new Map<number, { sum: number; readings: number }>()
  for (const { gatewayId, rssi, at } of readings) {
    if ((newest.get(gatewayId) ?? 0) - at >= MEAN) continue
    const sofar = sums.get(gatewayId) ?? { sum: 0, readings: 0 }
    sums.set(gatewayId, { sum: sofar.sum + rssi, readings: sofar.readings + 1 })
  }
  return [...sums].map(([gatewayId, { sum, readings: count }]) => ({
    gatewayId,
    rssi: Math.round((sum / count) * 10) / 10,
    readings: count,
    age: Math.max(0, now - (newest.get(gatewayId) ?? now) - MEAN / 2) / 1000,
  }))
}
