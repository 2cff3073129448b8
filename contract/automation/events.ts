/**
 * Registry of what a rule begins with. A new kind needs an entry here; an incomplete kind does not
 * compile.
 */
import { z } from 'zod'
import type { Blank } from './blank.ts'
import {
  deviceSilent,
  deviceSilentKind,
  sensorBeyondLimit,
  sensorBeyondLimitKind,
  stockLow,
  stockLowKind,
} from './events/alerts.ts'
import { dateComes, dateComesKind, stockExpires, stockExpiresKind } from './events/dates.ts'
import type { Ending, EventOf } from './events/kind.ts'
import {
  equipmentAway,
  equipmentAwayKind,
  equipmentInPlace,
  equipmentInPlaceKind,
} from './events/places.ts'
import {
  procedureMissed,
  procedureMissedKind,
  statusChanged,
  statusChangedKind,
} from './events/things.ts'
import {
  ticketInState,
  ticketInStateKind,
  ticketNotTakenUp,
  ticketNotTakenUpKind,
  ticketOpened,
  ticketOpenedKind,
  ticketOverdue,
  ticketOverdueKind,
} from './events/tickets.ts'
import type { EventFacts, ProcedureLogFacts } from './facts.ts'

export { MAX_EVENT_MINUTES } from './events/alerts.ts'
export { equipmentDays, MAX_EVENT_DAYS } from './events/dates.ts'
export { endings, MAX_EVENT_HOURS, type Ending } from './events/kind.ts'
export { MAX_PLACE_MINUTES } from './events/places.ts'

/** The event of the specification (section 4): the automation's procedure was completed. */
const procedureDone = z.strictObject({ kind: z.literal('procedureDone') })
export const PROCEDURE_DONE = { kind: 'procedureDone' } as const

export const automationEvent = z.discriminatedUnion('kind', [
  procedureDone,
  ticketOpened,
  ticketNotTakenUp,
  ticketOverdue,
  ticketInState,
  statusChanged,
  procedureMissed,
  sensorBeyondLimit,
  deviceSilent,
  equipmentInPlace,
  equipmentAway,
  stockLow,
  stockExpires,
  dateComes,
])
export type AutomationEvent = z.infer<typeof automationEvent>
export type EventKind = AutomationEvent['kind']
export type EventByKind<K extends EventKind> = Extract<AutomationEvent, { kind: K }>
export type BlankEvent<K extends EventKind = EventKind> = {
  [One in K]: Blank<EventByKind<One>>
}[K]
/** Events that belong to no procedure. */
export type WatchedKind = Exclude<EventKind, 'procedureDone'>
export type WatchedEvent = EventByKind<WatchedKind>

export type FactsByEvent = { [K in EventKind]: EventFacts } & { procedureDone: ProcedureLogFacts }

const registry = {
  procedureDone: { names: {}, fresh: () => PROCEDURE_DONE, faults: () => [] },
  ticketOpened: ticketOpenedKind,
  ticketNotTakenUp: ticketNotTakenUpKind,
  ticketOverdue: ticketOverdueKind,
  ticketInState: ticketInStateKind,
  statusChanged: statusChangedKind,
  procedureMissed: procedureMissedKind,
  sensorBeyondLimit: sensorBeyondLimitKind,
  deviceSilent: deviceSilentKind,
  equipmentInPlace: equipmentInPlaceKind,
  equipmentAway: equipmentAwayKind,
  stockLow: stockLowKind,
  stockExpires: stockExpiresKind,
  dateComes: dateComesKind,
} satisfies { [K in EventKind]: EventOf<EventByKind<K>> }
export const eventKinds = Object.keys(registry) as EventKind[]

/** Checks data that was read: a stored event may be of a newer server. */
export const isEventKind = (kind: string): kind is EventKind =>
  eventKinds.some((one) => one === kind)

type Any = EventOf<{ kind: string }>
type Entry = Omit<Any, 'fresh'>
const unknownKind: Entry = { names: {}, faults: () => ['unknownKind'] }
/** The registry entry of an event. The cast is safe because `kind` is the discriminator. */
export const kindOfEvent = ({ kind }: { kind: string }): Entry =>
  isEventKind(kind) ? (registry[kind] as unknown as Any) : unknownKind

export const freshEvent = <K extends EventKind>(kind: K): BlankEvent<K> =>
  registry[kind].fresh() as BlankEvent<K>

export const isWatched = (event: AutomationEvent): event is WatchedEvent =>
  event.kind !== 'procedureDone'

export const endingOf = (event: AutomationEvent): Ending =>
  'whenOver' in event ? event.whenOver : 'nothing'
