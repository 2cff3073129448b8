/** Dashboards, their cards, and whom they are shared with; what sensors measured. */
import {
  boolean,
  doublePrecision,
  index,
  integer,
  jsonb,
  text,
  timestamp,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import type { CardRange } from '#contract/dashboards/periods'
import type { CardType } from '#contract/dashboardItems'
import type { DynamicDashboardDraft } from '#contract/dynamicDashboards'
import type { FilterObject } from '#contract/filter'
import type { Id } from '#contract/ids'
import type { MetricName } from '#contract/reports'
import { tenantTable, within } from '../tenantTable.ts'
import { role, user } from './people.ts'
import { equipment, location } from './places.ts'

export const dashboardCategory = tenantTable(
  'dashboardCategory',
  'dashboard_category',
  { name: text('name').notNull() },
  (table) => [uniqueIndex('dashboard_category_name').on(table.companyId, table.name)],
)

/** What a card asks. Where it hangs is told by the dashboards. */
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
    within(table, table.dashboardCategoryId, () => dashboardCategory),
    index('dashboard_item_name').on(table.companyId, table.name),
  ],
)

/** Its name and filters are the card's own and stand with it. */
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

/** A role or a person whom a dashboard is shared with; one of the two. */
export const dashboardShare = tenantTable(
  'internal',
  'dashboard_share',
  {
    dashboardId: integer('dashboard_id').notNull().$type<Id<'dashboard'>>(),
    roleId: integer('role_id').$type<Id<'role'>>(),
    userId: integer('user_id').$type<Id<'user'>>(),
  },
  (table) => [
    within(table, table.dashboardId, () => dashboard, 'cascade'),
    within(table, table.roleId, () => role, 'cascade'),
    within(table, table.userId, () => user, 'cascade'),
    uniqueIndex('dashboard_share_role').on(table.companyId, table.dashboardId, table.roleId),
    uniqueIndex('dashboard_share_user').on(table.companyId, table.dashboardId, table.userId),
  ],
)

/** What measures, where, and what. Its device belongs to the devices module. */
export const sensor = tenantTable(
  'sensor',
  'sensor',
  {
    name: text('name').notNull(),
    metric: text('metric').notNull().$type<MetricName>(),
    unit: text('unit'),
    locationId: integer('location_id').$type<Id<'location'>>(),
    equipmentId: integer('equipment_id').$type<Id<'equipment'>>(),
  },
  (table) => [
    within(table, table.locationId, () => location),
    within(table, table.equipmentId, () => equipment),
    index('sensor_name').on(table.companyId, table.name),
  ],
)

/**
 * One measurement. Of yes and no: 1 and 0. Without a foreign key to its sensor: a check a row would
 * cost more than the row.
 */
export const sensorReading = tenantTable(
  'internal',
  'sensor_reading',
  {
    sensorId: integer('sensor_id').notNull().$type<Id<'sensor'>>(),
    at: timestamp('at', { withTimezone: true }).notNull(),
    value: doublePrecision('value').notNull(),
  },
  (table) => [uniqueIndex('sensor_reading_at').on(table.companyId, table.sensorId, table.at)],
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
