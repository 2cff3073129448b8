/**
 * Positions of equipment: venues, live positions and history, nearby equipment, visits (spec
 * sections 2, 3 and 7).
 */
import { z } from 'zod'
import { mutation, query } from '#contract/endpoint.ts'
import { filterObject } from '#contract/filter.ts'
import { id, idParam, ids } from '#contract/ids.ts'
import { givenInstant, instant, listAnswer, listQuestion, name, version } from '#contract/shapes.ts'
import { polygon } from '#contract/venue/shapes.ts'
import {
  named,
  point,
  spot,
  building,
  drawnPlace,
  floor,
  livePosition,
  liveMarker,
  liveColumns,
  mapEquipment,
  triangulationLog,
  stay,
  beaconFacts,
  beacon,
  span,
  isForwards,
  reversed,
  one,
  trackingSettings,
} from './rtlsShapes.ts'

const placedEquipment = mapEquipment.extend({ fellowsMoved: z.number().int().optional() })

export const rtls = {
  listBuildings: query({
    method: 'GET',
    path: '/api/rtls/buildings',
    access: 'session',
    summary: 'Buildings with a plan, and their floors',
    response: listAnswer(building),
    reads: ['Venue', 'SiteSurvey'],
  }),
  getFloor: query({
    method: 'GET',
    path: '/api/rtls/floors/{id}',
    access: 'session',
    summary: 'A floor as it is drawn',
    params: z.object({ id: idParam('floor') }),
    response: floor,
    reads: ({ params }) => ['Venue', { type: 'Venue', id: params.id }],
  }),
  getPlaceOfLocation: query({
    method: 'GET',
    path: '/api/rtls/places/{id}',
    access: 'session',
    summary: 'Where a location, or the nearest location above it, is drawn: its room or its floor',
    params: z.object({ id: idParam('location') }),
    response: drawnPlace,
    reads: ({ params }) => ['Venue', { type: 'Location', id: params.id }],
  }),
  renameBuilding: mutation({
    method: 'PUT',
    path: '/api/rtls/buildings/{id}',
    access: 'can:editor|locations',
    summary: 'Another name, or the location it stands for',
    params: z.object({ id: idParam('building') }),
    body: z.strictObject({
      name: name.optional(),
      locationId: id('location').nullable().optional(),
    }),
    response: building,
    writes: ['Venue', 'Journal'],
  }),
  deleteBuilding: mutation({
    method: 'DELETE',
    path: '/api/rtls/buildings/{id}',
    access: 'can:editor|locations',
    summary: 'Takes a plan away with the positions on it; locations and equipment stay',
    params: z.object({ id: idParam('building') }),
    response: z.object({ deleted: z.literal(true) }),
    writes: ['Venue', 'Position', 'Journal'],
  }),
  listMapEquipment: query({
    method: 'POST',
    path: '/api/equipment/get-for-map',
    access: 'session',
    summary:
      'Equipment for the map’s list; nothing without a filter object or free text, or a floor',
    body: listQuestion(['name', 'type', 'status', 'at'])
      .extend({
        filter: filterObject.optional(),
        floorId: id('floor').optional(),
        buildingId: id('building').optional(),
        isStatic: z.boolean().optional(),
        ids: ids('equipment').optional(),
      })
      .strict(),
    response: listAnswer(mapEquipment),
    reads: ['Equipment'],
  }),
  getLastSeenAllEquipment: query({
    method: 'POST',
    path: '/api/rtls/get-last-seen-all-equipment',
    access: 'session',
    summary: 'Where everything was last heard; with `since` only what changed after',
    body: z.strictObject({
      buildingId: id('building').optional(),
      floorId: id('floor').optional(),
      since: givenInstant.optional(),
    }),
    response: z.object({ at: instant, count: z.number().int(), rows: z.array(liveMarker) }),
    reads: [],
  }),
  getLivePositions: query({
    method: 'POST',
    path: '/api/rtls/live-positions',
    access: 'session',
    summary: 'The same in columns of numbers, for pages that draw thousands of them each second',
    body: z.strictObject({ buildingId: id('building').optional(), since: givenInstant.optional() }),
    response: liveColumns,
    reads: [],
  }),
  getHistoryOfEquipment: query({
    method: 'POST',
    path: '/api/rtls/get-history-of-equipment-id',
    access: 'session',
    summary: 'Every kept position of one thing, newest first',
    body: listQuestion(['at'])
      .omit({ search: true })
      .extend({
        equipmentId: id('equipment'),
        from: givenInstant.optional(),
        to: givenInstant.optional(),
      })
      .strict(),
    response: listAnswer(
      livePosition.extend({
        id: z.number().int(),
        roomName: z.string().nullable(),
        floorName: z.string(),
        buildingName: z.string(),
      }),
    ),
    reads: ({ body }) => [{ type: 'Position', id: body.equipmentId }],
  }),
  getLastLocationsOfEquipment: query({
    method: 'POST',
    path: '/api/rtls/get-last-locations-of-equipment-id',
    access: 'session',
    summary: 'Where one thing stayed, from when to when, newest first',
    body: z.strictObject({
      equipmentId: id('equipment'),
      from: givenInstant.optional(),
      to: givenInstant.optional(),
      limit: z.number().int().min(1).max(500).default(50),
      offset: z.number().int().min(0).max(1_000_000).default(0),
    }),
    response: listAnswer(stay),
    reads: ({ body }) => [{ type: 'Position', id: body.equipmentId }],
  }),
  /**
   * `locationsOfAllEquipment` of spec section 3: all equipment that was ever placed or received.
   */
  getLocationsOfAllEquipment: query({
    method: 'POST',
    path: '/api/rtls/get-last-locations-of-all-equipment',
    access: 'session',
    summary: 'Where everything is, in words: room, floor and building, and where it belongs',
    body: listQuestion(['name', 'at', 'place']).strict(),
    response: listAnswer(
      z.object({
        id: id('equipment'),
        name: z.string(),
        floorId: id('floor'),
        floorName: z.string(),
        buildingName: z.string(),
        /** Null outside rooms or while moving. */
        roomName: z.string().nullable(),
        location: named(id('location')).nullable(),
        at: instant,
      }),
    ),
    reads: ['Equipment', 'Position'],
  }),
  getTriangulationLogs: query({
    method: 'POST',
    path: '/api/rtls/get-triangulation-logs',
    access: 'session',
    summary: 'Why a thing was placed where it was: gateways heard and those left out',
    body: listQuestion(['at'])
      .omit({ search: true })
      .extend({ equipmentId: id('equipment') })
      .strict(),
    response: listAnswer(triangulationLog),
    reads: ({ body }) => [{ type: 'Position', id: body.equipmentId }],
  }),
  getEquipmentInCoordinates: query({
    method: 'POST',
    path: '/api/rtls/get-equipment-in-coordinates',
    access: 'session',
    summary: 'What is now inside an outline on a floor',
    body: listQuestion(['name'])
      .extend({ floorId: id('floor'), outline: polygon })
      .strict(),
    response: listAnswer(mapEquipment),
    reads: ['Equipment', 'Position'],
  }),

  listBeacons: query({
    method: 'GET',
    path: '/api/rtls/beacons',
    access: 'session',
    summary: 'All beacons and what they are fixed to',
    response: listAnswer(beacon),
    reads: ['Beacon'],
  }),
  searchBeacons: query({
    method: 'POST',
    path: '/api/rtls/beacons/get',
    access: 'session',
    summary: 'Beacons, searched and paged',
    body: listQuestion(['mac', 'battery', 'lastHeardAt'])
      .extend({
        equipmentId: id('equipment').optional(),
        isFree: z.boolean().optional(),
        ids: ids('beacon').optional(),
      })
      .strict(),
    response: listAnswer(beacon),
    reads: ['Beacon'],
  }),
  createBeacon: mutation({
    method: 'POST',
    path: '/api/rtls/beacons',
    access: 'can:editor|equipment',
    summary: 'Add a beacon, fixed to an equipment or still free',
    body: z.strictObject(beaconFacts),
    response: beacon,
    writes: ['Beacon', 'Equipment', 'Journal'],
  }),
  updateBeacon: mutation({
    method: 'PUT',
    path: '/api/rtls/beacons/{id}',
    access: 'can:editor|equipment',
    summary: 'Fix a beacon to another equipment, or to none',
    params: z.object({ id: idParam('beacon') }),
    body: z.strictObject(beaconFacts).partial().extend({ version }),
    response: beacon,
    writes: ['Beacon', 'Equipment', 'Journal'],
  }),
  deleteBeacon: mutation({
    method: 'DELETE',
    path: '/api/rtls/beacons/{id}',
    access: 'can:editor|equipment',
    summary: 'Forget a beacon; what it told stays',
    params: z.object({ id: idParam('beacon') }),
    response: z.object({ deleted: z.literal(true) }),
    writes: ['Beacon', 'Equipment', 'Journal'],
  }),

  placeEquipment: mutation({
    method: 'PUT',
    path: '/api/rtls/places/{equipmentId}',
    access: 'can:editor|equipment',
    summary: 'Put a thing on the map; its logical location stays',
    params: one,
    body: spot,
    response: placedEquipment,
    writes: ({ params }) => [
      'Equipment',
      'Gateway',
      'Position',
      { type: 'Equipment', id: params.equipmentId },
      { type: 'Position', id: params.equipmentId },
      'Journal',
    ],
  }),
  clearPlace: mutation({
    method: 'DELETE',
    path: '/api/rtls/places/{equipmentId}',
    access: 'can:editor|equipment',
    summary: 'Take a thing off the map; its logical location stays',
    params: one,
    response: placedEquipment,
    writes: ({ params }) => [
      'Equipment',
      'Gateway',
      'Position',
      { type: 'Equipment', id: params.equipmentId },
      { type: 'Position', id: params.equipmentId },
      'Journal',
    ],
  }),

  getHeatmap: query({
    method: 'POST',
    path: '/api/rtls/heatmap',
    access: 'session',
    transaction: 'none',
    readsMuch: true,
    summary: 'Where things spent their time on a floor',
    body: z
      .strictObject({
        /** Omit for the floor with the most time. */
        floorId: id('floor').optional(),
        equipmentId: id('equipment').optional(),
        filter: filterObject.optional(),
        ...span,
      })
      .refine(isForwards, reversed),
    response: z.object({
      floorId: id('floor').nullable(),
      seconds: z.number(),
      /** Cells of 1.5 m. */
      cells: z.array(z.object({ ...point, seconds: z.number() })),
      rooms: z.array(
        z.object({
          id: id('room'),
          name: z.string(),
          seconds: z.number(),
          visits: z.number().int(),
        }),
      ),
    }),
    reads: [],
  }),
  getReplay: query({
    method: 'POST',
    path: '/api/rtls/replay',
    access: 'session',
    transaction: 'none',
    readsMuch: true,
    summary:
      'Positions of one thing, or of all on a floor and where they went from it, over a span in order of time',
    body: z
      .strictObject({
        equipmentId: id('equipment').optional(),
        floorId: id('floor').optional(),
        ...span,
      })
      .refine(isForwards, reversed),
    response: z.object({
      isCut: z.boolean(),
      tracks: z.array(
        z.object({
          equipment: named(id('equipment')),
          points: z.array(z.object({ at: instant, floorId: id('floor'), ...point })),
        }),
      ),
    }),
    reads: [],
  }),

  getSimulator: query({
    method: 'GET',
    path: '/api/rtls/simulator',
    access: 'session',
    transaction: 'none',
    summary: 'Does the demo’s simulator walk?',
    response: z.object({ isThere: z.boolean(), isRunning: z.boolean() }),
    reads: ['Simulator'],
  }),
  setSimulator: mutation({
    method: 'PUT',
    path: '/api/rtls/simulator',
    access: 'can:editor|equipment',
    transaction: 'none',
    summary: 'Let the demo’s simulator walk, or stop it',
    body: z.strictObject({ isRunning: z.boolean() }),
    response: z.object({ isThere: z.boolean(), isRunning: z.boolean() }),
    writes: ['Simulator'],
  }),
  getTrackingSettings: query({
    method: 'GET',
    path: '/api/rtls/settings',
    access: 'session',
    summary: 'How positions are computed and kept',
    response: trackingSettings,
    reads: ['Company'],
  }),
  updateTrackingSettings: mutation({
    method: 'PUT',
    path: '/api/rtls/settings',
    access: 'can:editor|devices',
    summary: 'Change how positions are computed and kept',
    body: trackingSettings,
    response: trackingSettings,
    writes: ['Company', 'Journal'],
  }),
}
