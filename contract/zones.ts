/**
 * Zones: buildings, floors and rooms of the plan, and areas drawn on it. Visits record who was in a
 * zone and when; zone rules alert when equipment leaves, stands idle, or falls below a minimum
 * count.
 */
import { z } from 'zod'
import { colours } from './colours.ts'
import { mutation, query } from './endpoint.ts'
import { id, idParam, ids } from './ids.ts'
import { MAX_AREA_CORNERS } from './rules/drawnArea.ts'
import { zoneKinds } from './positioning/visits.ts'
import { reportRange } from './reports.ts'
import { zoneRuleKinds } from './rules/zoneAlerts.ts'
import { isForwards, named, reversed, span } from './rtls/rtlsShapes.ts'
import { instant, listAnswer, listQuestion, name, version } from './shapes.ts'
import { polygon, position } from './venue/shapes.ts'

const visitRow = z.object({
  id: id('visit'),
  equipment: named(id('equipment')),
  typeName: z.string(),
  floorId: id('floor'),
  floorName: z.string(),
  buildingName: z.string(),
  /** Null if the visit was to an area (`areaId`). */
  roomId: id('room').nullable(),
  areaId: id('area').nullable(),
  /** The name of the room or area; empty if the plan has none. */
  roomName: z.string(),
  enteredAt: instant,
  /** Null while the equipment is there. */
  leftAt: instant.nullable(),
  /** Until now if the visit lasts. */
  seconds: z.number().int(),
})
export type VisitRow = z.output<typeof visitRow>

const occupancyRow = z.object({
  id: z.number().int(),
  name: z.string(),
  floorId: id('floor'),
  floorName: z.string(),
  buildingName: z.string(),
  now: z.number().int(),
  visits: z.number().int(),
  /**
   * Mean over ended visits; null if none has ended. The length of ongoing visits is not known yet.
   */
  averageSeconds: z.number().int().nullable(),
  /** Ongoing visits count until now; null without visits. */
  longestSeconds: z.number().int().nullable(),
  /** Total time of all visits inside the requested period. */
  seconds: z.number().int(),
})
export type OccupancyRow = z.output<typeof occupancyRow>

const areaDraft = z.strictObject({
  floorId: id('floor'),
  name,
  colour: z.enum(colours),
  /** Corners in order around the area, without repeating the first. */
  corners: z.array(position).min(3).max(MAX_AREA_CORNERS),
})
const areaRow = z.object({
  id: id('area'),
  name: z.string(),
  colour: z.enum(colours),
  floorId: id('floor'),
  floorName: z.string(),
  buildingName: z.string(),
  outline: polygon,
  version,
})
export type AreaRow = z.output<typeof areaRow>

/** Minutes: sixty days. */
export const LONGEST_WAIT = 60 * 24 * 60
const zoneRuleDraft = z.strictObject({
  name,
  kind: z.enum(zoneRuleKinds),
  /**
   * Includes everything inside the location. Null means anywhere, and is allowed for `idle` only.
   */
  locationId: id('location').nullable(),
  /** A drawn area instead of a location. */
  areaId: id('area').nullable().default(null),
  /** Null for mobile equipment of every type. */
  equipmentTypeId: id('equipmentType').nullable(),
  /** Used by rules of kind `fewer`. */
  minimum: z.number().int().min(1).max(10_000),
  minutes: z.number().int().min(0).max(LONGEST_WAIT),
  isActive: z.boolean(),
})
const zoneRuleRow = z.object({
  id: id('zoneRule'),
  ...zoneRuleDraft.shape,
  name: z.string(),
  location: named(id('location')).nullable(),
  areaId: id('area').nullable(),
  area: named(id('area')).nullable(),
  equipmentType: named(id('equipmentType')).nullable(),
  open: z.number().int(),
  version,
})
export type ZoneRuleRow = z.output<typeof zoneRuleRow>

export const visitDimensions = ['zone', 'equipmentType', 'equipment', 'dayOfWeek', 'hour'] as const
export type VisitDimension = (typeof visitDimensions)[number]

const visitMeasures = {
  visits: z.number().int(),
  /** Distinct equipment; one may appear in several groups. */
  things: z.number().int(),
  /** Mean over ended visits; null if none has ended. */
  averageSeconds: z.number().nullable(),
  /** Ongoing visits count until now. */
  totalSeconds: z.number(),
}
const visitGroup = z.object({
  /**
   * The id of the zone, type or equipment; for a day of the week 0 (Sunday) to 6; for an hour 0 to
   * 23.
   */
  id: z.number().int(),
  /** Empty for days and hours, and if the plan has no name. */
  name: z.string(),
  ...visitMeasures,
})
export type VisitGroup = z.output<typeof visitGroup>

/** How far back a rule is tested against past visits. */
export const REHEARSED_DAYS = 7
const one = { params: z.object({ id: idParam('zoneRule') }) }
const oneArea = { params: z.object({ id: idParam('area') }) }

