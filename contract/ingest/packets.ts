/** Decides which packets of a device are new. Pure, except for the caller's memory. */

/** Below this, a lower counter may mean that the device restarted, as in bthome-ble. */
const RESTART = 100

/**
 * Judges a BTHome counter, which only rises unless the device restarts. `recent`: counters accepted
 * lately, because several gateways forward one packet.
 */
export function judgeCounter(
  counter: number,
  last: number | null,
  recent: readonly number[] = [],
): 'new' | 'restarted' | 'repeated' | 'replayed' {
  if (last === null || counter > last) return 'new'
  if (counter === last || recent.includes(counter)) return 'repeated'
  return counter < RESTART ? 'restarted' : 'replayed'
}

/** Milliseconds within which several gateways report the same packet. */
export const PACKET_REPEATS = 30_000
export const PACKETS_REMEMBERED = 16

export interface HeardPacket {
  id: number
  /** Milliseconds since 1970. */
  at: number
}

/** True if a packet with this id arrived recently. Ids repeat after 256 packets. */
export const isRepeated = (id: number, heard: readonly HeardPacket[], now: number): boolean =>
  heard.some((one) => one.id === id && Math.abs(now - one.at) < PACKET_REPEATS)
