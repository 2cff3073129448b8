import { sql } from 'drizzle-orm'
import { boolean, index, integer, jsonb, text, timestamp, uniqueIndex } from 'drizzle-orm/pg-core'
import type {
  DutyChangeKind,
  DutyChangeState,
  DutyShift,
  DutyStep,
} from '#contract/duties/duties.ts'
import type { Id } from '#contract/ids.ts'
import { tenantTable, foreignKeyInCompany } from '#db/tenantTable.ts'
import { orgEntity } from './organisation.ts'
import { user } from './people.ts'
import { location } from './places.ts'

const at = (name: string) => timestamp(name, { withTimezone: true })

export const duty = tenantTable(
  'duty',
  'duty',
  {
    name: text('name').notNull(),
    locationId: integer('location_id').$type<Id<'location'>>(),
    orgEntityId: integer('org_entity_id').$type<Id<'orgEntity'>>(),
    weeks: integer('weeks').notNull(),
    firstDay: text('first_day').notNull(),
    isRoundTheClock: boolean('is_round_the_clock').notNull(),
    shifts: jsonb('shifts').notNull().$type<DutyShift[]>(),
    steps: jsonb('steps').notNull().default([]).$type<DutyStep[]>(),
    ticketTypeIds: integer('ticket_type_ids')
      .array()
      .notNull()
      .default([])
      .$type<Id<'ticketType'>[]>(),
    /** Holes of the next days that were announced, in milliseconds. */
    announced: jsonb('announced').notNull().default([]).$type<{ from: number; to: number }[]>(),
  },
  (table) => [
    foreignKeyInCompany(table, table.locationId, () => location),
    foreignKeyInCompany(table, table.orgEntityId, () => orgEntity),
    uniqueIndex('duty_name').on(table.companyId, sql`lower(${table.name})`),
  ],
)

export const dutyChange = tenantTable(
  'dutyChange',
  'duty_change',
  {
    dutyId: integer('duty_id').notNull().$type<Id<'duty'>>(),
    kind: text('kind').notNull().$type<DutyChangeKind>(),
    userId: integer('user_id').notNull().$type<Id<'user'>>(),
    from: at('from_at').notNull(),
    to: at('to_at').notNull(),
    withUserId: integer('with_user_id').$type<Id<'user'>>(),
    withFrom: at('with_from_at'),
    withTo: at('with_to_at'),
    state: text('state').notNull().$type<DutyChangeState>(),
    byId: integer('by_id').$type<Id<'user'>>(),
  },
  (table) => [
    foreignKeyInCompany(table, table.dutyId, () => duty, 'cascade'),
    foreignKeyInCompany(table, table.userId, () => user),
    foreignKeyInCompany(table, table.withUserId, () => user),
    foreignKeyInCompany(table, table.byId, () => user),
    index('duty_change_of').on(table.companyId, table.dutyId, table.to),
  ],
)
