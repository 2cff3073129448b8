import type { Id } from '#contract/ids.ts'
import type { Fix } from '#contract/positioning/fix.ts'
import type { Learned } from '#contract/positioning/learning.ts'
import type { Listening } from '#contract/positioning/listening.ts'
import type { World } from '#contract/positioning/looks.ts'
import type { RadioMap } from '#contract/positioning/radioMap.ts'
import type { Kernel } from '#kernel/kernel.ts'
import { groundOfFloor, type Facts } from './facts.ts'
import type { HeardGateways } from './heardGateways.ts'
import type { PointListening } from './pointListening.ts'

export interface Tracked extends Listening {
  battery: number | null
  keptAt: number
  kept: Fix | null
  shownAt: number
  shown: Fix | null
}
export interface Company {
  facts: Facts
  /** Learned since the server started; a few minutes of traffic suffice. */
  learned: Learned
  learnsSince: Date
  tracked: Map<string, Tracked>
  heardGateways: HeardGateways
  /** By floor, for the survey of `mapsStamp`. */
  maps: ReadonlyMap<number, RadioMap>
  mapsStamp: string
  pointListenings: Map<number, PointListening>
}

const engines = new WeakMap<Kernel, Map<number, Company>>()

export function engineOf(kernel: Kernel): Map<number, Company> {
  const known = engines.get(kernel) ?? new Map<number, Company>()
  engines.set(kernel, known)
  return known
}

export const knownCompany = (kernel: Kernel, companyId: Id<'company'>): Company | null =>
  engineOf(kernel).get(companyId) ?? null

export const loadWorld = ({ facts, learned, maps }: Company): World => ({
  anchors: facts.anchors,
  grounds: {
    has: (floorId) => facts.floors.has(floorId),
    get: (floorId) => groundOfFloor(facts, floorId),
  },
  exponent: facts.exponent,
  learned,
  taken: facts.radio.taken,
  circles: facts.radio.circles,
  maps,
})

const flushedAt = new WeakMap<Kernel, number>()
/** Milliseconds. A server without readings takes part, but rarely. */
const FLUSH_IDLE = 10_000

export function isFlushDue(kernel: Kernel): boolean {
  const now = kernel.clock.now().getTime()
  const isOld = Math.abs(now - (flushedAt.get(kernel) ?? 0)) >= FLUSH_IDLE
  if (!isOld && ![...engineOf(kernel).values()].some(hasNews)) return false
  flushedAt.set(kernel, now)
  return true
}

function hasNews({ tracked, heardGateways, pointListenings }: Company): boolean {
  if (pointListenings.size > 0) return true
  for (const { isFresh } of tracked.values()) if (isFresh) return true
  for (const { isFresh } of heardGateways.values()) if (isFresh) return true
  return false
}
