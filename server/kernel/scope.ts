/**
 * All that a handler receives: who acts, what they may reach, and the three ways to leave a trace.
 */
import type { DomainEvent } from '#contract/events'
import type { Tag } from '#contract/endpoint'
import type { PermissionGroup } from '#contract/permissions'
import type { Clock } from '../ports/clock.ts'
import type { Actor, Cause } from './actor.ts'
import { refuseUnconfirmed } from './confirmed.ts'
import { notAllowed } from './errors.ts'
import { writeJournal, type Change } from './journal.ts'
import { writeEvents, type PendingWrites } from './pendingWrites.ts'
import { rightsOf, type From } from './rights.ts'
import { attempted, type Db } from './transaction.ts'

export interface Scope {
  /** Throws on a public endpoint: nobody is signed in there. */
  readonly actor: Actor
  readonly clock: Clock
  /** The company's rows, in the request's transaction. Throws where the endpoint opened none. */
  readonly db: Db
  /**
   * Rows the actor may see: every read of equipment, locations, procedures, logs and tickets starts
   * here.
   */
  readonly from: From
  can(group: PermissionGroup): boolean
  /** 403 unless the actor can. */
  must(group: PermissionGroup): void
  /**
   * 403 `confirmFirst` unless the person proved lately who they are: for what only turns out to be
   * sensitive here.
   */
  mustBeConfirmed(): void
  /** Into the outbox, in this transaction; handled after commit. */
  emit(event: DomainEvent): Promise<void>
  journal(...changes: Change[]): Promise<void>
  /**
   * What is written from here on stands on no version that its writer had read; the journal says
   * so.
   */
  overwrites(): void
  /** Told to the clients after commit, beside what the endpoint declares. */
  changed(...tags: Tag[]): void
  /**
   * Part of the transaction that may fail by itself: what it wrote is taken back, the rest stays. A
   * fault that concerns the whole transaction is thrown on, so that all of it is tried again.
   */
  attempt<T>(work: () => Promise<T>, otherwise: (error: unknown) => T): Promise<T>
  /** The same scope with another cause named in the journal: an automation's run, an import. */
  causedBy(cause: Cause): Scope
  /** One transaction of its own, for endpoints declared `transaction: 'none'`. */
  transaction<T>(work: (scope: Scope) => Promise<T>): Promise<T>
}

export interface ScopeParts {
  actor: Actor | null
  clock: Clock
  db: Db | null
  tags: Tag[]
  /** How deep in a chain of events this is, and which event began it. */
  cause?: { eventId: number; depth: number }
  /** Shared by the scopes made of this one. */
  noted?: { isOverwriting: boolean }
  /**
   * Journal and events of this transaction, written by whoever opened it before the commit; without
   * it they are written as they come.
   */
  pending?: PendingWrites
  open<T>(actor: Actor, work: (db: Db) => Promise<T>): Promise<T>
}

/** A rule that opens what opens it again would never end; a chain longer than this is cut. */
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
      return attempted(db(), work, (error) => {
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

/** What is pending belongs to one transaction. */
const withoutPending = ({ pending: _pending, ...parts }: ScopeParts): ScopeParts => parts

function present<T>(value: T | null, otherwise: string): T {
  if (value === null) throw new Error(otherwise)
  return value
}
