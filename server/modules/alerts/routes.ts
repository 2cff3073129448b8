import { and, desc, eq, inArray, isNull, not, sql } from 'drizzle-orm'
import {
  alerts as contract,
  incidentKinds,
  narrowedRights,
  zoneAlertKinds,
  type AlertKind,
} from '#contract/alerts.ts'
import type { Id } from '#contract/ids.ts'
import {
  alert,
  alertRecipient,
  area,
  equipment,
  equipmentFollower,
  inventoryItem,
  location,
  procedure,
  procedureLog,
  sensor,
  stock,
  ticket,
  zoneRule,
} from '#db/schema/index.ts'
import { notThere } from '#kernel/http/errors.ts'
import { joinOn } from '#kernel/data/joinOn.ts'
import { count, orderOf, qualified } from '#kernel/data/listQueries.ts'
import type { Handlers } from '#kernel/http/mount.ts'
import type { Scope } from '#kernel/access/scope.ts'

/** Names listed in a grouped alert. */
const NAMED = 20

const own = ({ actor }: Scope) =>
  and(
    eq(alertRecipient.companyId, actor.companyId),
    eq(alertRecipient.userId, actor.userId ?? sql`0`),
  )

const isZoneAlert = (kind: AlertKind): boolean =>
  Object.values<AlertKind>(zoneAlertKinds).includes(kind)

/**
 * A rule's own text goes to all recipients; what happened on equipment only to those who may still
 * see it.
 */
function saidOf({
  alert: { kind, text, byName },
  seesEquipment,
  seesTicket,
  seesSensor,
  seesZone,
}: {
  alert: typeof alert.$inferSelect
  seesEquipment: boolean
  seesTicket: boolean
  seesSensor: boolean
  seesZone: boolean
}): { text: string | null; by: string | null } {
  if (incidentKinds.some((one) => one === kind)) return { text: seesSensor ? text : null, by: null }
  if (kind === 'stockLow') return { text: null, by: null }
  if (narrowedRights.some((one) => one === kind)) return { text, by: null }
  if (isZoneAlert(kind)) return { text: seesZone ? text : null, by: null }
  if (kind === 'automation' || kind === 'nobodyEligible') return { text, by: null }
  return (kind === 'statusChanged' ? seesEquipment : seesTicket)
    ? { text, by: byName }
    : { text: null, by: null }
}

/** Alerts to one user by the same zone rule at the same moment are shown as one. */
const together = sql`twin.company_id = ${alert.companyId} and twin.zone_rule_id = ${alert.zoneRuleId}
  and twin.at = ${alert.at} and twin.equipment_id is not null`
const heardOf = ({ actor }: Scope) => sql`exists (select from alert_recipient heard
  where heard.company_id = twin.company_id and heard.alert_id = twin.id
  and heard.user_id = ${actor.userId})`
const isShownWithAnother = (scope: Scope) =>
  qualified(sql`(${alert.zoneRuleId} is not null and exists (select from alert twin
    where ${together} and twin.id > ${alert.id} and ${heardOf(scope)}))`)

const seenWith = (ids: readonly Id<'alert'>[]) =>
  sql`${alertRecipient.alertId} in (select twin.id from ${alert} join alert twin
    on twin.id = ${alert.id} or (${together})
    where twin.company_id = ${alertRecipient.companyId} and ${inArray(alert.id, [...ids])})`

async function followOf({ db, from, actor }: Scope, id: Id<'equipment'>) {
  const found = await db
    .select({ id: equipment.id })
    .from(equipment)
    .where(from.equipment(eq(equipment.id, id)))
  if (found.length === 0) throw notThere('equipment')
  const [row] = await db
    .select({
      followers: count,
      follows: sql<boolean>`coalesce(bool_or(${equipmentFollower.userId} = ${actor.userId}),
        false)`,
    })
    .from(equipmentFollower)
    .where(
      and(eq(equipmentFollower.companyId, actor.companyId), eq(equipmentFollower.equipmentId, id)),
    )
  return { follows: row?.follows ?? false, followers: row?.followers ?? 0 }
}

