import { sql } from 'drizzle-orm'
import { boolean, index, integer, jsonb, text, timestamp, uniqueIndex } from 'drizzle-orm/pg-core'
import type { Colour } from '#contract/colours.ts'
import type { Id } from '#contract/ids.ts'
import type { ZoneKind } from '#contract/positioning/visits.ts'
import type { ZoneRuleKind } from '#contract/rules/zoneAlerts.ts'
import type { Polygon } from '#contract/venue/shapes.ts'
import { tenantTable, foreignKeyInCompany } from '#db/tenantTable.ts'
import { equipment, equipmentType, location } from './places.ts'
import { building, floor } from './venues.ts'

const at = (name: string) => timestamp(name, { withTimezone: true })

/** `zoneId` refers to the table named by `kind`. A redrawn zone keeps its visits. */
export const visit = tenantTable(
  'visit',
  'visit',
  {
    equipmentId: integer('equipment_id').notNull().$type<Id<'equipment'>>(),
    kind: text('kind').notNull().$type<ZoneKind>(),
    zoneId: integer('zone_id').notNull(),
    buildingId: integer('building_id').notNull().$type<Id<'building'>>(),
    enteredAt: at('entered_at').notNull(),
    leftAt: at('left_at'),
  },
  (table) => [
    foreignKeyInCompany(table, table.equipmentId, () => equipment, 'cascade'),
    foreignKeyInCompany(table, table.buildingId, () => building, 'cascade'),
    // One open visit per equipment and zone, however many servers check.
    uniqueIndex('visit_open')
      .on(table.companyId, table.equipmentId, table.kind, table.zoneId)
      .where(sql`left_at is null`),
    index('visit_of').on(table.companyId, table.equipmentId, table.enteredAt),
    index('visit_in').on(table.companyId, table.kind, table.zoneId, table.enteredAt),
    index('visit_age').on(table.companyId, table.leftAt),
  ],
)

export const area = tenantTable(
  'area',
  'area',
  {
    floorId: integer('floor_id').notNull().$type<Id<'floor'>>(),
    name: text('name').notNull(),
    colour: text('colour').notNull().$type<Colour>(),
    outline: jsonb('outline').notNull().$type<Polygon>(),
    drawnAt: at('drawn_at').notNull(),
  },
  (table) => [
    foreignKeyInCompany(table, table.floorId, () => floor, 'cascade'),
    uniqueIndex('area_name').on(table.companyId, table.floorId, sql`lower(${table.name})`),
  ],
)

export const zoneRule = tenantTable(
  'zoneRule',
  'zone_rule',
  {
    name: text('name').notNull(),
    kind: text('kind').notNull().$type<ZoneRuleKind>(),
    locationId: integer('location_id').$type<Id<'location'>>(),
    areaId: integer('area_id').$type<Id<'area'>>(),
    equipmentTypeId: integer('equipment_type_id').$type<Id<'equipmentType'>>(),
    minimum: integer('minimum').notNull(),
    minutes: integer('minutes').notNull(),
    isActive: boolean('is_active').notNull(),
    /** Earlier incidents raise no alert. */
    since: at('since').notNull(),
    /** Last email to subscribers. Further alerts are collected for an hour. */
    mailedAt: at('mailed_at'),
  },
  (table) => [
    foreignKeyInCompany(table, table.locationId, () => location, 'cascade'),
    foreignKeyInCompany(table, table.areaId, () => area, 'cascade'),
    foreignKeyInCompany(table, table.equipmentTypeId, () => equipmentType),
    uniqueIndex('zone_rule_name').on(table.companyId, table.name),
  ],
)