export const zones = {
  listVisits: query({
    method: 'POST',
    path: '/api/zones/visits/get',
    access: 'session',
    summary: 'Which thing was in which room or drawn area, from when to when, newest first',
    body: listQuestion(['enteredAt', 'seconds'])
      .omit({ search: true })
      .extend({
        equipmentId: id('equipment').optional(),
        roomId: id('room').optional(),
        areaId: id('area').optional(),
        isOpen: z.boolean().optional(),
      })
      .strict(),
    response: listAnswer(visitRow),
    reads: ['Position', 'Equipment'],
  }),
  listOccupancy: query({
    method: 'POST',
    path: '/api/zones/occupancy/get',
    access: 'session',
    summary:
      'Of each room, or drawn area, how many things are there, how many were in a span, and how long',
    body: listQuestion(['name', 'now', 'visits', 'averageSeconds', 'longestSeconds'])
      .extend({
        of: z.enum(['rooms', 'areas']).default('rooms'),
        roomId: id('room').optional(),
        areaId: id('area').optional(),
        floorId: id('floor').optional(),
        equipmentTypeId: id('equipmentType').optional(),
        equipmentId: id('equipment').optional(),
        ...span,
      })
      .strict()
      .refine(isForwards, reversed),
    response: listAnswer(occupancyRow),
    reads: ['Position', 'Venue', 'Area'],
  }),
  getVisitReport: query({
    method: 'POST',
    path: '/api/zones/report',
    access: 'can:viewer|reports',
    readsMuch: true,
    summary: 'Visits that began in a range, spread over zones, things or time',
    body: listQuestion(['visits', 'things', 'averageSeconds', 'totalSeconds'])
      .omit({ search: true })
      .extend({
        by: z.enum(visitDimensions).default('zone'),
        /**
         * The kind of zone to count: equipment is in a room and in its building at the same time.
         */
        of: z.enum(zoneKinds).default('room'),
        range: reportRange,
        equipmentTypeId: id('equipmentType').optional(),
      })
      .strict(),
    response: listAnswer(visitGroup).extend(visitMeasures),
    reads: ['Position', 'Venue', 'Area', 'Equipment'],
  }),
  listAreas: query({
    method: 'POST',
    path: '/api/zones/areas/get',
    access: 'session',
    summary: 'Areas that were drawn on floors',
    body: listQuestion(['name'])
      .extend({
        floorId: id('floor').optional(),
        areaId: id('area').optional(),
        ids: ids('area').optional(),
      })
      .strict(),
    response: listAnswer(areaRow),
    reads: ['Area'],
  }),
  createArea: mutation({
    method: 'POST',
    path: '/api/zones/areas',
    access: 'can:editor|locations',
    summary: 'An area on a floor; who is in it is kept from now on',
    body: areaDraft,
    response: areaRow,
    writes: ['Area', 'Journal'],
  }),
  updateArea: mutation({
    method: 'PUT',
    path: '/api/zones/areas/{id}',
    access: 'can:editor|locations',
    summary: 'Rename an area, or draw it anew; its visits stay',
    ...oneArea,
    body: areaDraft.extend({ version }),
    response: areaRow,
    writes: ['Area', 'Journal'],
  }),
  deleteArea: mutation({
    method: 'DELETE',
    path: '/api/zones/areas/{id}',
    access: 'can:editor|locations',
    summary: 'Take an area away, with its visits and the rules about it',
    ...oneArea,
    response: z.object({ deleted: z.literal(true) }),
    writes: ['Area', 'Position', 'ZoneRule', 'Alert', 'Journal'],
  }),
  listZoneRules: query({
    method: 'POST',
    path: '/api/zones/rules/get',
    access: 'session',
    summary: 'What is told of zones',
    body: listQuestion(['name'])
      .extend({ ruleId: id('zoneRule').optional() })
      .strict(),
    response: listAnswer(zoneRuleRow),
    reads: ['ZoneRule', 'Alert'],
  }),
  createZoneRule: mutation({
    method: 'POST',
    path: '/api/zones/rules',
    access: 'can:editor|devices',
    summary: 'Tell of something in a zone from now on',
    body: zoneRuleDraft,
    response: zoneRuleRow,
    writes: ['ZoneRule', 'Journal'],
  }),
  updateZoneRule: mutation({
    method: 'PUT',
    path: '/api/zones/rules/{id}',
    access: 'can:editor|devices',
    summary: 'Change what is told; what it told of until now is over',
    ...one,
    body: zoneRuleDraft.extend({ version }),
    response: zoneRuleRow,
    writes: ['ZoneRule', 'Alert', 'Journal'],
  }),
  deleteZoneRule: mutation({
    method: 'DELETE',
    path: '/api/zones/rules/{id}',
    access: 'can:editor|devices',
    summary: 'Tell no more of it; its alerts go with it',
    ...one,
    response: z.object({ deleted: z.literal(true) }),
    writes: ['ZoneRule', 'Alert', 'Journal'],
  }),
  previewZoneRule: query({
    method: 'POST',
    path: '/api/zones/rules/preview',
    access: 'can:editor|devices',
    summary:
      'How many things a rule is about now, how many people it tells, and of how many at once',
    body: zoneRuleDraft.omit({ name: true, isActive: true }).strict(),
    response: z.object({
      /** Matching equipment in the location now, or anywhere. */
      things: z.number().int(),
      /** There is more; counting stopped at the limit. */
      isCut: z.boolean(),
      /**
       * Users responsible for such equipment. Followers are notified as well, only for the
       * equipment they follow.
       */
      people: z.number().int(),
      /** Alerts in the first minute. */
      atOnce: z.number().int(),
    }),
    reads: [],
  }),
  rehearseZoneRule: query({
    method: 'POST',
    path: '/api/zones/rules/rehearse',
    access: 'can:editor|devices',
    summary: 'What a rule would have told in the last seven days',
    body: zoneRuleDraft.omit({ name: true, isActive: true }).strict(),
    response: z.object({
      count: z.number().int(),
      /** Some visits were omitted because of the limit. */
      isCut: z.boolean(),
      /** Start of the visit history if it lies within the seven days; null if it is older. */
      recordedSince: instant.nullable(),
      rows: z.array(
        z.object({
          equipment: named(id('equipment')).nullable(),
          from: instant,
          to: instant.nullable(),
        }),
      ),
    }),
    reads: [],
  }),
}
