/**
 * The outbox worker: picks the next company and handles failed events. Companies run side by side,
 * one set of events a turn, so that a busy company delays no other. `eventSet.ts` processes a set.
 */
import { eq, sql } from 'drizzle-orm'
import type { Id } from '#contract/ids.ts'
import { truncate } from '#contract/rules/truncate.ts'
import * as tables from '#db/schema/index.ts'
import { isDue, LAST_ATTEMPT_OF_EVENTS, LONGEST_WAIT_OF_EVENTS } from './dueTimes.ts'
import { ofCompany } from '#kernel/data/ofCompany.ts'
import { reasonOf } from '#kernel/http/errorAnswers.ts'
import { answerSet, isLockedByOther, type Reactions, type SetOutcome } from './eventSet.ts'
import { startJob } from '#kernel/work/jobs.ts'
import type { Kernel } from '#kernel/kernel.ts'
import { asSystem, inCompany } from '#kernel/data/transaction.ts'

export interface Outbox {
  /** Call after a commit of the company. */
  wake(companyId: Id<'company'>): void
  drain(): Promise<void>
  stop(): Promise<void>
}

export interface OutboxOptions {
  poll?: boolean
  workers?: number
}

// Recovery only: after a restart, or if another server's wake-up was lost.
const POLL_MILLISECONDS = 5_000
/** A change on any server, or an event that failed, restores the shorter interval. */
const IDLE_POLL_MILLISECONDS = 30_000
/** Most events of a set: enough to share every round trip, few enough to commit soon. */
const MAX_SET = 200
/**
 * In a burst a company's events gather this long before the next set, since a set costs the same
 * round trips for one event as for many. A single event is processed at once.
 */
const GATHERING_MILLISECONDS = 100

export function startOutbox(
  kernel: Kernel,
  reactions: Reactions,
  { poll = false, workers = 1 }: OutboxOptions = {},
): Outbox {
  /** Ordered by turn: a company that was just served goes to the end. */
  const waiting = new Set<Id<'company'>>()
  const busy = new Map<Id<'company'>, Promise<void>>()
  const limits = new Map<Id<'company'>, number>()
  /** Gathering companies: when their next set may begin, by `performance.now()`. */
  const notBefore = new Map<Id<'company'>, number>()
  let timer: NodeJS.Timeout | undefined
  let drains = 0
  let stopped = false

  const turn = async (companyId: Id<'company'>) => {
    const limit = limits.get(companyId) ?? MAX_SET
    const { handled, postponed, hasEmitted } = await answerNext(kernel, reactions, {
      companyId,
      limit,
    })
    if (postponed > 0 && handled > 0)
      limits.set(companyId, Math.min(MAX_SET, Math.max(2, handled * 2)))
    else limits.delete(companyId)
    const isMore = handled >= limit || postponed > 0 || hasEmitted
    if (!isMore) return
    waiting.add(companyId)
    // Nothing was processed: another server holds the company, and others go first.
    if (handled > 0) notBefore.delete(companyId)
  }
  const begin = (companyId: Id<'company'>) => {
    waiting.delete(companyId)
    notBefore.set(companyId, performance.now() + GATHERING_MILLISECONDS)
    const work = turn(companyId)
      .catch((error: unknown) => kernel.log.error({ err: error }, 'the outbox could not be read'))
      .finally(() => {
        busy.delete(companyId)
        start()
      })
    busy.set(companyId, work)
  }
  const start = () => {
    clearTimeout(timer)
    const now = performance.now()
    for (const companyId of waiting) {
      if (stopped || busy.size >= workers) return
      if (busy.has(companyId)) continue
      if (drains > 0 || (notBefore.get(companyId) ?? 0) <= now) begin(companyId)
    }
    const next = Math.min(
      ...[...waiting].filter((id) => !busy.has(id)).map((id) => notBefore.get(id) ?? now),
    )
    if (Number.isFinite(next) && !stopped) timer = setTimeout(start, Math.max(0, next - now))
    for (const [companyId, moment] of notBefore) if (moment <= now) notBefore.delete(companyId)
  }
  const look = async () => {
    for (const companyId of await companiesThatWait(kernel)) waiting.add(companyId)
    start()
  }
  const settled = async () => {
    while (busy.size > 0) await Promise.all(busy.values())
  }
  if (poll)
    startJob(kernel, {
      name: 'events',
      every: POLL_MILLISECONDS,
      everyIdle: IDLE_POLL_MILLISECONDS,
      first: 0,
      run: look,
    })
  return {
    wake(companyId) {
      waiting.add(companyId)
      start()
    },
    async drain() {
      drains += 1
      try {
        await look()
        await settled()
      } finally {
        drains -= 1
      }
    },
    async stop() {
      stopped = true
      clearTimeout(timer)
      await settled()
    },
  }
}

