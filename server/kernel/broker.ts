/** What is known of the MQTT broker, for the health page, the metrics and the screens of keys. */
import type { Id } from '#contract/ids'
import type { Clock } from '../ports/clock.ts'
import type { BrokerSettings, Lane } from '../ports/broker.ts'

/** What became of a message. */
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
  /** Of the connections that this server holds, how many stand. */
  connected: number
  connections: number
  /** Since when the first of them stands; null: none does. */
  since: Date | null
  /** Why one does not; null: none is in trouble. */
  trouble: string | null
}

export interface Broker {
  settings: BrokerSettings
  /** The connections that this server holds. */
  lanes(): Lane[]
  state(): BrokerState
  /** Since the start of the server; `companyId` null where nobody's key was given. */
  count(outcome: Outcome, companyId: Id<'company'> | null): void
  totals(): ReadonlyMap<Outcome, number>
  lastAt(): Date | null
  /** What came with a company's own keys; null: nothing yet. */
  of(companyId: Id<'company'>): Tally | null
}

/** These were taken, now or before: nothing was lost. */
const WELL: readonly Outcome[] = ['taken', 'again']

export function makeBroker(settings: BrokerSettings, clock: Clock, lanes: () => Lane[]): Broker {
  const totals = new Map<Outcome, number>()
  const companies = new Map<Id<'company'>, Tally>()
  let lastAt: Date | null = null
  return {
    settings,
    lanes,
    state() {
      const held = lanes()
      const since = held.flatMap((lane) => lane.since() ?? [])
      return {
        connected: since.length,
        connections: held.length,
        since: since.toSorted((one, other) => one.getTime() - other.getTime())[0] ?? null,
        trouble: held.map((lane) => lane.trouble()).find((words) => words !== null) ?? null,
      }
    },
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
