/**
 * Rate limits of one server, in memory: a token bucket for each person, API key, gateway and
 * company. Several servers together allow a multiple. Limits on guessing passwords are in the
 * database (attemptLimits.ts).
 */
import { tooMany } from './errors.ts'

export interface RateLimiter {
  /** Consumes one call of each caller. Throws 429 with the seconds to wait if a bucket is empty. */
  take(...callers: readonly Caller[]): void
}
type Caller = readonly [kind: keyof Rates, id: number | string]

interface Rate {
  perSecond: number
  burst: number
}
export interface Rates {
  person: Rate
  key: Rate
  /** A gateway that hears beacons. A company's key may speak for hundreds of them. */
  gateway: Rate
  company: Rate
}

/** Opening a page makes about twenty calls; a company has many people. */
export const ratesOf = (callsPerSecond: number): Rates => ({
  person: { perSecond: callsPerSecond, burst: callsPerSecond * 20 },
  // One key may speak for all gateways of a company.
  key: { perSecond: callsPerSecond * 20, burst: callsPerSecond * 400 },
  gateway: { perSecond: callsPerSecond, burst: callsPerSecond * 20 },
  company: { perSecond: callsPerSecond * 20, burst: callsPerSecond * 400 },
})

const MAX_BUCKETS = 20_000

export function makeRateLimiter(
  rates: Rates,
  now: () => number = () => performance.now(),
): RateLimiter {
  const buckets = new Map<string, { left: number; at: number }>()
  const take = ([kind, id]: Caller) => {
    const { perSecond, burst } = rates[kind]
    const key = `${kind}:${id}`
    const known = buckets.get(key)
    const left =
      known === undefined
        ? burst
        : Math.min(burst, known.left + ((now() - known.at) / 1000) * perSecond)
    if (left < 1) throw tooMany(Math.max(1, Math.ceil((1 - left) / perSecond)))
    // Reinserted, so that the map is ordered by use and its first entry is the oldest.
    buckets.delete(key)
    buckets.set(key, { left: left - 1, at: now() })
    const oldest = buckets.size > MAX_BUCKETS ? buckets.keys().next().value : undefined
    if (oldest !== undefined) buckets.delete(oldest)
  }
  return { take: (...callers) => callers.forEach(take) }
}
