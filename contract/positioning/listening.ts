/** What was heard of one beacon lately, and how it becomes a position once a second. */
import type { Fix } from './fix.ts'
import { locate, type Track } from './locate.ts'
import type { Heard, World } from './looks.ts'

export interface Reading {
  gatewayId: number
  rssi: number
  /** Milliseconds, by the server's clock. */
  at: number
  /** As the gateway wrote the time, right or wrong. */
  reportedAt: string | null
}
export interface Listening {
  readings: Reading[]
  isFresh: boolean
  track: Track | null
}

/** So long a reading is of use; milliseconds. */
export const KEPT = 8_000
/** A mean of so long: a walker moves a metre a second. */
const MEAN = 1_000
const READINGS_A_BEACON = 300

export const listening = (): Listening => ({ readings: [], isFresh: false, track: null })

/** False when the same gateway has told the same before: networks send twice. */
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

/** Null: nothing new was heard, or by none that stands anywhere. */
export function settle(
  listened: Listening,
  tag: { measuredPower: number },
  world: World,
  now: number,
): Fix | null {
  listened.readings = listened.readings.filter(({ at }) => now - at < KEPT)
  if (!listened.isFresh) return null
  listened.isFresh = false
  const found = locate(meansOf(listened.readings, now), tag, world, listened.track, now)
  if (found === null) return null
  listened.track = found.track
  return found.fix
}

/**
 * Each gateway's mean of one second, up to the newest that it heard: who was silent since counts
 * with its age.
 */
export function meansOf(readings: readonly Reading[], now: number): Heard[] {
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
