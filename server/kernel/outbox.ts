/**
 * The outbox's worker. An event is taken, answered and marked in one transaction of its company, so
 * a process killed at any moment either did all of it or none of it; the unique keys of the effects
 * guard the rest.
 */
import { and, asc, eq, isNull, lte, sql } from 'drizzle-orm'
import { domainEvent, type DomainEvent, type EventType } from '#contract/events'
import type { Tag } from '#contract/endpoint'
import type { Id } from '#contract/ids'
import { company, outboxEvent } from '../db/schema/index.ts'
import { systemActor } from './actor.ts'
import { startJob } from './jobs.ts'
import type { Kernel } from './kernel.ts'
import { makeScope, type Scope } from './scope.ts'
import { asSystem, inCompany, type Db } from './transaction.ts'

export interface Occurrence<T extends EventType = EventType> {
  id: number
  payload: Extract<DomainEvent, { type: T }>
}
export type Reactions = {
  [T in EventType]: readonly ((scope: Scope, event: Occurrence<T>) => Promise<void>)[]
}

export interface Outbox {
  /** Something was committed: look now. */
  wake(): void
  /**
   * Handles all that waits, for tests and for the end of a request that wants to see the effect.
   */
  drain(): Promise<void>
  stop(): Promise<void>
}

// recovery only: after a restart, or when another server's wake-up was lost
const POLL_MILLISECONDS = 5_000
const LAST_ATTEMPT = 8

export function startOutbox(kernel: Kernel, reactions: Reactions, poll: boolean): Outbox {
  let running: Promise<void> | undefined
  let again = false
  let stopped = false

  const drain = async () => {
    do {
      again = false
      while (!stopped && (await handleNext(kernel, reactions))) {
        /* one event a turn */
      }
    } while (again && !stopped)
  }
  const run = () => {
    if (running) {
      again = true
      return running
    }
    running = drain().finally(() => {
      running = undefined
    })
    return running
  }
  const tell = (error: unknown) => kernel.log.error({ err: error }, 'the outbox could not be read')
  if (poll) startJob(kernel, { name: 'events', every: POLL_MILLISECONDS, first: 0, run })
  return {
    wake: () => void run().catch(tell),
    async drain() {
      await run().catch(tell)
      await running?.catch(tell)
    },
    async stop() {
      stopped = true
      await running?.catch(tell)
    },
  }
}

interface Taken {
  id: Id<'internal'>
  companyId: Id<'company'>
}

/** True when there was an event to handle. */
async function handleNext(kernel: Kernel, reactions: Reactions): Promise<boolean> {
  let taken: Taken | undefined
  const tags: Tag[] = []
  try {
    taken = await asSystem(kernel.pool, async (db) => {
      const event = await takeNext(db, kernel.clock.now())
      if (!event) return undefined
      const { id, companyId } = event
      taken = { id, companyId }
      await enterCompany(db, companyId)
      await answer(kernel, reactions, db, event, tags)
      await db
        .update(outboxEvent)
        .set({ handledAt: kernel.clock.now() })
        .where(and(eq(outboxEvent.companyId, companyId), eq(outboxEvent.id, id)))
      return taken
    })
  } catch (error) {
    if (!taken) throw error
    kernel.log.error(
      { err: error, eventId: taken.id },
      'an event could not be handled; it will be tried again',
    )
    await postpone(kernel, taken, error)
    return true
  }
  if (taken) kernel.live.publish(taken.companyId, tags)
  return taken !== undefined
}

type Waiting = typeof outboxEvent.$inferSelect

async function takeNext(db: Db, now: Date): Promise<Waiting | undefined> {
  const [event] = await db
    .select()
    .from(outboxEvent)
    .where(
      and(
        isNull(outboxEvent.handledAt),
        isNull(outboxEvent.failedAt),
        lte(outboxEvent.availableAt, now),
      ),
    )
    .orderBy(asc(outboxEvent.id))
    .limit(1)
    .for('update', { skipLocked: true })
  return event
}

/**
 * From the system's view to the company's, inside the same transaction: reactions see one company
 * only.
 */
async function enterCompany(db: Db, companyId: number): Promise<void> {
  await db.execute(
    sql.raw(
      `set local role plantroom_tenant; select set_config('app.company_id', '${Number(companyId)}', true)`,
    ),
  )
}

async function answer(
  kernel: Kernel,
  reactions: Reactions,
  db: Db,
  event: Waiting,
  tags: Tag[],
): Promise<void> {
  const [home] = await db
    .select({ timezone: company.timezone, language: company.language })
    .from(company)
    .where(eq(company.id, event.companyId))
  if (!home) throw new Error(`Company ${event.companyId} is not there`)
  const payload = domainEvent.parse(event.payload)
  const scope = makeScope({
    actor: systemActor(event.companyId, home.timezone, home.language, {
      kind: 'system',
      id: null,
      name: 'Plantroom',
    }),
    clock: kernel.clock,
    db,
    tags,
    cause: { eventId: event.id, depth: event.depth },
    open: () => {
      throw new Error('A reaction is already inside its transaction')
    },
  })
  // The registry is keyed by the type that the payload was just parsed to; the compiler cannot
  // follow that pairing.
  for (const react of reactions[payload.type] as readonly ((
    scope: Scope,
    event: Occurrence,
  ) => Promise<void>)[]) {
    await react(scope, { id: event.id, payload })
  }
}

async function postpone(kernel: Kernel, { id, companyId }: Taken, error: unknown): Promise<void> {
  const message = (error instanceof Error ? error.message : String(error)).slice(0, 1000)
  await inCompany(kernel.pool, companyId, async (db) => {
    const [row] = await db
      .update(outboxEvent)
      .set({ attempts: sql`${outboxEvent.attempts} + 1`, lastError: message })
      .where(and(eq(outboxEvent.companyId, companyId), eq(outboxEvent.id, id)))
      .returning({ attempts: outboxEvent.attempts })
    const attempts = row?.attempts ?? 1
    const now = kernel.clock.now()
    await db
      .update(outboxEvent)
      .set(
        attempts >= LAST_ATTEMPT
          ? { failedAt: now }
          : { availableAt: new Date(now.getTime() + 1000 * 2 ** attempts) },
      )
      .where(and(eq(outboxEvent.companyId, companyId), eq(outboxEvent.id, id)))
  })
}
