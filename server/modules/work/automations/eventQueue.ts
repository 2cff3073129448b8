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
import * as tables from '#db/schema/index.ts'
import { ofCompany } from '#kernel/data/ofCompany.ts'
import { refuseNotFound } from '#kernel/http/errors.ts'
import { joinOn } from '#kernel/data/joinOn.ts'
import type { Scope } from '#kernel/access/scope.ts'

const USUAL_MILLISECONDS = 5_000

const isWaiting = and(isNull(tables.outboxEvent.handledAt), isNull(tables.outboxEvent.failedAt))
const isGivenUp = and(isNull(tables.outboxEvent.handledAt), isNotNull(tables.outboxEvent.failedAt))

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
    .select({ id: tables.outboxEvent.id })
    .from(tables.outboxEvent)
    .where(
      ofCompany(
        tables.outboxEvent,
        actor.companyId,
        isWaiting,
        lt(tables.outboxEvent.availableAt, new Date(clock.now().getTime() - USUAL_MILLISECONDS)),
      ),
    )
    .limit(1)
  return late !== undefined
}

async function countOf({ db, actor }: Scope, condition: SQL | undefined) {
  const some = db
    .select({ at: tables.outboxEvent.createdAt })
    .from(tables.outboxEvent)
    .where(ofCompany(tables.outboxEvent, actor.companyId, condition))
    .orderBy(tables.outboxEvent.id)
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
  const isSeen = sql`(${tables.procedureLog.id} is null or ${tables.procedureLog.id} in (
    select ${tables.procedureLog.id} from ${tables.procedureLog} where ${from.procedureLogs()}))`
  const rows = await db
    .select({
      id: tables.outboxEvent.id,
      at: tables.outboxEvent.createdAt,
      procedureLogId: tables.procedureLog.id,
      procedure: tables.procedure.name,
      thing: sql<string | null>`coalesce(${tables.equipment.name}, ${tables.location.name})`,
      automation: { id: tables.automation.id, name: tables.automation.name },
      reason: tables.outboxEvent.lastError,
    })
    .from(tables.outboxEvent)
    .leftJoin(
      tables.procedureLog,
      and(
        eq(tables.procedureLog.companyId, tables.outboxEvent.companyId),
        sql`${tables.procedureLog.id} = (${tables.outboxEvent.payload}->>'procedureLogId')::int`,
      ),
    )
    .leftJoin(tables.procedure, joinOn(tables.procedure, tables.procedureLog.procedureId))
    .leftJoin(tables.equipment, joinOn(tables.equipment, tables.procedureLog.equipmentId))
    .leftJoin(tables.location, joinOn(tables.location, tables.procedureLog.locationId))
    .leftJoin(
      tables.automationWait,
      and(
        eq(tables.automationWait.companyId, tables.outboxEvent.companyId),
        sql`${tables.automationWait.id} = (${tables.outboxEvent.payload}->>'waitId')::int`,
      ),
    )
    .leftJoin(tables.automation, joinOn(tables.automation, tables.automationWait.automationId))
    .where(ofCompany(tables.outboxEvent, actor.companyId, isGivenUp, isSeen))
    .orderBy(desc(tables.outboxEvent.id))
    .limit(MAX_NAMED_EVENTS)
  return rows.map(({ at, reason, ...row }) => ({
    ...row,
    at: at.toISOString(),
    reason: truncate(reason ?? '', 300),
  }))
}

export async function retryEvents({ db, actor, clock }: Scope, only?: number): Promise<number> {
  const again = await db
    .update(tables.outboxEvent)
    .set({ failedAt: null, attempts: 0, availableAt: clock.now() })
    .where(ofCompany(tables.outboxEvent, actor.companyId, isGivenUp, isOnly(only)))
    .returning({ id: tables.outboxEvent.id })
  if (only !== undefined && again.length === 0) throw refuseNotFound('event')
  return again.length
}

/** Dismisses a failed event. Its error stays until events of its age are removed. */
export async function dismissEvent({ db, actor, clock }: Scope, id: number): Promise<void> {
  const gone = await db
    .update(tables.outboxEvent)
    .set({ handledAt: clock.now() })
    .where(ofCompany(tables.outboxEvent, actor.companyId, isGivenUp, isOnly(id)))
    .returning({ id: tables.outboxEvent.id })
  if (gone.length === 0) throw refuseNotFound('event')
}

const isOnly = (id: number | undefined): SQL | undefined =>
  id === undefined ? undefined : sql`${tables.outboxEvent.id} = ${id}`
