import type { EventByKind, WatchedKind } from '#contract/automation/events.ts'
import type { Span } from '#contract/automation/waiting.ts'
import type { TagType } from '#contract/endpoint.ts'
import type { Scope } from '#kernel/access/scope.ts'
import type { Occasion } from '../facts.ts'

/** `causeRunId`: the run that led to it, for example by opening the ticket. */
export interface FoundSpan extends Span {
  causeRunId: number | null
  /** When it became known, which may be after its end. */
  storedAt?: number
  /** What the list of a `shared` event names: a ticket type, a procedure, a status. */
  of?: number
}

export interface Window {
  /** Spans that ended earlier are not needed. */
  from: Date
  now: Date
  /** When the rule began to watch. A back-test has none. */
  since?: Date
  /** Subjects that rows wait for, or that the rule acted on. A back-test has none. */
  known?: readonly number[]
  /** Only these subjects matter. */
  only?: readonly number[]
}

/** Facts of a subject, apart from the time. */
export type Subject = Omit<Occasion, 'at' | 'facts' | 'log' | 'performer' | 'event'> & {
  facts: Omit<Occasion['facts'], 'weekday' | 'minute'>
}

export interface ServerEvent<K extends WatchedKind> {
  /** A change of these may begin or end a span. */
  tags: readonly TagType[]
  /** A rule acts once for a subject, although late readings may move its times. */
  actsOnce?: true
  /** Subjects that changed since then. Without it, each look asks for all. */
  touched?(scope: Scope, since: Date): Promise<number[]>
  /** What the actor may see: those that last, and those that ended in the window. */
  spans(scope: Scope, event: EventByKind<K>, window: Window): Promise<FoundSpan[]>
  subjects(scope: Scope, ids: readonly number[]): Promise<Map<number, Subject>>
  /** Rules that differ only in a list or a length are answered from the spans of the widest. */
  shared?: {
    widest(event: EventByKind<K>): EventByKind<K>
    narrow(event: EventByKind<K>, spans: readonly FoundSpan[]): readonly FoundSpan[]
  }
}

/** Of all spans, those that a list names. An empty list means all. */
export const ofList = (
  list: readonly number[],
  spans: readonly FoundSpan[],
): readonly FoundSpan[] =>
  list.length === 0 ? spans : spans.filter(({ of }) => of !== undefined && list.includes(of))

/** One more than may wait, so that a rest is noticed. */
export const MAX_WAITING = 100_000
export const MAX_SPANS = MAX_WAITING + 1
