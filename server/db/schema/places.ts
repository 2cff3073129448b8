import { sql, type SQL } from 'drizzle-orm'
import {
  boolean,
  date,
  doublePrecision,
  index,
  integer,
  jsonb,
  numeric,
  text,
  timestamp,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import type { Colour } from '#contract/colours.ts'
import { equipmentFields } from '#contract/equipment/equipmentFields.ts'
import type { Id } from '#contract/ids.ts'
import { locationFields } from '#contract/locations/locationFields.ts'
import type { MetadataValue } from '#contract/rules/metadata.ts'
import { foldedColumn, searchFrom } from '#db/searchColumn.ts'
import { tenantTable, foreignKeyInCompany } from '#db/tenantTable.ts'
import { orgEntity } from './organisation.ts'

export type Details = { key: string; value: string }[]

export const locationType = tenantTable(
  'locationType',
  'location_type',
  { name: text('name').notNull() },
  (table) => [uniqueIndex('location_type_name').on(table.companyId, table.name)],
)

export const location = tenantTable(
  'location',
  'location',
  {
    name: text('name').notNull(),
    code: text('code'),
    typeId: integer('type_id').notNull().$type<Id<'locationType'>>(),
    parentId: integer('parent_id').$type<Id<'location'>>(),
    /**
     * Ids from the root to the location itself, so that "inside building A" is one array test.
     * Maintained by the locations module.
     */
    path: integer('path').array().notNull().default([]).$type<Id<'location'>[]>(),
    latitude: doublePrecision('latitude'),
    longitude: doublePrecision('longitude'),
    timezone: text('timezone'),
    orgEntityId: integer('org_entity_id').$type<Id<'orgEntity'>>(),
    metadata: jsonb('metadata').notNull().default({}).$type<Record<string, MetadataValue>>(),
    details: jsonb('details').notNull().default([]).$type<Details>(),
    /** For servers of versions before `folded`. */
    search: text('search')
      .notNull()
      .generatedAlwaysAs((): SQL => searchFrom(locationFields, location)),
    folded: text('folded')
      .notNull()
      .generatedAlwaysAs((): SQL => foldedColumn(locationFields, location)),
    deletedAt: timestamp('deleted_at', { withTimezone: true }),
  },
  (table) => [
    foreignKeyInCompany(table, table.typeId, () => locationType),
    foreignKeyInCompany(table, table.parentId, () => table),
    foreignKeyInCompany(table, table.orgEntityId, () => orgEntity),
    index('location_org_entity').on(table.companyId, table.orgEntityId),
    uniqueIndex('location_code')
      .on(table.companyId, table.code)
      .where(sql`deleted_at is null`),
    index('location_parent').on(table.companyId, table.parentId),
    index('location_path').using('gin', table.path),
  ],
)

export const equipmentType = tenantTable(
  'equipmentType',
  'equipment_type',
  {
    name: text('name').notNull(),
    manufacturer: text('manufacturer'),
    model: text('model'),
    /** GTIN of the product that this type describes. Digits only. */
    gtin: text('gtin'),
  },
  (table) => [uniqueIndex('equipment_type_name').on(table.companyId, table.name)],
)

export const equipmentStatus = tenantTable(
  'equipmentStatus',
  'equipment_status',
  {
    name: text('name').notNull(),
    colour: text('colour').notNull().$type<Colour>(),
    isUsable: boolean('is_usable').notNull(),
    /** In use: usable but not free. */
    isInUse: boolean('is_in_use').notNull().default(false),
    /** Not usable as planned, for example maintenance. Otherwise it counts as a failure. */
    isPlanned: boolean('is_planned').notNull().default(false),
  },
  (table) => [uniqueIndex('equipment_status_name').on(table.companyId, table.name)],
)

export const tag = tenantTable(
  'tag',
  'tag',
  { name: text('name').notNull(), colour: text('colour').notNull().$type<Colour>() },
  (table) => [uniqueIndex('tag_name').on(table.companyId, table.name)],
)

export const equipment = tenantTable(
  'equipment',
  'equipment',
  {
    name: text('name').notNull(),
    equipmentId: text('equipment_id'),
    typeId: integer('type_id').notNull().$type<Id<'equipmentType'>>(),
    statusId: integer('status_id').$type<Id<'equipmentStatus'>>(),
    locationId: integer('location_id').$type<Id<'location'>>(),
    locationText: text('location_text'),
    serialNumber: text('serial_number'),
    manufacturer: text('manufacturer'),
    model: text('model'),
    gtin: text('gtin'),
    lot: text('lot'),
    producedOn: date('produced_on'),
    purchasedOn: date('purchased_on'),
    warrantyUntil: date('warranty_until'),
    supplier: text('supplier'),
    price: numeric('price', { precision: 14, scale: 2, mode: 'number' }),
    expectedYears: doublePrecision('expected_years'),
    retiredOn: date('retired_on'),
    retiredHow: text('retired_how'),
    /** The year of replacement that a person planned; null to follow the expected life. */
    replaceIn: integer('replace_in'),
    replaceNote: text('replace_note'),
    orgEntityId: integer('org_entity_id').$type<Id<'orgEntity'>>(),
    tagIds: integer('tag_ids').array().notNull().default([]).$type<Id<'tag'>[]>(),
    isStatic: boolean('is_static').notNull().default(false),
    details: jsonb('details').notNull().default([]).$type<Details>(),
    metadata: jsonb('metadata').notNull().default({}).$type<Record<string, MetadataValue>>(),
    search: text('search')
      .notNull()
      .generatedAlwaysAs((): SQL => searchFrom(equipmentFields, equipment)),
    folded: text('folded')
      .notNull()
      .generatedAlwaysAs((): SQL => foldedColumn(equipmentFields, equipment)),
    deletedAt: timestamp('deleted_at', { withTimezone: true }),
  },
  (table) => [
    foreignKeyInCompany(table, table.typeId, () => equipmentType),
    foreignKeyInCompany(table, table.statusId, () => equipmentStatus),
    foreignKeyInCompany(table, table.locationId, () => location),
    foreignKeyInCompany(table, table.orgEntityId, () => orgEntity),
    index('equipment_org_entity').on(table.companyId, table.orgEntityId),
    uniqueIndex('equipment_inventory')
      .on(table.companyId, table.equipmentId)
      .where(sql`deleted_at is null`),
    index('equipment_updated').on(table.companyId, table.updatedAt, table.id),
    index('equipment_type_of').on(table.companyId, table.typeId),
    index('equipment_status_of').on(table.companyId, table.statusId),
    index('equipment_location_of').on(table.companyId, table.locationId),
    index('equipment_tags').using('gin', table.tagIds),
  ],
)

/** Which equipment types may be attached to which, and how many (`contract/rules/fellows.ts`). */
export const fellowType = tenantTable(
  'fellowType',
  'fellow_type',
  {
    name: text('name').notNull(),
    ownerTypeIds: integer('owner_type_ids').array().notNull().$type<Id<'equipmentType'>[]>(),
    fellowTypeIds: integer('fellow_type_ids').array().notNull().$type<Id<'equipmentType'>[]>(),
    maximum: integer('maximum').notNull(),
    statusFollows: boolean('status_follows').notNull(),
  },
  (table) => [uniqueIndex('fellow_type_name').on(table.companyId, table.name)],
)

/** Equipment has at most one owner. */
export const fellow = tenantTable(
  'internal',
  'fellow',
  {
    equipmentId: integer('equipment_id').notNull().$type<Id<'equipment'>>(),
    ownerId: integer('owner_id').notNull().$type<Id<'equipment'>>(),
    fellowTypeId: integer('fellow_type_id').notNull().$type<Id<'fellowType'>>(),
  },
  (table) => [
    foreignKeyInCompany(table, table.equipmentId, () => equipment),
    foreignKeyInCompany(table, table.ownerId, () => equipment),
    foreignKeyInCompany(table, table.fellowTypeId, () => fellowType),
    uniqueIndex('fellow_of').on(table.companyId, table.equipmentId),
    index('fellow_owner').on(table.companyId, table.ownerId),
  ],
)
