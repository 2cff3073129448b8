/**
 * How much one caller may ask of this server: a bucket a person, an API key, a gateway and a
 * company, filled so many a second. Kept in memory, by each server for itself: this is no door that somebody
 * guesses at (limits.ts, in the database), it keeps the server answering. Several servers allow
 * together as many times that.
 */
import { tooMany } from './errors.ts'

export interface CallRates {
  /** Takes one call from each; 429 with the seconds to wait when one is empty. */
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
  /** One that hears beacons; a company's key may speak for hundreds. */
  gateway: Rate
  company: Rate
}

/** A page that opens asks for some twenty things; a company is many people. */
export const ratesOf = (callsPerSecond: number): Rates => ({
  person: { perSecond: callsPerSecond, burst: callsPerSecond * 20 },
  // One key may speak for all gateways of a company.
  key: { perSecond: callsPerSecond * 20, burst: callsPerSecond * 400 },
  gateway: { perSecond: callsPerSecond, burst: callsPerSecond * 20 },
  company: { perSecond: callsPerSecond * 20, burst: callsPerSecond * 400 },
})

const MAX_BUCKETS = 20_000

export function makeCallRates(
  rates: Rates,
  now: () => number = () => performance.now(),
): CallRates {
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
    // Put in anew, so that the map's order is that of use, and the first is the one to forget.
    buckets.delete(key)
    buckets.set(key, { left: left - 1, at: now() })
    const oldest = buckets.size > MAX_BUCKETS ? buckets.keys().next().value : undefined
    if (oldest !== undefined) buckets.delete(oldest)
  }
  return { take: (...callers) => callers.forEach(take) }
}
