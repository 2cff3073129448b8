/**
 * What a handler receives: the actor, the rows in reach, and functions to write journal, events and
 * tags.
 */
import type { DomainEvent } from '#contract/events.ts'
import type { Tag } from '#contract/endpoint.ts'
import type { PermissionGroup } from '#contract/people/permissions.ts'
import type { Clock } from '#ports/clock.ts'
import type { Actor, Cause } from './actor.ts'
import { refuseUnconfirmed } from './recentProof.ts'
import { notAllowed } from '#kernel/http/errors.ts'
import { writeJournal, type Change } from '#kernel/events/journal.ts'
import { writeEvents, type PendingWrites } from '#kernel/events/pendingWrites.ts'
import { rightsOf, type From } from './rights.ts'
import { trySavepoint, type Db } from '#kernel/data/transaction.ts'

export interface Scope {
  /** Throws on a public endpoint, which has no actor. */
  readonly actor: Actor
  readonly clock: Clock
  /** This installation's URL as printed on labels. Without it, no address is recognised. */
  readonly publicUrl: string | undefined
  /** The company's rows, in the request's transaction. Throws if the endpoint opened none. */
  readonly db: Db
  readonly from: From
  can(group: PermissionGroup): boolean
  /** Throws 403 unless the actor has the right. */
  must(group: PermissionGroup): void
  /**
   * Throws 403 `confirmFirst` unless the person proved their identity lately. For calls that turn
   * out to be sensitive in the handler.
   */
  mustBeConfirmed(): void
  /** Writes to the outbox in this transaction; processed after the commit. */
  emit(event: DomainEvent): Promise<void>
  journal(...changes: Change[]): Promise<void>
  /**
   * Marks following writes as not based on a version that the writer read. The journal shows it.
   */
  overwrites(): void
  /** Published to clients after the commit, with the endpoint's own tags. */
  changed(...tags: Tag[]): void
  /**
   * A savepoint: if `work` fails, its writes are rolled back and the rest stays. Errors of the
   * whole transaction are rethrown, so that it is retried.
   */
  attempt<T>(work: () => Promise<T>, otherwise: (error: unknown) => T): Promise<T>
  causedBy(cause: Cause): Scope
  /** Opens a separate transaction, for endpoints with `transaction: 'none'`. */
  transaction<T>(work: (scope: Scope) => Promise<T>): Promise<T>
}

export interface ScopeParts {
  actor: Actor | null
  clock: Clock
  publicUrl?: string
  db: Db | null
  tags: Tag[]
  /** Depth in a chain of events, and the event that began it. */
  cause?: { eventId: number; depth: number }
  noted?: { isOverwriting: boolean }
  /**
   * Journal and events of this transaction, written before the commit by the code that opened it.
   * Without it they are written at once.
   */
  pending?: PendingWrites
  open<T>(actor: Actor, work: (db: Db) => Promise<T>): Promise<T>
}

/** Rules that trigger each other would never end; longer chains are cut. */
const LONGEST_CHAIN = 8

export function makeScope(parts: ScopeParts): Scope {
  const actor = () => present(parts.actor, 'A public endpoint has no actor')
  const db = () => present(parts.db, 'This endpoint opened no transaction; use scope.transaction')
  const noted = parts.noted ?? { isOverwriting: false }
  const can = (group: PermissionGroup) => actor().permissions.has(group)
  return {
    get actor() {
      return actor()
    },
    get db() {
      return db()
    },
    get from() {
      return rightsOf(actor())
    },
    clock: parts.clock,
    publicUrl: parts.publicUrl,
    can,
    must(group) {
      if (!can(group)) throw notAllowed(group)
    },
    mustBeConfirmed: () => refuseUnconfirmed(actor(), parts.clock.now()),
    async emit(payload) {
      const depth = (parts.cause?.depth ?? -1) + 1
      if (depth > LONGEST_CHAIN) return
      const causationId = parts.cause?.eventId ?? null
      const event = { payload, depth, causationId, at: parts.clock.now() }
      if (parts.pending) parts.pending.addEvent(event)
      else await writeEvents(db(), actor().companyId, [event])
    },
    async journal(...changes) {
      const author = { actor: actor(), at: parts.clock.now(), isOverwriting: noted.isOverwriting }
      const authored = changes.map((change) => ({ ...author, change }))
      if (parts.pending) parts.pending.addChanges(authored)
      else await writeJournal(db(), author.actor.companyId, authored)
    },
    overwrites() {
      noted.isOverwriting = true
    },
    changed: (...tags) => {
      parts.tags.push(...tags)
    },
    attempt(work, otherwise) {
      const before = parts.pending?.mark()
      return trySavepoint(db(), work, (error) => {
        if (before) parts.pending?.takeBack(before)
        return otherwise(error)
      })
    },
    causedBy: (cause) => makeScope({ ...parts, noted, actor: { ...actor(), cause } }),
    transaction: (work) =>
      parts.open(actor(), (opened) =>
        work(makeScope({ ...withoutPending(parts), noted, db: opened })),
      ),
  }
}

/** Pending writes belong to one transaction, so a new transaction starts without them. */
const withoutPending = ({ pending: _pending, ...parts }: ScopeParts): ScopeParts => parts

function present<T>(value: T | null, otherwise: string): T {
  if (value === null) throw new Error(otherwise)
  return value
}
