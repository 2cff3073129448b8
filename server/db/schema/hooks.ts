/**
 * Calls of API hooks, inserted in the transaction that causes them, sent afterwards and retried
 * until they succeed.
 */
import { sql } from 'drizzle-orm'
import {
  boolean,
  index,
  integer,
  jsonb,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import type { DeliveryState } from '#contract/hooks.ts'
import type { Id } from '#contract/ids.ts'
import { tenantTable, foreignKeyInCompany } from '#db/tenantTable.ts'

const at = (name: string) => timestamp(name, { withTimezone: true })

export const hookDelivery = tenantTable(
  'hookDelivery',
  'hook_delivery',
  {
    /** No foreign key: deliveries outlive the hook. */
    hookId: integer('hook_id').notNull().$type<Id<'apiHook'>>(),
    runId: integer('run_id').$type<Id<'automationRun'>>(),
    automationId: integer('automation_id').$type<Id<'automation'>>(),
    automationName: text('automation_name'),
    procedureLogId: integer('procedure_log_id').$type<Id<'procedureLog'>>(),
    /** Idempotency key, the same for every try. */
    key: uuid('key').notNull(),
    payload: text('payload').notNull(),
    isTest: boolean('is_test').notNull(),
    state: text('state').notNull().$type<DeliveryState>(),
    attempts: integer('attempts').notNull().default(0),
    nextAttemptAt: at('next_attempt_at'),
    deliveredAt: at('delivered_at'),
    status: integer('status'),
    error: text('error'),
  },
  (table) => [
    uniqueIndex('hook_delivery_key').on(table.companyId, table.key),
    index('hook_delivery_of').on(table.companyId, table.hookId, table.id),
    index('hook_delivery_automation').on(table.companyId, table.automationId, table.id),
    index('hook_delivery_waiting')
      .on(table.nextAttemptAt)
      .where(sql`state = 'waiting'`),
  ],
)

export const hookAttempt = tenantTable(
  'internal',
  'hook_attempt',
  {
    deliveryId: integer('delivery_id').notNull().$type<Id<'hookDelivery'>>(),
    at: at('at').notNull(),
    milliseconds: integer('milliseconds').notNull(),
    method: text('method').notNull(),
    url: text('url').notNull(),
    headers: jsonb('headers').notNull().$type<Record<string, string>>(),
    status: integer('status'),
    body: text('body'),
    error: text('error'),
  },
  (table) => [
    foreignKeyInCompany(table, table.deliveryId, () => hookDelivery, 'cascade'),
    index('hook_attempt_of').on(table.companyId, table.deliveryId, table.id),
  ],
)
