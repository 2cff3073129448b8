/**
 * Events of a company that automations have not processed: waiting ones, and those that failed for
 * good.
 */
import { and, desc, eq, isNotNull, isNull, lt, sql, type SQL } from 'drizzle-orm'
import {
  MAX_COUNTED_EVENTS,
  MAX_NAMED_EVENTS,
  type EventQueue,
} from '#contract/automation/automation.ts'
import { truncate } from '#contract/rules/truncate.ts'
import { equipment, location, outboxEvent, procedure, procedureLog } from '#db/schema/index.ts'
import { notThere } from '#kernel/http/errors.ts'
import { joinOn } from '#kernel/data/joinOn.ts'
import type { Scope } from '#kernel/access/scope.ts'

/** Events older than this count as behind. */
const USUAL_MILLISECONDS = 5_000

const isWaiting = and(isNull(outboxEvent.handledAt), isNull(outboxEvent.failedAt))
const isGivenUp = and(isNull(outboxEvent.handledAt), isNotNull(outboxEvent.failedAt))

export async function eventQueueOf(scope: Scope): Promise<EventQueue> {
  const waiting = await countOf(scope, isWaiting)
  const failed = await countOf(scope, isGivenUp)
  const oldestAt = waiting.oldestAt === null ? null : new Date(waiting.oldestAt)
  return {
    waiting: waiting.count,
    oldestAt: oldestAt?.toISOString() ?? null,
    isBehind: await isBehind(scope),
    failedCount: failed.count,
    failed: failed.count === 0 ? [] : await givenUp(scope),
  }
}

/** Failed events wait for a retry and block nothing, so they do not count. */
async function isBehind({ db, actor, clock }: Scope): Promise<boolean> {
  const [late] = await db
    .select({ id: outboxEvent.id })
    .from(outboxEvent)
    .where(
      and(
        eq(outboxEvent.companyId, actor.companyId),
        isWaiting,
        lt(outboxEvent.availableAt, new Date(clock.now().getTime() - USUAL_MILLISECONDS)),
      ),
    )
    .limit(1)
  return late !== undefined
}

/** Reads no more rows than the maximum count. */
async function countOf({ db, actor }: Scope, condition: SQL | undefined) {
  const some = db
    .select({ at: outboxEvent.createdAt })
    .from(outboxEvent)
    .where(and(eq(outboxEvent.companyId, actor.companyId), condition))
    .orderBy(outboxEvent.id)
    .limit(MAX_COUNTED_EVENTS)
    .as('some')
  const [row] = await db
    .select({
      count: sql<number>`count(*)::int`,
      oldestAt: sql<string | null>`min(${some.at})`,
    })
    .from(some)
  return row ?? { count: 0, oldestAt: null }
}

async function givenUp({ db, actor, from }: Scope): Promise<EventQueue['failed']> {
  const isSeen = sql`(${procedureLog.id} is null or ${procedureLog.id} in (
    select ${procedureLog.id} from ${procedureLog} where ${from.procedureLogs()}))`
  const rows = await db
    .select({
      id: outboxEvent.id,
      at: outboxEvent.createdAt,
      procedureLogId: procedureLog.id,
      procedure: procedure.name,
      thing: sql<string | null>`coalesce(${equipment.name}, ${location.name})`,
      reason: outboxEvent.lastError,
    })
    .from(outboxEvent)
    .leftJoin(
      procedureLog,
      and(
        eq(procedureLog.companyId, outboxEvent.companyId),
        sql`${procedureLog.id} = (${outboxEvent.payload}->>'procedureLogId')::int`,
      ),
    )
    .leftJoin(procedure, joinOn(procedure, procedureLog.procedureId))
    .leftJoin(equipment, joinOn(equipment, procedureLog.equipmentId))
    .leftJoin(location, joinOn(location, procedureLog.locationId))
    .where(and(eq(outboxEvent.companyId, actor.companyId), isGivenUp, isSeen))
    .orderBy(desc(outboxEvent.id))
    .limit(MAX_NAMED_EVENTS)
  return rows.map(({ at, reason, ...row }) => ({
    ...row,
    at: at.toISOString(),
    reason: truncate(reason ?? '', 300),
  }))
}

/** Resets the tries of all failed events, or of one. */
export async function retryEvents({ db, actor, clock }: Scope, only?: number): Promise<number> {
  const again = await db
    .update(outboxEvent)
    .set({ failedAt: null, attempts: 0, availableAt: clock.now() })
    .where(and(eq(outboxEvent.companyId, actor.companyId), isGivenUp, isOnly(only)))
    .returning({ id: outboxEvent.id })
  if (only !== undefined && again.length === 0) throw notThere('event')
  return again.length
}

/** Dismisses a failed event. Its error stays until events of its age are removed. */
export async function dismissEvent({ db, actor, clock }: Scope, id: number): Promise<void> {
  const gone = await db
    .update(outboxEvent)
    .set({ handledAt: clock.now() })
    .where(and(eq(outboxEvent.companyId, actor.companyId), isGivenUp, isOnly(id)))
    .returning({ id: outboxEvent.id })
  if (gone.length === 0) throw notThere('event')
}

const isOnly = (id: number | undefined): SQL | undefined =>
  id === undefined ? undefined : sql`${outboxEvent.id} = ${id}`
