/**
 * Registry of the events that the server watches. A new kind needs one entry here; a missing kind
 * does not compile.
 */
import type { WatchedEvent, WatchedKind } from '#contract/automation/events.ts'
import type { Scope } from '#kernel/access/scope.ts'
import { timeFacts, type Occasion } from './facts.ts'
import { dateComes, stockExpires } from './events/dates.ts'
import { deviceSilent, sensorBeyondLimit, stockLow } from './events/alerts.ts'
import type { FoundSpan, ServerEvent, Window } from './events/kind.ts'
import { equipmentAway, equipmentInPlace } from './events/places.ts'
import { procedureMissed, statusChanged } from './events/things.ts'
import { ticketInState, ticketNotTakenUp, ticketOpened, ticketOverdue } from './events/tickets.ts'

const registry: { [K in WatchedKind]: ServerEvent<K> } = {
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
}

const entryOf = ({ kind }: WatchedEvent) => registry[kind] as unknown as ServerEvent<WatchedKind>

export const tagsOfEvents: ReadonlySet<string> = new Set(
  Object.values(registry).flatMap(({ tags }) => tags),
)

/** Rules with the same key are answered from the same spans. */
export function sharedEvent(event: WatchedEvent): { event: WatchedEvent; key: string } {
  const widest = entryOf(event).shared?.widest(event) ?? event
  return { event: widest, key: JSON.stringify({ ...widest, whenOver: null }) }
}

/** The spans of one rule among those of its shared event. */
export function spansOfRule(
  event: WatchedEvent,
  spans: readonly FoundSpan[],
): readonly FoundSpan[] {
  return entryOf(event).shared?.narrow(event, spans) ?? spans
}

export const actsOnce = (event: WatchedEvent): boolean => entryOf(event).actsOnce === true

export const isTouched = (event: WatchedEvent, tags: ReadonlySet<string>): boolean =>
  entryOf(event).tags.some((tag) => tags.has(tag))

/** Undefined if the event cannot tell which subjects changed. */
export const touchedSince = (
  scope: Scope,
  event: WatchedEvent,
  since: Date,
): Promise<number[]> | undefined => entryOf(event).touched?.(scope, since)

export const spansOf = (scope: Scope, event: WatchedEvent, window: Window): Promise<FoundSpan[]> =>
  entryOf(event).spans(scope, event, window)

/** What a rule acts on, for each of `found`; undefined if the subject is gone. */
export async function occasionsOf(
  scope: Scope,
  event: WatchedEvent,
  found: readonly { subjectId: number; at: Date }[],
): Promise<(Occasion | undefined)[]> {
  const ids = [...new Set(found.map(({ subjectId }) => subjectId))]
  const subjects = ids.length === 0 ? new Map() : await entryOf(event).subjects(scope, ids)
  return found.map(({ subjectId, at }): Occasion | undefined => {
    const subject = subjects.get(subjectId)
    return (
      subject && {
        ...subject,
        event: event.kind,
        at,
        log: null,
        performer: null,
        facts: { ...subject.facts, ...timeFacts(at, scope.actor.timezone) },
      }
    )
  })
}
