/**
 * Processes waiting events of one company as a set. They are selected, passed to the reactions and
 * marked in one transaction, so a killed process did all of it or nothing. Unique keys of the
 * effects guard retries.
 */
import { asc, eq, isNull, sql, type SQL } from 'drizzle-orm'
import { domainEvent, type DomainEvent, type EventType } from '#contract/events.ts'
import type { Tag } from '#contract/endpoint.ts'
import type { Id } from '#contract/ids.ts'
import { errorCodeOf } from '#db/errorCode.ts'
import * as tables from '#db/schema/index.ts'
import { isAnyId } from '#kernel/data/listQueries.ts'
import { ofCompany } from '#kernel/data/ofCompany.ts'
import { systemActor } from '#kernel/access/actor.ts'
import { isDue, LONGEST_WAIT_OF_EVENTS } from './dueTimes.ts'
import type { Kernel } from '#kernel/kernel.ts'
import { PendingWrites } from './pendingWrites.ts'
import { makeScope, type Scope } from '#kernel/access/scope.ts'
import { inCompany, type Db } from '#kernel/data/transaction.ts'

export interface TakenEvent<T extends EventType = EventType> {
  id: number
  payload: Extract<DomainEvent, { type: T }>
  scope: Scope
}

/** Ids that could not be processed together with earlier ones. The next set begins with them. */
type Postponed = readonly number[]

/**
 * Receives several events in order and may postpone some to the next set. If it throws, each event
 * is processed alone.
 */
export type Reaction<T extends EventType> = (
  events: readonly TakenEvent<T>[],
) => Promise<Postponed | void>
export type Reactions = { [T in EventType]: readonly Reaction<T>[] }

export interface SetOrder {
  companyId: Id<'company'>
  limit: number
  only?: number
}

export interface SetOutcome {
  handled: number
  postponed: number
  /** Events that this version cannot parse: a newer server or a person wrote them. */
  unreadable: { id: number; error: unknown }[]
  /** True if the reactions emitted events that have reactions themselves. */
  hasEmitted: boolean
}

/** `taken` is filled once the events are selected, so that the caller can name them in an error. */
export async function answerSet(
  kernel: Kernel,
  reactions: Reactions,
  order: SetOrder,
  taken: number[],
): Promise<SetOutcome> {
  const tags: Tag[] = []
  const { outcome } = await inCompany(
    kernel.pool,
    order.companyId,
    (db) => answerTaken(kernel, reactions, order, { db, tags, taken }),
    ({ last }) => last,
  )
  kernel.live.publish(order.companyId, tags)
  return outcome
}

interface Answered {
  outcome: SetOutcome
  last: SQL[]
}

async function answerTaken(
  kernel: Kernel,
  reactions: Reactions,
  order: SetOrder,
  { db, tags, taken }: { db: Db; tags: Tag[]; taken: number[] },
): Promise<Answered> {
  let rows = await take(db, order, kernel.clock.now())
  if (rows.length === 0) {
    // Another server may hold the company's lock and have processed this set before its commit.
    await db.execute(sql.raw(`set local lock_timeout = '${LOCK_MILLISECONDS}ms'`))
    await db.execute(sql`select pg_advisory_xact_lock(${LOCK}, ${order.companyId}::int)`)
    await db.execute(sql`set local lock_timeout = 0`)
    rows = await take(db, order, kernel.clock.now())
  }
  const { events, unreadable } = readable(rows)
  taken.push(...events.map(({ id }) => id))
  if (events.length === 0)
    return { outcome: { handled: 0, postponed: 0, unreadable, hasEmitted: false }, last: [] }
  const together = untilAnotherType(events, reactions)
  const pending = new PendingWrites((type) => reactions[type].length > 0)
  const postponed = await react(kernel, reactions, { db, tags, pending }, together)
  const written = await pending.statement(db, order.companyId)
  const handled = together.filter(({ id }) => !postponed.has(id))
  return {
    outcome: {
      handled: handled.length,
      postponed: events.length - handled.length,
      unreadable,
      hasEmitted: pending.hasEmitted,
    },
    last: [
      ...(written ? [written] : []),
      ...(handled.length > 0 ? [markStatement(order.companyId, handled, kernel.clock.now())] : []),
    ],
  }
}

type Row = Awaited<ReturnType<typeof take>>[number]
type ReadableRow = Row & { event: DomainEvent }

