/** Lists advertisements that nobody can read, if they come from a sensor that is not heard. */
import type { Id } from '#contract/ids.ts'
import type { Unread } from '#contract/ingest/measurements.ts'
import type { Kernel } from '#kernel/kernel.ts'
import { isSilent } from './placeReadings.ts'
import type { Known } from './incidents.ts'

/** Milliseconds. Gateways hear every phone nearby, so devices are looked up rarely. */
const REPEATED = 10 * 60_000
const APART = 10_000
const REMEMBERED = 20_000

const lookedUp = new WeakMap<Kernel, Map<string, number>>()

export function dueAdverts(
  kernel: Kernel,
  companyId: Id<'company'>,
  adverts: readonly Unread[],
  now: number,
): Unread[] {
  const before = lookedUp.get(kernel) ?? new Map<string, number>()
  lookedUp.set(kernel, before)
  const lookup = String(companyId)
  if (adverts.length === 0 || Math.abs(now - (before.get(lookup) ?? -Infinity)) < APART) return []
  before.set(lookup, now)
  return adverts.filter(({ device }) => {
    const name = `${companyId} ${device}`
    const last = before.get(name)
    if (last !== undefined && Math.abs(now - last) < REPEATED) return false
    before.delete(name)
    before.set(name, now)
    const oldest = before.size > REMEMBERED ? before.keys().next().value : undefined
    if (oldest !== undefined) before.delete(oldest)
    return true
  })
}

/** A sensor that is heard sends other frames in between. */
export const ofSilent = (
  adverts: readonly Unread[],
  byDevice: ReadonlyMap<string, readonly Known[]>,
  now: number,
): Unread[] =>
  adverts.filter(({ device }) => {
    const own = byDevice.get(device) ?? []
    return own.length > 0 && own.every((known) => isSilent(known, now))
  })
