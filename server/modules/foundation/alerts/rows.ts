import { and, desc, eq, isNull, not, sql, type SQL } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { z } from 'zod'
import {
  dutyAlertKinds,
  incidentKinds,
  narrowedRights,
  causeKinds,
  zoneAlertKinds,
  type AlertKind,
  type alerts as contract,
} from '#contract/alerts.ts'
import type { CallEnd } from '#contract/duties/dutyCall.ts'
import * as tables from '#db/schema/index.ts'
import type { Scope } from '#kernel/access/scope.ts'
import { joinOn } from '#kernel/data/joinOn.ts'
import { orderOf, qualified } from '#kernel/data/listQueries.ts'
import { byName } from '#kernel/data/nameOrder.ts'
import { ofCompany } from '#kernel/data/ofCompany.ts'

const NAMED = 20

export const own = ({ actor }: Scope) =>
  ofCompany(
    tables.alertRecipient,
    actor.companyId,
    eq(tables.alertRecipient.userId, actor.userId ?? sql`0`),
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
  seesStock,
  seesDuty,
}: {
  alert: typeof tables.alert.$inferSelect
  seesEquipment: boolean
  seesTicket: boolean
  seesSensor: boolean
  seesZone: boolean
  seesStock: boolean
  seesDuty: boolean
}): { text: string | null; by: string | null } {
  if (incidentKinds.some((one) => one === kind)) return { text: seesSensor ? text : null, by: null }
  if (dutyAlertKinds.some((one) => one === kind))
    return seesDuty ? { text, by: byName } : { text: null, by: null }
  if (kind === 'stockLow') return { text: seesStock ? text : null, by: null }
  if (narrowedRights.some((one) => one === kind)) return { text, by: null }
  if (isZoneAlert(kind)) return { text: seesZone ? text : null, by: null }
  if (kind === 'automation' || kind === 'dutyCalled' || kind === 'nobodyEligible')
    return { text, by: null }
  return (kind === 'statusChanged' ? seesEquipment : seesTicket)
    ? { text, by: byName }
    : { text: null, by: null }
}

/** Alerts to one user by the same zone rule at the same moment are shown as one. */
export const together = sql`twin.company_id = ${tables.alert.companyId} and twin.zone_rule_id = ${tables.alert.zoneRuleId}
  and twin.at = ${tables.alert.at} and twin.equipment_id is not null`
const heardOf = ({ actor }: Scope) => sql`exists (select from alert_recipient heard
  where heard.company_id = twin.company_id and heard.alert_id = twin.id
  and heard.user_id = ${actor.userId})`
export const isShownWithAnother = (scope: Scope) =>
  qualified(sql`(${tables.alert.zoneRuleId} is not null and exists (select from alert twin
    where ${together} and twin.id > ${tables.alert.id} and ${heardOf(scope)}))`)

export type Question = Omit<z.output<typeof contract.listAlerts.body>, 'limit' | 'offset'>

export const joined = joinOn(tables.alert, tables.alertRecipient.alertId)

export const alertsWhere = (scope: Scope, { isUnseen, equipmentId }: Question): SQL | undefined =>
  and(
    own(scope),
    isUnseen === undefined
      ? undefined
      : isUnseen
        ? isNull(tables.alertRecipient.seenAt)
        : sql`${tables.alertRecipient.seenAt} is not null`,
    equipmentId ? eq(tables.alert.equipmentId, equipmentId) : not(isShownWithAnother(scope)),
  )

export const alertsOrder = (scope: Scope, sort: Question['sort']): SQL[] =>
  orderOf(scope, sort, { at: tables.alert.at }, tables.alert.id, [desc(tables.alert.id)])

const cause = alias(tables.alert, 'cause')
const sensorId = sql`coalesce(${tables.alert.sensorId}, ${cause.sensorId})`