/** How long a worker waits for a company's lock before it serves others. */
const LOCK_MILLISECONDS = 500

export const isLockedByOther = (error: unknown): boolean => errorCodeOf(error) === '55P03'

const LOCK = sql.raw(`hashtext('outbox')`)

/**
 * Selects events in order. Empty if another worker holds the company: one worker at a time
 * processes a company's events.
 */
function take(db: Db, { companyId, limit, only }: SetOrder, now: Date) {
  return db
    .select({
      id: tables.outboxEvent.id,
      payload: tables.outboxEvent.payload,
      depth: tables.outboxEvent.depth,
      companyId: tables.outboxEvent.companyId,
      timezone: tables.company.timezone,
      language: tables.company.language,
    })
    .from(tables.outboxEvent)
    .innerJoin(tables.company, eq(tables.company.id, tables.outboxEvent.companyId))
    .where(
      ofCompany(
        tables.outboxEvent,
        companyId,
        isNull(tables.outboxEvent.handledAt),
        isNull(tables.outboxEvent.failedAt),
        isDue(tables.outboxEvent.availableAt, now, LONGEST_WAIT_OF_EVENTS),
        only === undefined ? undefined : eq(sql`${tables.outboxEvent.id}`, only),
        sql`(select pg_try_advisory_xact_lock(${LOCK}, ${companyId}::int))`,
      ),
    )
    .orderBy(asc(tables.outboxEvent.id))
    .limit(limit)
    .for('update', { of: tables.outboxEvent, skipLocked: true })
}

function readable(rows: readonly Row[]) {
  const events: ReadableRow[] = []
  const unreadable: SetOutcome['unreadable'] = []
  for (const row of rows) {
    const read = domainEvent.safeParse(row.payload)
    if (read.success) events.push({ ...row, event: read.data })
    else unreadable.push({ id: row.id, error: read.error })
  }
  return { events, unreadable }
}

/**
 * The events up to the first of another type, so that a reaction sees all effects of earlier ones.
 * Events without a reaction pass.
 */
function untilAnotherType(
  events: readonly ReadableRow[],
  reactions: Reactions,
): readonly ReadableRow[] {
  const isAnswered = ({ event }: ReadableRow) => reactions[event.type].length > 0
  const type = events.find(isAnswered)?.event.type
  const end = events.findIndex((each) => isAnswered(each) && each.event.type !== type)
  return end === -1 ? events : events.slice(0, end)
}

async function react(
  kernel: Kernel,
  reactions: Reactions,
  transaction: { db: Db; tags: Tag[]; pending: PendingWrites },
  rows: readonly ReadableRow[],
): Promise<ReadonlySet<number>> {
  const postponed = new Set<number>()
  const type = rows.find(({ event }) => reactions[event.type].length > 0)?.event.type
  if (type === undefined) return postponed
  const events = rows
    .filter(({ event }) => event.type === type)
    .map((row) => ({ id: row.id, payload: row.event, scope: scopeOf(kernel, transaction, row) }))
  // The registry is keyed by the type that all of these events have; the compiler cannot follow
  // that.
  for (const reaction of reactions[type] as readonly Reaction<EventType>[]) {
    const left = await reaction(events.filter(({ id }) => !postponed.has(id)))
    for (const id of left ?? []) postponed.add(id)
  }
  return postponed
}

const scopeOf = (
  kernel: Kernel,
  transaction: { db: Db; tags: Tag[]; pending: PendingWrites },
  { id, depth, companyId, timezone, language }: Row,
): Scope =>
  makeScope({
    ...transaction,
    actor: systemActor(companyId, timezone, language, {
      kind: 'system',
      id: null,
      name: 'Plantroom',
    }),
    clock: kernel.clock,
    cause: { eventId: id, depth },
    open: () => {
      throw new Error('A reaction is already inside its transaction')
    },
  })

const markStatement = (
  companyId: Id<'company'>,
  rows: readonly Row[],
  handledAt: Date,
): SQL => sql`update ${tables.outboxEvent} set handled_at = ${handledAt.toISOString()}::timestamptz
  where ${ofCompany(
    tables.outboxEvent,
    companyId,
    isAnyId(
      tables.outboxEvent.id,
      rows.map(({ id }) => id),
    ),
  )}`
