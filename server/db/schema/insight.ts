import { boolean, index, integer, jsonb, text, uniqueIndex } from 'drizzle-orm/pg-core'
import type { CardRange } from '#contract/dashboards/periods.ts'
import type { CardType } from '#contract/dashboards/dashboardItems.ts'
import type { DynamicDashboardDraft } from '#contract/dashboards/dynamicDashboards.ts'
import type { FilterObject } from '#contract/filter.ts'
import type { Id } from '#contract/ids.ts'
import { tenantTable, foreignKeyInCompany } from '#db/tenantTable.ts'
import { role, user } from './people.ts'

export const dashboardCategory = tenantTable(
  'dashboardCategory',
  'dashboard_category',
  { name: text('name').notNull() },
  (table) => [uniqueIndex('dashboard_category_name').on(table.companyId, table.name)],
)

export const dashboardItem = tenantTable(
  'dashboardItem',
  'dashboard_item',
  {
    name: text('name').notNull(),
    dashboardCategoryId: integer('dashboard_category_id').$type<Id<'dashboardCategory'>>(),
    range: text('range').notNull().$type<CardRange>(),
    type: text('type').notNull().$type<CardType>(),
    filters: jsonb('filters').notNull().$type<FilterObject[]>(),
  },
  (table) => [
    foreignKeyInCompany(table, table.dashboardCategoryId, () => dashboardCategory),
    index('dashboard_item_name').on(table.companyId, table.name),
  ],
)

export interface PlacedCard {
  id: Id<'dashboardItem'>
  showHistory: boolean
  width: number
}

export const dashboard = tenantTable(
  'dashboard',
  'dashboard',
  {
    name: text('name').notNull(),
    isFiltered: boolean('is_filtered').notNull(),
    isRestrictedEquipment: boolean('is_restricted_equipment').notNull(),
    isRestrictedProcedures: boolean('is_restricted_procedures').notNull(),
    equipmentTypes: integer('equipment_types').array().notNull().$type<Id<'equipmentType'>[]>(),
    procedureTypes: integer('procedure_types').array().notNull().$type<Id<'procedureType'>[]>(),
    locationTypes: integer('location_types').array().notNull().$type<Id<'locationType'>[]>(),
    chapters: jsonb('chapters').notNull().$type<{ title: string; items: PlacedCard[] }[]>(),
  },
  (table) => [index('dashboard_name').on(table.companyId, table.name)],
)

/** Share of a dashboard with a role or a user; exactly one of the two is set. */
export const dashboardShare = tenantTable(
  'internal',
  'dashboard_share',
  {
    dashboardId: integer('dashboard_id').notNull().$type<Id<'dashboard'>>(),
    roleId: integer('role_id').$type<Id<'role'>>(),
    userId: integer('user_id').$type<Id<'user'>>(),
  },
  (table) => [
    foreignKeyInCompany(table, table.dashboardId, () => dashboard, 'cascade'),
    foreignKeyInCompany(table, table.roleId, () => role, 'cascade'),
    foreignKeyInCompany(table, table.userId, () => user, 'cascade'),
    uniqueIndex('dashboard_share_role').on(table.companyId, table.dashboardId, table.roleId),
    uniqueIndex('dashboard_share_user').on(table.companyId, table.dashboardId, table.userId),
  ],
)

export const dynamicDashboard = tenantTable(
  'dynamicDashboard',
  'dynamic_dashboard',
  {
    title: text('title').notNull(),
    icon: text('icon').notNull().$type<DynamicDashboardDraft['icon']>(),
    structure: jsonb('structure').notNull().$type<DynamicDashboardDraft['structure']>(),
  },
  (table) => [index('dynamic_dashboard_title').on(table.companyId, table.title)],
)