/** Alerts stay listed, but name only what the user may still see. */
export function selectAlerts(
  scope: Scope,
  where: SQL | undefined,
  equipmentId: Question['equipmentId'],
) {
  const { db, from } = scope
  return db
    .select({
      alert: tables.alert,
      seenAt: tables.alertRecipient.seenAt,
      procedure: tables.procedure.name,
      score: tables.procedureLog.score,
      equipment: { id: tables.equipment.id, name: tables.equipment.name },
      place: tables.location.name,
      area: tables.area.name,
      ticket: { id: tables.ticket.id, title: tables.ticket.title },
      cause: { kind: cause.kind, text: cause.text, endedAt: cause.endedAt },
      stockId: tables.stock.id,
      item: tables.inventoryItem.name,
      seesStock: sql<boolean>`coalesce(${tables.stock.locationId} in (select id from ${tables.location}
          where ${from.locations()}), false)`,
      seesEquipment: sql<boolean>`${tables.alert.equipmentId} in (select id from ${tables.equipment}
          where ${from.equipment(eq(tables.equipment.id, tables.alert.equipmentId))})`,
      seesTicket: sql<boolean>`${tables.alert.ticketId} in (select id from ${tables.ticket}
          where ${from.tickets(eq(tables.ticket.id, tables.alert.ticketId))})`,
      sensor: { id: tables.sensor.id, name: tables.sensor.name, metric: tables.sensor.metric },
      seesSensor: sql<boolean>`coalesce(${sensorId} in (select id from ${tables.sensor}
          where ${from.sensors(eq(tables.sensor.id, sensorId))}), false)`,
      zoneRule: {
        id: tables.zoneRule.id,
        name: tables.zoneRule.name,
        minimum: tables.zoneRule.minimum,
        minutes: tables.zoneRule.minutes,
      },
      seesZone: sql<boolean>`(${tables.alert.locationId} is null or ${tables.alert.locationId} in (select id
          from ${tables.location} where ${from.ever.locations()}))`,
      duty: { id: tables.duty.id, name: tables.duty.name },
      seesDuty: sql<boolean>`coalesce(${tables.alert.dutyId} in (select id from ${tables.duty}
          where ${from.duties()}), false)`,
      call: sql<{ isOpen: boolean | null; takenBy: string | null; end: CallEnd | null }>`(select
          jsonb_build_object('isOpen', bool_or(called.ended_at is null),
            'takenBy', max(ender.first_name || ' ' || ender.last_name) filter (where called.ended_why = 'taken'),
            'end', (array_agg(jsonb_build_object('why', called.ended_why, 'by', called.ended_by_kind,
              'name', ender.first_name || ' ' || ender.last_name)) filter (where called.ended_why is not null))[1])
          from duty_step called left join app_user ender on ender.company_id = called.company_id
            and ender.id = called.ended_by_id
          where called.company_id = ${tables.alert.companyId}
          and (called.alert_id = ${tables.alert.id} or called.sent_alert_id = ${tables.alert.id}))`,
      others: qualified(sql<{ count: number; names: string[] | null }>`(select jsonb_build_object(
          'count', count(*), 'names', (array_agg(own_equipment.name order by ${byName(scope, sql`own_equipment.name`)})
          filter (where own_equipment.name is not null))[1:${sql.raw(String(NAMED))}])
          from alert twin left join (select id, company_id, name from ${tables.equipment}
            where ${from.equipment()}) own_equipment
          on own_equipment.company_id = twin.company_id and own_equipment.id = twin.equipment_id
          where ${equipmentId === undefined} and ${together} and twin.id < ${tables.alert.id}
          and ${heardOf(scope)})`),
      seesLog: sql<boolean>`${tables.alert.procedureLogId} in (select id from ${tables.procedureLog}
          where ${from.procedureLogs(eq(tables.procedureLog.id, tables.alert.procedureLogId))})`,
      seesProcedure: sql<boolean>`${tables.procedureLog.procedureId} in (select id from ${tables.procedure}
          where ${from.ever.procedures()})`,
      seesThing: sql<boolean>`(case
          when ${tables.alert.equipmentId} is not null then ${tables.alert.equipmentId} in (select id
          from ${tables.equipment} where ${from.ever.equipment(eq(tables.equipment.id, tables.alert.equipmentId))})
          else ${tables.alert.locationId} in (select id from ${tables.location} where ${from.ever.locations()})
          end)`,
    })
    .from(tables.alertRecipient)
    .innerJoin(tables.alert, joined)
    .leftJoin(tables.procedureLog, joinOn(tables.procedureLog, tables.alert.procedureLogId))
    .leftJoin(
      tables.procedure,
      and(
        eq(tables.procedure.companyId, tables.alert.companyId),
        eq(tables.procedure.id, tables.procedureLog.procedureId),
      ),
    )
    .leftJoin(tables.equipment, joinOn(tables.equipment, tables.alert.equipmentId))
    .leftJoin(tables.location, joinOn(tables.location, tables.alert.locationId))
    .leftJoin(cause, joinOn(cause, tables.alert.causeId))
    .leftJoin(
      tables.sensor,
      and(eq(tables.sensor.companyId, tables.alert.companyId), eq(tables.sensor.id, sensorId)),
    )
    .leftJoin(
      tables.stock,
      and(
        eq(tables.stock.companyId, tables.alert.companyId),
        sql`${tables.stock.id} = coalesce(${tables.alert.stockId}, ${cause.stockId})`,
      ),
    )
    .leftJoin(
      tables.inventoryItem,
      and(
        eq(tables.inventoryItem.companyId, tables.alert.companyId),
        eq(tables.inventoryItem.id, tables.stock.itemId),
      ),
    )
    .leftJoin(tables.ticket, joinOn(tables.ticket, tables.alert.ticketId))
    .leftJoin(tables.zoneRule, joinOn(tables.zoneRule, tables.alert.zoneRuleId))
    .leftJoin(tables.duty, joinOn(tables.duty, tables.alert.dutyId))
    .leftJoin(
      tables.area,
      and(
        eq(tables.area.companyId, tables.alert.companyId),
        eq(tables.area.id, tables.zoneRule.areaId),
      ),
    )
    .where(where)
    .$dynamic()
}

type Selected = Awaited<ReturnType<typeof selectAlerts>>[number]

function causeOf({ cause: one, seesSensor, seesStock, seesThing }: Selected) {
  const kind = causeKinds.find((known) => known === one?.kind)
  if (one === null || kind === undefined) return null
  const sees = kind === 'stockLow' ? seesStock : kind === 'gatewaySilent' ? seesThing : seesSensor
  return { kind, text: sees ? one.text : null, endedAt: one.endedAt?.toISOString() ?? null }
}

export const rowOf = (row: Selected) => ({
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
  stock: row.seesStock && row.stockId !== null ? { id: row.stockId, name: row.item ?? '' } : null,
  zone:
    row.seesZone && row.zoneRule !== null
      ? {
          rule: { id: row.zoneRule.id, name: row.zoneRule.name },
          place: row.area ?? row.place,
          minimum: row.zoneRule.minimum,
          minutes: row.zoneRule.minutes,
        }
      : null,
  duty: row.seesDuty ? row.duty : null,
  cause: causeOf(row),
  call: row.call.isOpen === null ? null : { ...row.call, isOpen: row.call.isOpen },
  others: { count: row.others.count, names: row.others.names ?? [] },
  endedAt: row.alert.endedAt?.toISOString() ?? null,
  seenAt: row.seenAt?.toISOString() ?? null,
})
