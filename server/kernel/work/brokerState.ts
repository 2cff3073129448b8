import type { Clock } from '#ports/clock.ts'
import type { BrokerProblem } from '#contract/health.ts'
import type { Id } from '#contract/ids.ts'
import type { BrokerSettings } from '#ports/mqtt/broker.ts'
import type { Lane } from '#ports/mqtt/lane.ts'
import type { Link } from '#ports/mqtt/link.ts'
import type { Loopback, LoopbackResult } from '#ports/mqtt/loopback.ts'

export const outcomes = [
  'taken',
  'again',
  'retained',
  'tooLarge',
  'noTopic',
  'unknownKey',
  'keyRefused',
  'tooMany',
  'unreadable',
  'failed',
] as const
export type Outcome = (typeof outcomes)[number]

interface Tally {
  taken: number
  refused: number
  lastAt: Date
}

interface BrokerState {
  connected: number
  connections: number
  /** When the oldest connection came up. Null if all are down. */
  since: Date | null
  /** The broker's reason for a connection that is down. Null if all are up. */
  trouble: string | null
  /** Whether the broker shares messages between connections. Null until it was reached. */
  shares: boolean | null
  problems: BrokerProblem[]
  loopback: LoopbackResult | null
}

export interface Broker {
  settings: BrokerSettings
  state(): BrokerState
  /** Counts since the server started. `companyId` is null for an unknown key. */
  count(outcome: Outcome, companyId: Id<'company'> | null): void
  totals(): ReadonlyMap<Outcome, number>
  lastAt(): Date | null
  loopbackTotals(): { returned: number; lost: number }
  /** Messages under a company's own keys. Null if there were none. */
  of(companyId: Id<'company'>): Tally | null
}

/** Outcomes without loss: the message was ingested now, or earlier. */
const WELL: readonly Outcome[] = ['taken', 'again']

/** The broker connection in use. `lanes` changes when servers join or leave. */
export interface BrokerWorks {
  link: Link
  loopback: Loopback
  lanes(): Lane[]
}

export function makeBroker(
  settings: BrokerSettings,
  clock: Clock,
  { link, loopback, lanes }: BrokerWorks,
): Broker {
  const totals = new Map<Outcome, number>()
  const companies = new Map<Id<'company'>, Tally>()
  let lastAt: Date | null = null
  return {
    settings,
    state() {
      const held = lanes()
        .filter((lane) => lane.isUsed())
        .map((lane) => lane.session())
      const since = held.flatMap((session) => session.since() ?? [])
      const trouble = link.trouble() ?? held.map((session) => session.trouble()).find(Boolean)
      return {
        connected: since.length,
        connections: held.length,
        since: since.toSorted((one, other) => one.getTime() - other.getTime())[0] ?? null,
        trouble: trouble ?? null,
        shares: link.facts()?.shares ?? null,
        problems: problemsOf(
          held.some((session) => session.isTakenOver()),
          loopback.result(),
        ),
        loopback: loopback.result(),
      }
    },
    loopbackTotals: loopback.totals,
    count(outcome, companyId) {
      lastAt = clock.now()
      totals.set(outcome, (totals.get(outcome) ?? 0) + 1)
      if (companyId === null) return
      const tally = companies.get(companyId) ?? { taken: 0, refused: 0, lastAt }
      companies.set(companyId, tally)
      tally.lastAt = lastAt
      if (outcome === 'taken') tally.taken += 1
      else if (!WELL.includes(outcome)) tally.refused += 1
    },
    totals: () => totals,
    lastAt: () => lastAt,
    of: (companyId) => companies.get(companyId) ?? null,
  }
}

const problemsOf = (isTakenOver: boolean, loopback: LoopbackResult | null): BrokerProblem[] => [
  ...(isTakenOver ? (['takenOver'] as const) : []),
  ...(loopback?.problem == null ? [] : [loopback.problem]),
]