export const alertHandlers: Handlers<typeof contract> = {
  async listAlerts(scope, { body }) {
    const { db, from } = scope
    const where = and(
      own(scope),
      body.isUnseen === undefined
        ? undefined
        : body.isUnseen
          ? isNull(alertRecipient.seenAt)
          : sql`${alertRecipient.seenAt} is not null`,
      // Alerts of a single equipment are never grouped.
      body.equipmentId ? eq(alert.equipmentId, body.equipmentId) : not(isShownWithAnother(scope)),
    )
    const joined = joinOn(alert, alertRecipient.alertId)
    const [total] = await db
      .select({ count })
      .from(alertRecipient)
      .innerJoin(alert, joined)
      .where(where)
    const [unseen] = await db
      .select({ count })
      .from(alertRecipient)
      .innerJoin(alert, joined)
      .where(and(own(scope), isNull(alertRecipient.seenAt), not(isShownWithAnother(scope))))
    // Alerts stay listed, but name only what the user may still see.
    const rows = await db
      .select({
        alert,
        seenAt: alertRecipient.seenAt,
        procedure: procedure.name,
        score: procedureLog.score,
        equipment: { id: equipment.id, name: equipment.name },
        place: location.name,
        area: area.name,
        ticket: { id: ticket.id, title: ticket.title },
        stockId: stock.id,
        item: inventoryItem.name,
        seesStock: sql<boolean>`coalesce(${stock.locationId} in (select id from ${location}
          where ${from.locations()}), false)`,
        seesEquipment: sql<boolean>`${alert.equipmentId} in (select id from ${equipment}
          where ${from.equipment(eq(equipment.id, alert.equipmentId))})`,
        seesTicket: sql<boolean>`${alert.ticketId} in (select id from ${ticket}
          where ${from.tickets(eq(ticket.id, alert.ticketId))})`,
        sensor: { id: sensor.id, name: sensor.name },
        seesSensor: sql<boolean>`coalesce(${alert.sensorId} in (select id from ${sensor}
          where ${from.sensors(eq(sensor.id, alert.sensorId))}), false)`,
        zoneRule: {
          id: zoneRule.id,
          name: zoneRule.name,
          minimum: zoneRule.minimum,
          minutes: zoneRule.minutes,
        },
        seesZone: sql<boolean>`(${alert.locationId} is null or ${alert.locationId} in (select id
          from ${location} where ${from.ever.locations()}))`,
        others: qualified(sql<{ count: number; names: string[] | null }>`(select jsonb_build_object(
          'count', count(*), 'names', (array_agg(own_equipment.name order by own_equipment.name)
          filter (where own_equipment.name is not null))[1:${sql.raw(String(NAMED))}])
          from alert twin left join (select id, company_id, name from ${equipment}
            where ${from.equipment()}) own_equipment
          on own_equipment.company_id = twin.company_id and own_equipment.id = twin.equipment_id
          where ${body.equipmentId === undefined} and ${together} and twin.id < ${alert.id}
          and ${heardOf(scope)})`),
        seesLog: sql<boolean>`${alert.procedureLogId} in (select id from ${procedureLog}
          where ${from.procedureLogs(eq(procedureLog.id, alert.procedureLogId))})`,
        seesProcedure: sql<boolean>`${procedureLog.procedureId} in (select id from ${procedure}
          where ${from.ever.procedures()})`,
        seesThing: sql<boolean>`(case
          when ${alert.equipmentId} is not null then ${alert.equipmentId} in (select id
          from ${equipment} where ${from.ever.equipment(eq(equipment.id, alert.equipmentId))})
          else ${alert.locationId} in (select id from ${location} where ${from.ever.locations()})
          end)`,
      })
      .from(alertRecipient)
      .innerJoin(alert, joined)
      .leftJoin(procedureLog, joinOn(procedureLog, alert.procedureLogId))
      .leftJoin(
        procedure,
        and(eq(procedure.companyId, alert.companyId), eq(procedure.id, procedureLog.procedureId)),
      )
      .leftJoin(equipment, joinOn(equipment, alert.equipmentId))
      .leftJoin(location, joinOn(location, alert.locationId))
      .leftJoin(sensor, joinOn(sensor, alert.sensorId))
      .leftJoin(stock, joinOn(stock, alert.stockId))
      .leftJoin(
        inventoryItem,
        and(eq(inventoryItem.companyId, alert.companyId), eq(inventoryItem.id, stock.itemId)),
      )
      .leftJoin(ticket, joinOn(ticket, alert.ticketId))
      .leftJoin(zoneRule, joinOn(zoneRule, alert.zoneRuleId))
      .leftJoin(area, and(eq(area.companyId, alert.companyId), eq(area.id, zoneRule.areaId)))
      .where(where)
      .orderBy(...orderOf(body.sort, { at: alert.at }, alert.id, [desc(alert.id)]))
      .limit(body.limit)
      .offset(body.offset)
    return {
      count: total?.count ?? 0,
      unseen: unseen?.count ?? 0,
      rows: rows.map((row) => ({
        ...saidOf(row),
        id: row.alert.id,
        at: row.alert.at.toISOString(),
        kind: row.alert.kind,
        level: row.alert.level,
        procedure: row.seesProcedure ? row.procedure : null,
        thing: row.seesThing ? (row.equipment?.name ?? row.place) : null,
        score: row.seesLog ? row.score : null,
        automation: row.seesProcedure ? row.alert.automationName : null,
        equipment: row.seesEquipment ? row.equipment : null,
        ticket: row.seesTicket ? row.ticket : null,
        sensor: row.seesSensor ? row.sensor : null,
        procedureLogId: row.seesLog ? row.alert.procedureLogId : null,
        stock:
          row.seesStock && row.stockId !== null ? { id: row.stockId, name: row.item ?? '' } : null,
        zone:
          row.seesZone && row.zoneRule !== null
            ? {
                rule: { id: row.zoneRule.id, name: row.zoneRule.name },
                place: row.area ?? row.place,
                minimum: row.zoneRule.minimum,
                minutes: row.zoneRule.minutes,
              }
            : null,
        others: { count: row.others.count, names: row.others.names ?? [] },
        endedAt: row.alert.endedAt?.toISOString() ?? null,
        seenAt: row.seenAt?.toISOString() ?? null,
      })),
    }
  },
  async seeAlerts(scope, { body: { alertIds } }) {
    if (alertIds !== null && alertIds.length > 0) {
      const found = await scope.db
        .select({ id: alertRecipient.alertId })
        .from(alertRecipient)
        .where(and(own(scope), inArray(alertRecipient.alertId, alertIds)))
      if (found.length !== new Set(alertIds).size) throw notThere('alert', 'body.alertIds')
    }
    if (alertIds?.length === 0) return { seen: 0 }
    const seen = await scope.db
      .update(alertRecipient)
      .set({ seenAt: scope.clock.now() })
      .where(
        and(
          own(scope),
          isNull(alertRecipient.seenAt),
          alertIds === null ? undefined : seenWith(alertIds),
        ),
      )
      .returning({ id: alertRecipient.id })
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
        .insert(equipmentFollower)
        .values({ companyId, equipmentId: params.id, userId })
        .onConflictDoNothing()
    else
      await db
        .delete(equipmentFollower)
        .where(
          and(
            eq(equipmentFollower.companyId, companyId),
            eq(equipmentFollower.equipmentId, params.id),
            eq(equipmentFollower.userId, userId),
          ),
        )
    return followOf(scope, params.id)
  },
}
