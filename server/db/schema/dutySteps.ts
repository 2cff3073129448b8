import { sql } from 'drizzle-orm'
import { index, integer, jsonb, text, timestamp, uniqueIndex } from 'drizzle-orm/pg-core'
import type { CallEnd, CallEnding, CallOutcome } from '#contract/duties/dutyCall.ts'
import type { StepTarget } from '#contract/duties/duties.ts'
import type { Id } from '#contract/ids.ts'
import { tenantTable, foreignKeyInCompany } from '#db/tenantTable.ts'
import { alert } from './alerts.ts'
import { duty } from './duties.ts'
import { ticket } from './work.ts'

const at = (name: string) => timestamp(name, { withTimezone: true })

/** A step that waits, was called, or ended because somebody has it. */
export const dutyStep = tenantTable(
  'internal',
  'duty_step',
  {
    dutyId: integer('duty_id').notNull().$type<Id<'duty'>>(),
    dutyName: text('duty_name').notNull(),
    ticketId: integer('ticket_id').$type<Id<'ticket'>>(),
    alertId: integer('alert_id').$type<Id<'alert'>>(),
    /** From 1. */
    step: integer('step').notNull(),
    target: jsonb('target').notNull().$type<StepTarget>(),
    channels: text('channels').array().notNull().default([]).$type<('email' | 'sms')[]>(),
    dueAt: at('due_at').notNull(),
    firedAt: at('fired_at'),
    endedAt: at('ended_at'),
    outcome: text('outcome').$type<CallOutcome>(),
    userIds: integer('user_ids').array().notNull().default([]).$type<Id<'user'>[]>(),
    sentAlertId: integer('sent_alert_id').$type<Id<'alert'>>(),
    endedWhy: text('ended_why').$type<CallEnding>(),
    endedByKind: text('ended_by_kind').$type<CallEnd['by']>(),
    /** A user. */
    endedById: integer('ended_by_id').$type<Id<'user'>>(),
    takenById: integer('taken_by_id').$type<Id<'user'>>(),
  },
  (table) => [
    foreignKeyInCompany(table, table.dutyId, () => duty, 'cascade'),
    foreignKeyInCompany(table, table.ticketId, () => ticket, 'cascade'),
    foreignKeyInCompany(table, table.alertId, () => alert, 'cascade'),
    uniqueIndex('duty_step_ticket')
      .on(table.companyId, table.ticketId, table.dutyId, table.step)
      .where(sql`ticket_id is not null`),
    uniqueIndex('duty_step_alert')
      .on(table.companyId, table.alertId, table.dutyId, table.step)
      .where(sql`alert_id is not null`),
    index('duty_step_sent').on(table.companyId, table.sentAlertId),
    index('duty_step_due')
      .on(table.dueAt)
      .where(sql`fired_at is null and ended_at is null`),
    index('duty_step_open')
      .on(table.companyId, table.ticketId)
      .where(sql`ended_at is null`),
  ],
)
