import { boolean, index, integer, text, timestamp, uniqueIndex } from 'drizzle-orm/pg-core'
import type { Id } from '#contract/ids.ts'
import type { Language } from '#contract/languages.ts'
import { firstPushGroups, type PushGroup } from '#contract/rules/pushGroups.ts'
import type { PermissionGroup } from '#contract/people/permissions.ts'
import { tenantTable, foreignKeyInCompany } from '#db/tenantTable.ts'
import { person } from './global.ts'
import { orgEntity } from './organisation.ts'

export const role = tenantTable(
  'role',
  'role',
  {
    name: text('name').notNull(),
    /** Stable key of roles that the server creates. Null for roles that users create. */
    key: text('key'),
    permissions: text('permissions').array().notNull().$type<PermissionGroup[]>(),
  },
  (table) => [uniqueIndex('role_name').on(table.companyId, table.name)],
)

/** Membership of a company: the `userId` of the token. */
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
     * Flags of spec section 6: access to all equipment, locations, procedures. If false, only to
     * the listed types.
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
     * Available as ticket assignee until this time. `infinity` is stored as year 9999. Null means
     * not available.
     */
    availableUntil: timestamp('available_until', { withTimezone: true }),
    hasMailAlerts: boolean('is_told_by_mail').notNull().default(false),
    /** Kinds of later versions are not in the default: nobody gets them unasked. */
    pushGroups: text('push_groups')
      .array()
      .notNull()
      .default([...firstPushGroups])
      .$type<PushGroup[]>(),
    /** `22:00` on the company's clock. Both are null without quiet hours. */
    quietFrom: text('quiet_from'),
    quietTo: text('quiet_to'),
    /**
     * When the user accepted the membership: by the emailed link, in their own session, or by
     * signing in through this company's provider. Null while invited.
     */
    acceptedAt: timestamp('accepted_at', { withTimezone: true }),
    endedBy: text('ended_by').$type<'refused' | 'left'>(),
    lastSignInAt: timestamp('last_sign_in_at', { withTimezone: true }),
    anonymisedAt: timestamp('anonymised_at', { withTimezone: true }),
  },
  (table) => [
    foreignKeyInCompany(table, table.orgEntityId, () => orgEntity),
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
    foreignKeyInCompany(table, table.userId, () => user, 'cascade'),
    foreignKeyInCompany(table, table.roleId, () => role),
    uniqueIndex('user_role_once').on(table.companyId, table.userId, table.roleId),
    index('user_role_role').on(table.companyId, table.roleId),
  ],
)
