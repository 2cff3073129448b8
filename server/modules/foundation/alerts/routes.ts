import { and, eq, inArray, isNull, not, sql } from 'drizzle-orm'
import type { alerts as contract } from '#contract/alerts.ts'
import type { Id } from '#contract/ids.ts'
import * as tables from '#db/schema/index.ts'
import { ofCompany } from '#kernel/data/ofCompany.ts'
import { refuseNotFound } from '#kernel/http/errors.ts'
import { count } from '#kernel/data/listQueries.ts'
import type { Handlers } from '#kernel/http/mount.ts'
import type { Scope } from '#kernel/access/scope.ts'
import {
  alertsOrder,
  alertsWhere,
  isShownWithAnother,
  joined,
  own,
  rowOf,
  selectAlerts,
  together,
} from './rows.ts'

const seenWith = (ids: readonly Id<'alert'>[]) =>
  sql`${tables.alertRecipient.alertId} in (select twin.id from ${tables.alert} join alert twin
    on twin.id = ${tables.alert.id} or (${together})
    where twin.company_id = ${tables.alertRecipient.companyId} and ${inArray(tables.alert.id, [...ids])})`

async function followOf({ db, from, actor }: Scope, id: Id<'equipment'>) {
  const found = await db
    .select({ id: tables.equipment.id })
    .from(tables.equipment)
    .where(from.equipment(eq(tables.equipment.id, id)))
  if (found.length === 0) throw refuseNotFound('equipment')
  const [row] = await db
    .select({
      followers: count,
      follows: sql<boolean>`coalesce(bool_or(${tables.equipmentFollower.userId} = ${actor.userId}),
        false)`,
    })
    .from(tables.equipmentFollower)
    .where(
      ofCompany(
        tables.equipmentFollower,
        actor.companyId,
        eq(tables.equipmentFollower.equipmentId, id),
      ),
    )
  return { follows: row?.follows ?? false, followers: row?.followers ?? 0 }
}

export const alertHandlers: Handlers<typeof contract> = {
  async listAlerts(scope, { body }) {
    const { db } = scope
    const where = alertsWhere(scope, body)
    const [total] = await db
      .select({ count })
      .from(tables.alertRecipient)
      .innerJoin(tables.alert, joined)
      .where(where)
    const [unseen] = await db
      .select({ count })
      .from(tables.alertRecipient)
      .innerJoin(tables.alert, joined)
      .where(and(own(scope), isNull(tables.alertRecipient.seenAt), not(isShownWithAnother(scope))))
    const rows = await selectAlerts(scope, where, body.equipmentId)
      .orderBy(...alertsOrder(scope, body.sort))
      .limit(body.limit)
      .offset(body.offset)
    return { count: total?.count ?? 0, unseen: unseen?.count ?? 0, rows: rows.map(rowOf) }
  },
  async seeAlerts(scope, { body: { alertIds } }) {
    if (alertIds !== null && alertIds.length > 0) {
      const found = await scope.db
        .select({ id: tables.alertRecipient.alertId })
        .from(tables.alertRecipient)
        .where(and(own(scope), inArray(tables.alertRecipient.alertId, alertIds)))
      if (found.length !== new Set(alertIds).size) throw refuseNotFound('alert', 'body.alertIds')
    }
    if (alertIds?.length === 0) return { seen: 0 }
    const seen = await scope.db
      .update(tables.alertRecipient)
      .set({ seenAt: scope.clock.now() })
      .where(
        and(
          own(scope),
          isNull(tables.alertRecipient.seenAt),
          alertIds === null ? undefined : seenWith(alertIds),
        ),
      )
      .returning({ id: tables.alertRecipient.id })
    return { seen: seen.length }
  },
  getEquipmentFollow: (scope, { params }) => followOf(scope, params.id),
  async setEquipmentFollow(scope, { params, body }) {
    const {
      db,
      actor: { companyId, userId },
    } = scope
    await followOf(scope, params.id)
    if (userId === null) throw new Error('Only people follow')
    if (body.follows)
      await db
        .insert(tables.equipmentFollower)
        .values({ companyId, equipmentId: params.id, userId })
        .onConflictDoNothing()
    else
      await db
        .delete(tables.equipmentFollower)
        .where(
          ofCompany(
            tables.equipmentFollower,
            companyId,
            eq(tables.equipmentFollower.equipmentId, params.id),
            eq(tables.equipmentFollower.userId, userId),
          ),
        )
    return followOf(scope, params.id)
  },
}
