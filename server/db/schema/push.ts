/** Web push: the browsers that show messages, and messages under way to them. */
import { boolean, index, integer, text, timestamp, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import type { Id } from '#contract/ids.ts'
import type { PushFault } from '#contract/push.ts'
import { PURPOSES, sealedText } from '#db/sealed.ts'
import { tenantTable, foreignKeyInCompany } from '#db/tenantTable.ts'
import { user } from './people.ts'

const at = (name: string) => timestamp(name, { withTimezone: true })

/** A browser of a user. It gets messages while its session is not ended. */
export const pushDevice = tenantTable(
  'pushDevice',
  'push_device',
  {
    userId: integer('user_id').notNull().$type<Id<'user'>>(),
    /** Secret: some push services accept messages from anybody who knows the address. */
    endpoint: sealedText('endpoint', PURPOSES.pushEndpoint).notNull(),
    endpointHash: text('endpoint_hash').notNull(),
    p256dh: text('p256dh').notNull(),
    auth: sealedText('auth', PURPOSES.pushAuth).notNull(),
    name: text('name').notNull(),
    sessionId: uuid('session_id').notNull(),
    /** When the user last opened the product on it. */
    renewedAt: at('renewed_at').notNull(),
    /** When the last message was composed, whatever became of it. */
    lastPushAt: at('last_push_at'),
    lastSuccessAt: at('last_success_at'),
    fault: text('fault').$type<PushFault>(),
    failingSince: at('failing_since'),
  },
  (table) => [
    foreignKeyInCompany(table, table.userId, () => user, 'cascade'),
    uniqueIndex('push_device_once').on(table.companyId, table.endpointHash),
    index('push_device_user').on(table.companyId, table.userId),
    index('push_device_endpoint').on(table.endpointHash),
    index('push_device_session').on(table.sessionId),
  ],
)

/** A message to a device: removed when the push service has it, or when it is given up. */
export const pushDelivery = tenantTable(
  'internal',
  'push_delivery',
  {
    deviceId: integer('device_id').notNull().$type<Id<'pushDevice'>>(),
    /** The newest alerts it is about. Empty for a test message. */
    alertIds: integer('alert_ids').array().notNull().$type<Id<'alert'>[]>(),
    /** Of all alerts it is about. */
    count: integer('count').notNull(),
    isUrgent: boolean('is_urgent').notNull(),
    attempts: integer('attempts').notNull().default(0),
    nextAttemptAt: at('next_attempt_at').notNull(),
  },
  (table) => [
    foreignKeyInCompany(table, table.deviceId, () => pushDevice, 'cascade'),
    index('push_delivery_due').on(table.nextAttemptAt),
    index('push_delivery_device').on(table.companyId, table.deviceId),
  ],
)
