/**
 * All that a handler receives: who acts, what they may reach, and the three ways to leave a trace.
 */
import type { DomainEvent } from '#contract/events'
import type { Tag } from '#contract/endpoint'
import type { PermissionGroup } from '#contract/permissions'
import { outboxEvent } from '../db/schema/index.ts'
import type { Clock } from '../ports/clock.ts'
import type { Actor, Cause } from './actor.ts'
import { refuseUnconfirmed } from './confirmed.ts'
import { notAllowed } from './errors.ts'
import { writeJournal, type Change } from './journal.ts'
import { rightsOf, type From } from './rights.ts'
import type { Db } from './transaction.ts'

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
      await db()
        .insert(outboxEvent)
        .values({
          companyId: actor().companyId,
          payload,
          depth,
          causationId: parts.cause?.eventId ?? null,
          availableAt: parts.clock.now(),
        })
    },
    journal: (...changes) =>
      writeJournal(db(), actor(), parts.clock.now(), changes, noted.isOverwriting),
    overwrites() {
      noted.isOverwriting = true
    },
    changed: (...tags) => {
      parts.tags.push(...tags)
    },
    causedBy: (cause) => makeScope({ ...parts, noted, actor: { ...actor(), cause } }),
    transaction: (work) =>
      parts.open(actor(), (opened) => work(makeScope({ ...parts, noted, db: opened }))),
  }
}

function present<T>(value: T | null, otherwise: string): T {
  if (value === null) throw new Error(otherwise)
  return value
}
