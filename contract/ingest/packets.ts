/** Which packets of a device are new. Pure, except for the memory that the caller keeps. */

/** A counter below it may be that of a device that started again, as bthome-ble has it. */
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

/** Milliseconds. Reports of several gateways about one packet arrive within it. */
export const PACKET_REPEATS = 30_000
export const PACKETS_REMEMBERED = 16

export interface HeardPacket {
  id: number
  /** Milliseconds. */
  at: number
}

/** Whether a packet with this id came lately. Ids repeat after 256 packets. */
export const isRepeated = (id: number, heard: readonly HeardPacket[], now: number): boolean =>
  heard.some((one) => one.id === id && Math.abs(now - one.at) < PACKET_REPEATS)
