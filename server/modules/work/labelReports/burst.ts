/**
 * Slows a network that calls public pages of labels in bursts. A hospital has one address, so it is
 * delayed first and refused only far above that.
 */
import { setTimeout as wait } from 'node:timers/promises'
import { tooMany } from '#kernel/http/errors.ts'

/** Calls at once before the delay begins, and calls a second that it lets through. */
export const BURST = { free: 120, perSecond: 10, longestMs: 5_000 } as const
const MAX_NETWORKS = 10_000

export interface Burst {
  /** Milliseconds to wait, or null if the wait would be too long. */
  take(network: string): number | null
}

/** `now`: milliseconds. A clock that is set back shuts nobody out for longer. */
export function makeBurst(now: () => number): Burst {
  /** When the network's calls so far would be over at the permitted rate. */
  const over = new Map<string, number>()
  return {
    take(network) {
      const at = now()
      const each = 1_000 / BURST.perSecond
      const before = over.get(network) ?? 0
      const isSetBack = before > at + BURST.free * each + BURST.longestMs
      const next = Math.max(isSetBack ? 0 : before, at) + each
      const delay = Math.max(0, next - at - BURST.free * each)
      if (delay > BURST.longestMs) return null
      over.delete(network)
      over.set(network, next)
      const oldest = over.size > MAX_NETWORKS ? over.keys().next().value : undefined
      if (oldest !== undefined) over.delete(oldest)
      return delay
    },
  }
}

export async function delayBurst(burst: Burst, network: string): Promise<void> {
  const delay = burst.take(network)
  if (delay === null) throw tooMany(BURST.longestMs / 1_000)
  if (delay > 0) await wait(delay)
}
