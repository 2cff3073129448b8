import { sql } from 'drizzle-orm'
import { index, integer, text, timestamp, uniqueIndex } from 'drizzle-orm/pg-core'
import type { AlertKind } from '#contract/alerts.ts'
import type { AlertLevel } from '#contract/automation/actions/sendAlert.ts'
import type { Id } from '#contract/ids.ts'
import { tenantTable, foreignKeyInCompany } from '#db/tenantTable.ts'
import { duty } from './duties.ts'
import { stock } from './inventory.ts'
import { user } from './people.ts'
import { equipment, location } from './places.ts'
import { procedureLog } from './procedures.ts'
import { sensor } from './sensors.ts'
import { gateway } from './venues.ts'
import { ticket } from './work.ts'
import { zoneRule } from './zones.ts'

const at = (name: string) => timestamp(name, { withTimezone: true })

export const alert = tenantTable(
  'alert',
  'alert',
  {
    at: at('at').notNull(),
    kind: text('kind').notNull().$type<AlertKind>(),
    level: text('level').notNull().$type<AlertLevel>(),
    text: text('text'),
    byName: text('by_name'),
    /** The user behind `byName`. Null in rows of earlier versions. */
    byId: integer('by_id').$type<Id<'user'>>(),
    runId: integer('run_id').$type<Id<'automationRun'>>(),
    automationName: text('automation_name'),
    procedureLogId: integer('procedure_log_id').$type<Id<'procedureLog'>>(),
    equipmentId: integer('equipment_id').$type<Id<'equipment'>>(),
    locationId: integer('location_id').$type<Id<'location'>>(),
    ticketId: integer('ticket_id').$type<Id<'ticket'>>(),
    sensorId: integer('sensor_id').$type<Id<'sensor'>>(),
    gatewayId: integer('gateway_id').$type<Id<'gateway'>>(),
    stockId: integer('stock_id').$type<Id<'stock'>>(),
    zoneRuleId: integer('zone_rule_id').$type<Id<'zoneRule'>>(),
    dutyId: integer('duty_id').$type<Id<'duty'>>(),
    /** The lasting alert that the rule answered. It may be gone. */
    causeId: integer('cause_id').$type<Id<'alert'>>(),
    endedAt: at('ended_at'),
  },
  (table) => [
    foreignKeyInCompany(table, table.procedureLogId, () => procedureLog),
    foreignKeyInCompany(table, table.equipmentId, () => equipment),
    foreignKeyInCompany(table, table.locationId, () => location),
    foreignKeyInCompany(table, table.ticketId, () => ticket),
    foreignKeyInCompany(table, table.sensorId, () => sensor, 'cascade'),
    foreignKeyInCompany(table, table.gatewayId, () => gateway, 'cascade'),
    foreignKeyInCompany(table, table.stockId, () => stock, 'cascade'),
    foreignKeyInCompany(table, table.zoneRuleId, () => zoneRule, 'cascade'),
    foreignKeyInCompany(table, table.dutyId, () => duty, 'cascade'),
    // One open alert per stock and kind, even if several transactions use the stock at once.
    uniqueIndex('alert_stock_open')
      .on(table.companyId, table.stockId, table.kind)
      .where(sql`ended_at is null and stock_id is not null`),
    // Lasting alerts that are open or ended lately, which rules begin with.
    index('alert_ended').on(table.companyId, table.kind, table.endedAt),
    index('alert_equipment').on(table.companyId, table.equipmentId),
    index('alert_sensor').on(table.companyId, table.sensorId, table.at),
    // One open alert per sensor and kind, even if several servers check it.
    uniqueIndex('alert_sensor_open')
      .on(table.companyId, table.sensorId, table.kind)
      .where(sql`ended_at is null and sensor_id is not null`),
    uniqueIndex('alert_zone_open')
      .on(table.companyId, table.zoneRuleId, sql`coalesce(equipment_id, 0)`)
      .where(sql`ended_at is null and zone_rule_id is not null`),
    index('alert_zone_told')
      .on(table.companyId, table.zoneRuleId, table.at)
      .where(sql`zone_rule_id is not null`),
    uniqueIndex('alert_gateway_open')
      .on(table.companyId, table.gatewayId, table.kind)
      .where(sql`ended_at is null and gateway_id is not null`),
  ],
)

export const alertRecipient = tenantTable(
  'internal',
  'alert_recipient',
  {
    alertId: integer('alert_id').notNull().$type<Id<'alert'>>(),
    userId: integer('user_id').notNull().$type<Id<'user'>>(),
    seenAt: at('seen_at'),
    /** When it goes to the user's devices by web push. Null if it does not, or has gone. */
    pushDueAt: at('push_due_at'),
  },
  (table) => [
    foreignKeyInCompany(table, table.alertId, () => alert, 'cascade'),
    foreignKeyInCompany(table, table.userId, () => user, 'cascade'),
    uniqueIndex('alert_recipient_once').on(table.companyId, table.alertId, table.userId),
    index('alert_recipient_of').on(table.companyId, table.userId, table.alertId),
    index('alert_recipient_unseen')
      .on(table.companyId, table.userId)
      .where(sql`seen_at is null`),
    index('alert_recipient_push')
      .on(table.pushDueAt)
      .where(sql`push_due_at is not null`),
  ],
)

export const equipmentFollower = tenantTable(
  'internal',
  'equipment_follower',
  {
    equipmentId: integer('equipment_id').notNull().$type<Id<'equipment'>>(),
    userId: integer('user_id').notNull().$type<Id<'user'>>(),
  },
  (table) => [
    foreignKeyInCompany(table, table.equipmentId, () => equipment, 'cascade'),
    foreignKeyInCompany(table, table.userId, () => user, 'cascade'),
    uniqueIndex('equipment_follower_once').on(table.companyId, table.equipmentId, table.userId),
    index('equipment_follower_of').on(table.companyId, table.userId),
  ],
)
