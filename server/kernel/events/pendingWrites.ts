/**
 * Journal entries and events of one transaction, collected and written in one statement before the
 * commit. Nothing in the transaction reads them.
 */
import { sql, type SQL } from 'drizzle-orm'
import type { DomainEvent, EventType } from '#contract/events.ts'
import type { Id } from '#contract/ids.ts'
import * as tables from '#db/schema/index.ts'
import { journalStatement, type AuthoredChange } from './journal.ts'
import { insertRows } from '#kernel/data/insertRows.ts'
import { plannedOnce, type Db } from '#kernel/data/preparedStatements.ts'

export interface EmittedEvent {
  payload: DomainEvent
  depth: number
  causationId: number | null
  at: Date
}

interface Mark {
  changes: number
  events: number
}

export class PendingWrites {
  private readonly changes: AuthoredChange[] = []
  private readonly events: EmittedEvent[] = []
  private hasEmittedAny = false

  /** `isAnswered`: whether an event type has reactions; others are written as handled. */
  constructor(private readonly isAnswered: (type: EventType) => boolean = () => true) {}

  addChanges(changes: readonly AuthoredChange[]): void {
    this.changes.push(...changes)
  }

  addEvent(event: EmittedEvent): void {
    this.events.push(event)
  }

  get hasEmitted(): boolean {
    return this.hasEmittedAny
  }

  mark(): Mark {
    return { changes: this.changes.length, events: this.events.length }
  }

  takeBack({ changes, events }: Mark): void {
    this.changes.length = changes
    this.events.length = events
  }

  /**
   * The statement to send with the commit. Call once. Undefined if there is nothing to write.
   */
  async statement(db: Db, companyId: Id<'company'>): Promise<SQL | undefined> {
    const changes = this.changes.splice(0)
    const events = this.events.splice(0)
    const journal = await journalStatement(db, companyId, changes)
    if (events.length === 0) return journal
    this.hasEmittedAny ||= events.some(({ payload }) => this.isAnswered(payload.type))
    const outbox = eventsStatement(companyId, events, this.isAnswered)
    return journal ? sql`with journal as (${journal}) ${outbox}` : outbox
  }
}

export async function writeEvents(
  db: Db,
  companyId: Id<'company'>,
  events: readonly EmittedEvent[],
): Promise<void> {
  await plannedOnce(db).execute(eventsStatement(companyId, events, () => true))
}

const eventsStatement = (
  companyId: Id<'company'>,
  events: readonly EmittedEvent[],
  isAnswered: (type: EventType) => boolean,
) =>
  insertRows(
    tables.outboxEvent,
    events.map(({ payload, depth, causationId, at }) => ({
      companyId,
      payload,
      depth,
      causationId,
      createdAt: at,
      availableAt: at,
      handledAt: isAnswered(payload.type) ? null : at,
    })),
  )
