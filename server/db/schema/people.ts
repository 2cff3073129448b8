import { boolean, index, integer, text, timestamp, uniqueIndex } from 'drizzle-orm/pg-core'
import type { Id } from '#contract/ids.ts'
import type { Language } from '#contract/languages.ts'
import type { PermissionGroup } from '#contract/people/permissions.ts'
import { tenantTable, within } from '#db/tenantTable.ts'
import { person } from './global.ts'
import { orgEntity } from './organisation.ts'

export const role = tenantTable(
  'role',
  'role',
  {
    name: text('name').notNull(),
    /** Stable word for the demo's and the first company's roles; null for roles people make. */
    key: text('key'),
    permissions: text('permissions').array().notNull().$type<PermissionGroup[]>(),
  },
  (table) => [uniqueIndex('role_name').on(table.companyId, table.name)],
)

/** A person's membership of one company: the `userId` of the token. */
export const user = tenantTable(
  'user',
  'app_user',
  {
    personId: integer('person_id')
      .notNull()
      .references(() => person.id),
    firstName: text('first_name').notNull(),
    lastName: text('last_name').notNull(),
    language: text('language').notNull().$type<Language>(),
    isActive: boolean('is_active').notNull().default(true),
    /**
     * Flags of spec section 6: all equipment, all locations, all procedures. Without one, only the
     * types listed.
     */
    allEquipment: boolean('all_equipment').notNull().default(false),
    allLocations: boolean('all_locations').notNull().default(false),
    allProcedures: boolean('all_procedures').notNull().default(false),
    equipmentTypeIds: integer('equipment_type_ids')
      .array()
      .notNull()
      .default([])
      .$type<Id<'equipmentType'>[]>(),
    locationTypeIds: integer('location_type_ids')
      .array()
      .notNull()
      .default([])
      .$type<Id<'locationType'>[]>(),
    procedureTypeIds: integer('procedure_type_ids')
      .array()
      .notNull()
      .default([])
      .$type<Id<'procedureType'>[]>(),
    orgEntityId: integer('org_entity_id').$type<Id<'orgEntity'>>(),
    /**
     * Availability as ticket assignee: until this moment; `infinity` is written as year 9999; null
     * is not available.
     */
    availableUntil: timestamp('available_until', { withTimezone: true }),
    /** What happens on what they follow and on their tickets comes by mail too. */
    hasMailAlerts: boolean('is_told_by_mail').notNull().default(false),
    /**
     * When the person agreed to the membership: by the link in their mailbox, in a session of their
     * own, or by signing in through this company's provider. Null: invited.
     */
    acceptedAt: timestamp('accepted_at', { withTimezone: true }),
    /** Who ended the membership, where it was not the company. */
    endedBy: text('ended_by').$type<'refused' | 'left'>(),
    /** Null: has never signed in. */
    lastSignInAt: timestamp('last_sign_in_at', { withTimezone: true }),
    /** Name, address and all that only they had are gone for good. */
    anonymisedAt: timestamp('anonymised_at', { withTimezone: true }),
  },
  (table) => [
    within(table, table.orgEntityId, () => orgEntity),
    index('app_user_person').on(table.personId),
    index('app_user_org_entity').on(table.companyId, table.orgEntityId),
  ],
)

export const userRole = tenantTable(
  'internal',
  'user_role',
  {
    userId: integer('user_id').notNull().$type<Id<'user'>>(),
    roleId: integer('role_id').notNull().$type<Id<'role'>>(),
  },
  (table) => [
    within(table, table.userId, () => user, 'cascade'),
    within(table, table.roleId, () => role),
    uniqueIndex('user_role_once').on(table.companyId, table.userId, table.roleId),
    index('user_role_role').on(table.companyId, table.roleId),
  ],
)
