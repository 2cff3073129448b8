import { and, desc, eq, inArray, sql, type SQL } from 'drizzle-orm'
import type { z } from 'zod'
import { hooks as contract, type hookDelivery as shape } from '#contract/hooks.ts'
import type { Id } from '#contract/ids.ts'
import * as tables from '#db/schema/index.ts'
import { ofCompany } from '#kernel/data/ofCompany.ts'
import { refuseNotFound } from '#kernel/http/errors.ts'
import { joinOn } from '#kernel/data/joinOn.ts'
import { count, orderOf } from '#kernel/data/listQueries.ts'
import type { Handlers } from '#kernel/http/mount.ts'
import { hasUnrestrictedView } from '#kernel/access/rights.ts'
import type { Scope } from '#kernel/access/scope.ts'
import { hostOf } from './address.ts'
import { payloadOf, queueDelivery } from './queue.ts'

/**
 * A call is visible to users who may see its procedure log. Without a log, only to users who see
 * everything.
 */
function seen({ actor, from }: Scope): SQL | undefined {
  if (hasUnrestrictedView(actor)) return ofCompany(tables.hookDelivery, actor.companyId)
  return ofCompany(
    tables.hookDelivery,
    actor.companyId,
    sql`${tables.hookDelivery.procedureLogId} in (select ${tables.procedureLog.id} from ${tables.procedureLog}
      where ${from.procedureLogs()})`,
  )
}

function select(scope: Scope, where: SQL | undefined) {
  const { db } = scope
  return db
    .select({
      row: tables.hookDelivery,
      hook: { id: tables.apiHook.id, name: tables.apiHook.name },
      ruleId: tables.automation.id,
    })
    .from(tables.hookDelivery)
    .leftJoin(tables.apiHook, joinOn(tables.apiHook, tables.hookDelivery.hookId))
    .leftJoin(tables.automation, joinOn(tables.automation, tables.hookDelivery.automationId))
    .where(and(seen(scope), where))
    .$dynamic()
}

const iso = (value: Date | null) => value?.toISOString() ?? null

function viewOf({
  row,
  hook,
  ruleId,
}: Awaited<ReturnType<typeof select>>[number]): z.input<typeof shape> {
  return {
    id: row.id,
    hook,
    automation: row.automationId === null ? null : { id: ruleId, name: row.automationName ?? '' },
    procedureLogId: row.procedureLogId,
    isTest: row.isTest,
    state: row.state,
    createdAt: row.createdAt.toISOString(),
    attempts: row.attempts,
    nextAttemptAt: iso(row.nextAttemptAt),
    deliveredAt: iso(row.deliveredAt),
    status: row.status,
    error: row.error,
  }
}

async function one(scope: Scope, id: Id<'hookDelivery'>) {
  const [found] = await select(scope, eq(tables.hookDelivery.id, id))
  if (!found) throw refuseNotFound('call')
  return found
}

async function factsOf({ db, from, actor }: Scope, id: Id<'procedureLog'>) {
  const [row] = await db
    .select({
      log: tables.procedureLog,
      procedure: { id: tables.procedure.id, name: tables.procedure.name },
      equipment: {
        id: tables.equipment.id,
        name: tables.equipment.name,
        equipmentId: tables.equipment.equipmentId,
      },
      location: { id: tables.location.id, name: tables.location.name },
      user: tables.user,
    })
    .from(tables.procedureLog)
    .innerJoin(tables.procedure, joinOn(tables.procedure, tables.procedureLog.procedureId))
    .innerJoin(tables.user, joinOn(tables.user, tables.procedureLog.doneBy))
    .leftJoin(tables.equipment, joinOn(tables.equipment, tables.procedureLog.equipmentId))
    .leftJoin(tables.location, joinOn(tables.location, tables.procedureLog.locationId))
    .where(
      ofCompany(
        tables.procedureLog,
        actor.companyId,
        from.procedureLogs(eq(tables.procedureLog.id, id)),
      ),
    )
  if (!row) throw refuseNotFound('procedure log', 'body.procedureLogId')
  return {
    ...row,
    automation: null,
    performer: { id: row.user.id, name: `${row.user.firstName} ${row.user.lastName}` },
  }
}

export const hookHandlers: Handlers<typeof contract> = {
  async listHookDeliveries(scope, { body }) {
    const where = and(
      body.hookId ? eq(tables.hookDelivery.hookId, body.hookId) : undefined,
      body.automationId ? eq(tables.hookDelivery.automationId, body.automationId) : undefined,
      body.states?.length ? inArray(tables.hookDelivery.state, body.states) : undefined,
    )
    const [total] = await scope.db
      .select({ count })
      .from(tables.hookDelivery)
      .where(and(seen(scope), where))
    const rows = await select(scope, where)
      .orderBy(
        ...orderOf(
          scope,
          body.sort,
          { createdAt: tables.hookDelivery.createdAt },
          tables.hookDelivery.id,
          [desc(tables.hookDelivery.id)],
        ),
      )
      .limit(body.limit)
      .offset(body.offset)
    return { count: total?.count ?? 0, rows: rows.map(viewOf) }
  },
  async getHookDelivery(scope, { params }) {
    const found = await one(scope, params.id)
    const tries = await scope.db
      .select()
      .from(tables.hookAttempt)
      .where(
        ofCompany(
          tables.hookAttempt,
          scope.actor.companyId,
          eq(tables.hookAttempt.deliveryId, params.id),
        ),
      )
      .orderBy(desc(tables.hookAttempt.id))
      .limit(200)
    return {
      ...viewOf(found),
      key: found.row.key,
      payload: found.row.payload,
      tries: tries
        .toReversed()
        .map(({ at, milliseconds, method, url, headers, status, body, error }) => ({
          at: at.toISOString(),
          milliseconds,
          request: { method, url: hostOf(url), headers },
          response: status === null ? null : { status, body: body ?? '' },
          error,
        })),
    }
  },
  async resendHookDelivery(scope, { params }) {
    const found = await one(scope, params.id)
    // Resets the tries. The idempotency key stays, so that the receiver recognises the call.
    await scope.db
      .update(tables.hookDelivery)
      .set({ state: 'waiting', attempts: 0, nextAttemptAt: scope.clock.now(), deliveredAt: null })
      .where(
        ofCompany(
          tables.hookDelivery,
          scope.actor.companyId,
          eq(tables.hookDelivery.id, found.row.id),
        ),
      )
    return viewOf(await one(scope, params.id))
  },
  async testApiHook(scope, { params, body }) {
    const [hook] = await scope.db
      .select({ id: tables.apiHook.id })
      .from(tables.apiHook)
      .where(ofCompany(tables.apiHook, scope.actor.companyId, eq(tables.apiHook.id, params.id)))
    if (!hook) throw refuseNotFound('API hook')
    const facts = await factsOf(scope, body.procedureLogId)
    const id = await queueDelivery(scope, {
      hookId: hook.id,
      payload: payloadOf(facts, true),
      isTest: true,
      procedureLogId: body.procedureLogId,
    })
    return viewOf(await one(scope, id))
  },
}
