import { sql } from 'drizzle-orm'
import {
  boolean,
  date,
  doublePrecision,
  index,
  integer,
  jsonb,
  real,
  text,
  timestamp,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import type { quarantineReasons } from '#contract/devices/unreadReports.ts'
import type { Id } from '#contract/ids.ts'
import type { OtherIgnored } from '#contract/ingest/ignored.ts'
import type { ReportFormat } from '#contract/ingest/reports.ts'
import type { Method, RejectedReading, UsedReading } from '#contract/positioning/fix.ts'
import type { SurveyFigures, SurveyReading } from '#contract/positioning/siteSurvey.ts'
import type { SurveyKind } from '#contract/rtls/siteSurvey.ts'
import type { Names } from '#contract/venue/labels.ts'
import type { FloorVersionKind } from '#contract/venue/venuePlans.ts'
import type { Around, Part, Polygon, Position, RoomKind } from '#contract/venue/shapes.ts'
import { tenantTable, foreignKeyInCompany } from '#db/tenantTable.ts'
import { user } from './people.ts'
import { equipment, location } from './places.ts'
import { file } from './procedures.ts'

/** `from` is the first corner, `to` the end of the upper edge. */
export interface LaidPicture {
  page: number
  width: number
  height: number
  from: Position
  to: Position
}
export interface StoredFloor {
  name: string
  names?: Names
  shortName: string
  ordinal: number
  outline: Polygon
  parts: Part[]
  rooms: {
    id: Id<'room'>
    externalId: string | null
    name: string
    names?: Names
    code: string | null
    kind: RoomKind
    category: string | null
    outline: Polygon
    locationId: Id<'location'> | null
  }[]
}

const at = (name: string) => timestamp(name, { withTimezone: true })

export const building = tenantTable(
  'building',
  'building',
  {
    name: text('name').notNull(),
    names: jsonb('names').notNull().default({}).$type<Names>(),
    externalId: text('external_id'),
    locationId: integer('location_id').$type<Id<'location'>>(),
    longitude: doublePrecision('longitude').notNull(),
    latitude: doublePrecision('latitude').notNull(),
    outline: jsonb('outline').notNull().$type<Polygon>(),
    surroundings: jsonb('surroundings').notNull().default([]).$type<Around[]>(),
  },
  (table) => [
    foreignKeyInCompany(table, table.locationId, () => location),
    uniqueIndex('building_external').on(table.companyId, table.externalId),
  ],
)

export const floor = tenantTable(
  'floor',
  'floor',
  {
    buildingId: integer('building_id').notNull().$type<Id<'building'>>(),
    name: text('name').notNull(),
    names: jsonb('names').notNull().default({}).$type<Names>(),
    shortName: text('short_name').notNull(),
    ordinal: integer('ordinal').notNull(),
    externalId: text('external_id'),
    locationId: integer('location_id').$type<Id<'location'>>(),
    outline: jsonb('outline').notNull().$type<Polygon>(),
    parts: jsonb('parts').notNull().$type<Part[]>(),
    pictureFileId: integer('picture_file_id').$type<Id<'file'>>(),
    picture: jsonb('picture').$type<LaidPicture>(),
  },
  (table) => [
    foreignKeyInCompany(table, table.buildingId, () => building, 'cascade'),
    foreignKeyInCompany(table, table.locationId, () => location),
    foreignKeyInCompany(table, table.pictureFileId, () => file),
    index('floor_picture').on(table.companyId, table.pictureFileId),
    uniqueIndex('floor_external').on(table.companyId, table.buildingId, table.externalId),
  ],
)

export const room = tenantTable(
  'room',
  'room',
  {
    floorId: integer('floor_id').notNull().$type<Id<'floor'>>(),
    name: text('name').notNull(),
    /** Names in the languages of the imported file. Readers of other languages see `name`. */
    names: jsonb('names').notNull().default({}).$type<Names>(),
    code: text('code'),
    kind: text('kind').notNull().$type<RoomKind>(),
    category: text('category'),
    externalId: text('external_id'),
    locationId: integer('location_id').$type<Id<'location'>>(),
    longitude: doublePrecision('longitude').notNull(),
    latitude: doublePrecision('latitude').notNull(),
    outline: jsonb('outline').notNull().$type<Polygon>(),
  },
  (table) => [
    foreignKeyInCompany(table, table.floorId, () => floor, 'cascade'),
    foreignKeyInCompany(table, table.locationId, () => location),
    uniqueIndex('room_external').on(table.companyId, table.floorId, table.externalId),
  ],
)

/** Versions of a floor. The newest equals the floor itself. */
export const floorVersion = tenantTable(
  'floorVersion',
  'floor_version',
  {
    floorId: integer('floor_id').notNull().$type<Id<'floor'>>(),
    number: integer('number').notNull(),
    how: text('how').notNull().$type<FloorVersionKind>(),
    /** The user's name at that time. Null for the plan that existed before versions were stored. */
    byName: text('by_name'),
    byId: integer('by_id').$type<Id<'user'>>(),
    restoredFrom: integer('restored_from'),
    rooms: integer('rooms').notNull(),
    plan: jsonb('plan').notNull().$type<StoredFloor>(),
  },
  (table) => [
    foreignKeyInCompany(table, table.floorId, () => floor, 'cascade'),
    uniqueIndex('floor_version_number').on(table.companyId, table.floorId, table.number),
  ],
)

export const gatewayType = tenantTable(
  'gatewayType',
  'gateway_type',
  { name: text('name').notNull(), format: text('format').notNull().$type<ReportFormat>() },
  (table) => [uniqueIndex('gateway_type_name').on(table.companyId, table.name)],
)

export const gateway = tenantTable(
  'gateway',
  'gateway',
  {
    mac: text('mac').notNull(),
    typeId: integer('type_id').notNull().$type<Id<'gatewayType'>>(),
    equipmentId: integer('equipment_id').notNull().$type<Id<'equipment'>>(),
    correction: real('correction').notNull(),
    isActive: boolean('is_active').notNull(),
    lastHeardAt: at('last_heard_at'),
    /** Seconds. Negative means ahead, 0 right. */
    clockBehind: integer('clock_behind').notNull().default(0),
    /** Readings that arrived too late, since the server started. */
    oldReadings: integer('old_readings').notNull().default(0),
    /** Other ignored readings since the server started, by reason. */
    ignored: jsonb('ignored').notNull().default({}).$type<OtherIgnored>(),
  },
  (table) => [
    foreignKeyInCompany(table, table.typeId, () => gatewayType),
    foreignKeyInCompany(table, table.equipmentId, () => equipment),
    uniqueIndex('gateway_mac').on(table.companyId, table.mac),
    uniqueIndex('gateway_equipment').on(table.companyId, table.equipmentId),
  ],
)

export const beacon = tenantTable(
  'beacon',
  'beacon',
  {
    mac: text('mac').notNull(),
    equipmentId: integer('equipment_id').$type<Id<'equipment'>>(),
    measuredPower: integer('measured_power').notNull(),
    battery: integer('battery'),
    lastHeardAt: at('last_heard_at'),
  },
  (table) => [
    foreignKeyInCompany(table, table.equipmentId, () => equipment),
    uniqueIndex('beacon_mac').on(table.companyId, table.mac),
    uniqueIndex('beacon_equipment').on(table.companyId, table.equipmentId),
  ],
)

const fix = {
  equipmentId: integer('equipment_id').notNull().$type<Id<'equipment'>>(),
  floorId: integer('floor_id').notNull().$type<Id<'floor'>>(),
  roomId: integer('room_id').$type<Id<'room'>>(),
  longitude: doublePrecision('longitude').notNull(),
  latitude: doublePrecision('latitude').notNull(),
  accuracy: real('accuracy').notNull(),
  method: text('method').notNull().$type<Method>(),
  at: at('at').notNull(),
}

/** Position history. `heard` and `rejected` are the triangulation log of the position. */
export const position = tenantTable(
  'internal',
  'position',
  {
    ...fix,
    heard: jsonb('heard').notNull().$type<UsedReading[]>(),
    rejected: jsonb('rejected').notNull().$type<RejectedReading[]>(),
  },
  (table) => [
    foreignKeyInCompany(table, table.equipmentId, () => equipment),
    foreignKeyInCompany(table, table.floorId, () => floor, 'cascade'),
    index('position_of').on(table.companyId, table.equipmentId, table.at),
    index('position_on').on(table.companyId, table.floorId, table.at),
    index('position_age').on(table.at),
    // Partial: skips positions whose triangulation was deleted.
    index('position_detailed')
      .on(table.companyId, table.at)
      .where(sql`heard <> '[]'::jsonb or rejected <> '[]'::jsonb`),
  ],
)

/** One row per piece of equipment: the last measured or manual position. */
export const lastPosition = tenantTable(
  'internal',
  'last_position',
  { ...fix, changedAt: at('changed_at').notNull() },
  (table) => [
    foreignKeyInCompany(table, table.equipmentId, () => equipment),
    foreignKeyInCompany(table, table.floorId, () => floor, 'cascade'),
    uniqueIndex('last_position_of').on(table.companyId, table.equipmentId),
    index('last_position_changed').on(table.companyId, table.changedAt),
    index('last_position_on').on(table.companyId, table.floorId),
  ],
)

/** A reservation. At most one row per piece of equipment, valid until its end. */
export const reservation = tenantTable(
  'internal',
  'reservation',
  {
    equipmentId: integer('equipment_id').notNull().$type<Id<'equipment'>>(),
    userId: integer('user_id').notNull().$type<Id<'user'>>(),
    until: at('until').notNull(),
  },
  (table) => [
    foreignKeyInCompany(table, table.equipmentId, () => equipment, 'cascade'),
    foreignKeyInCompany(table, table.userId, () => user, 'cascade'),
    uniqueIndex('reservation_of').on(table.companyId, table.equipmentId),
    index('reservation_by').on(table.companyId, table.userId, table.until),
  ],
)

export const surveyPoint = tenantTable(
  'surveyPoint',
  'survey_point',
  {
    floorId: integer('floor_id').notNull().$type<Id<'floor'>>(),
    longitude: doublePrecision('longitude').notNull(),
    latitude: doublePrecision('latitude').notNull(),
    kind: text('kind').notNull().$type<SurveyKind>(),
    equipmentId: integer('equipment_id').notNull().$type<Id<'equipment'>>(),
    byName: text('by_name').notNull(),
    byId: integer('by_id').$type<Id<'user'>>(),
    at: at('at').notNull(),
    measuredPower: integer('measured_power').notNull(),
    /** Average per gateway and second, uncorrected. */
    readings: jsonb('readings').notNull().$type<SurveyReading[]>(),
    gateways: jsonb('gateways').notNull().$type<SurveyGateway[]>(),
    /** Error of the shown position and its accuracy radius, in metres. */
    offBy: real('off_by'),
    radius: real('radius'),
    removedAt: at('removed_at'),
  },
  (table) => [
    foreignKeyInCompany(table, table.floorId, () => floor, 'cascade'),
    foreignKeyInCompany(table, table.equipmentId, () => equipment),
    index('survey_point_on').on(table.companyId, table.floorId),
  ],
)
export interface SurveyGateway {
  gatewayId: Id<'gateway'>
  longitude: number
  latitude: number
}

export const surveyResult = tenantTable(
  'internal',
  'survey_result',
  {
    buildingId: integer('building_id').notNull().$type<Id<'building'>>(),
    figures: jsonb('figures').notNull().$type<SurveyFigures>(),
    at: at('at').notNull(),
  },
  (table) => [
    foreignKeyInCompany(table, table.buildingId, () => building, 'cascade'),
    uniqueIndex('survey_result_once').on(table.companyId, table.buildingId),
  ],
)

/** Learnt radio parameters that the user adopted. The newest row that is not undone applies. */
export const radioCalibration = tenantTable('radioCalibration', 'radio_calibration', {
  power: real('power').notNull(),
  exponent: real('exponent').notNull(),
  spread: real('spread').notNull(),
  offsets: jsonb('offsets').notNull().$type<{ gatewayId: Id<'gateway'>; offset: number }[]>(),
  byName: text('by_name').notNull(),
  byId: integer('by_id').$type<Id<'user'>>(),
  at: at('at').notNull(),
  undoneAt: at('undone_at'),
})

/** One row per company, created on first use. */
export const trackingSettings = tenantTable(
  'internal',
  'tracking_settings',
  {
    historyDays: integer('history_days').notNull().default(90),
    exponent: real('exponent').notNull().default(2.6),
  },
  (table) => [uniqueIndex('tracking_settings_once').on(table.companyId)],
)

/** Stores only the hash, so reading the table does not allow sending. */
export const apiKey = tenantTable(
  'apiKey',
  'api_key',
  {
    name: text('name').notNull(),
    hash: text('hash').notNull(),
    hint: text('hint').notNull(),
    ips: text('ips').array().notNull(),
    expirationDate: date('expiration_date'),
    isActive: boolean('is_active').notNull(),
    monthLimit: integer('month_limit'),
    counter: integer('counter').notNull().default(0),
    /** The month that the counter is for, such as `2026-11`. */
    month: text('month').notNull().default(''),
    lastUsedAt: at('last_used_at'),
  },
  (table) => [
    uniqueIndex('api_key_hash').on(table.hash),
    uniqueIndex('api_key_name').on(table.companyId, table.name),
  ],
)

/** Repeated faults of one sender increment a counter instead of adding rows. */
export const quarantine = tenantTable(
  'quarantine',
  'quarantine',
  {
    apiKeyId: integer('api_key_id').$type<Id<'apiKey'>>(),
    format: text('format').notNull(),
    reason: text('reason').notNull().$type<(typeof quarantineReasons)[number]>(),
    about: text('about'),
    payload: text('payload').notNull(),
    times: integer('times').notNull().default(1),
    /** Number of older reports of this sender and reason that were dropped. */
    pushedOut: integer('pushed_out').notNull().default(0),
    receivedAt: at('received_at').notNull(),
  },
  (table) => [
    foreignKeyInCompany(table, table.apiKeyId, () => apiKey, 'cascade'),
    uniqueIndex('quarantine_once').on(
      table.companyId,
      sql`coalesce(api_key_id, 0)`,
      table.format,
      table.reason,
      sql`coalesce(about, '')`,
    ),
  ],
)