/** Skips along the index, so the cost does not grow with the number of events. */
async function companiesThatWait(kernel: Kernel): Promise<Id<'company'>[]> {
  const waits = sql`handled_at is null and failed_at is null
    and ${isDue(tables.outboxEvent.availableAt, kernel.clock.now(), LONGEST_WAIT_OF_EVENTS)}`
  const { rows } = await asSystem(kernel.pool, (db) =>
    db.execute<{ id: Id<'company'> }>(sql`with recursive each(id) as (
      select min(company_id) from outbox_event where ${waits}
      union all
      select (select min(company_id) from outbox_event where ${waits} and company_id > each.id)
      from each where each.id is not null
    ) select id from each where id is not null`),
  )
  return rows.map(({ id }) => id)
}

type Turn = Omit<SetOutcome, 'unreadable'>

/**
 * If a set fails, its events are processed one by one, so that one event cannot block the others.
 */
async function answerNext(
  kernel: Kernel,
  reactions: Reactions,
  order: { companyId: Id<'company'>; limit: number },
): Promise<Turn> {
  const taken: number[] = []
  try {
    const { unreadable, ...outcome } = await kernel.tracing.span(
      'events of a company',
      { 'plantroom.company': order.companyId },
      () => answerSet(kernel, reactions, order, taken),
    )
    for (const { id, error } of unreadable)
      await setBack(kernel, { companyId: order.companyId, id, error })
    return { ...outcome, handled: outcome.handled + unreadable.length }
  } catch (error) {
    const [first, ...others] = taken
    if (first === undefined && isLockedByOther(error))
      return { handled: 0, postponed: 1, hasEmitted: false }
    if (first === undefined) throw error
    if (others.length === 0) {
      await setBack(kernel, { companyId: order.companyId, id: first, error })
      return { handled: 1, postponed: 0, hasEmitted: false }
    }
    kernel.log.warn(
      { err: error, events: taken.length },
      'events could not be answered together; each is answered alone',
    )
    return answerEach(kernel, reactions, order.companyId, taken)
  }
}

async function answerEach(
  kernel: Kernel,
  reactions: Reactions,
  companyId: Id<'company'>,
  ids: readonly number[],
): Promise<Turn> {
  let hasEmitted = false
  for (const id of ids) {
    const taken: number[] = []
    try {
      const one = await answerSet(kernel, reactions, { companyId, limit: 1, only: id }, taken)
      hasEmitted ||= one.hasEmitted
    } catch (error) {
      if (taken.length === 0) throw error
      await setBack(kernel, { companyId, id, error })
    }
  }
  return { handled: ids.length, postponed: 0, hasEmitted }
}

interface Fault {
  companyId: Id<'company'>
  id: number
  error: unknown
}

/** Schedules a retry. After the last attempt the event waits for a person. */
async function setBack(kernel: Kernel, { companyId, id, error }: Fault): Promise<void> {
  kernel.log.error(
    { err: error, eventId: id },
    'an event could not be handled; it will be tried again',
  )
  const message = truncate(reasonOf(error), 1000)
  const now = kernel.clock.now()
  await inCompany(kernel.pool, companyId, (db) =>
    db.execute(sql`update ${tables.outboxEvent} set attempts = attempts + 1, last_error = ${message},
      failed_at = case when attempts + 1 >= ${LAST_ATTEMPT_OF_EVENTS}::int then ${now}::timestamptz end,
      available_at = ${now}::timestamptz + interval '1 second' * power(2, attempts + 1)
      where ${ofCompany(tables.outboxEvent, companyId, eq(sql`${tables.outboxEvent.id}`, id))}`),
  )
  kernel.jobs.noteChange()
}
