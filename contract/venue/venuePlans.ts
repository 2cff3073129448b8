/**
 * Floors drawn in the editor: loaded and saved as a whole with optimistic locking, and stored in
 * versions. Imports write the same rows.
 */
import { z } from 'zod'
import { mutation, query } from '#contract/endpoint.ts'
import { id, idParam } from '#contract/ids.ts'
import { named, point } from '#contract/rtls/rtlsShapes.ts'
import { bounded, instant, listAnswer, name, text, version } from '#contract/shapes.ts'
import { part, polygon, position, roomKinds } from './shapes.ts'
import { MAX_GATEWAYS, MAX_PARTS, MAX_ROOMS, MAX_SHORT_NAME } from './planBounds.ts'

/** Position of a picture: its first corner (`from`) and the end of its upper edge. */
const placed = {
  /** Page of a PDF. 1 for a picture. */
  page: z.number().int().min(1).max(10_000),
  /** Points for a PDF, pixels for a picture. */
  width: z.number().min(1).max(1_000_000),
  height: z.number().min(1).max(1_000_000),
  from: position,
  to: position,
}

const roomFacts = {
  name: text(200),
  /** The sign at the room, such as its number. */
  code: text(100).nullable(),
  kind: z.enum(roomKinds),
  category: text(200).nullable(),
  outline: polygon,
}

const floorFacts = {
  name,
  shortName: name.max(MAX_SHORT_NAME),
  ordinal: z.number().int().min(-200).max(200),
}

const floorPlan = z.object({
  id: id('floor'),
  version,
  building: named(id('building')),
  name: z.string(),
  shortName: z.string(),
  ordinal: z.number().int(),
  outline: polygon,
  parts: z.array(part),
  rooms: z.array(
    z.object({
      id: id('room'),
      name: z.string(),
      code: z.string().nullable(),
      kind: z.enum(roomKinds),
      category: z.string().nullable(),
      outline: polygon,
      location: named(id('location')).nullable(),
    }),
  ),
  /** The floor's location. New locations of rooms are created inside it. */
  location: named(id('location')).nullable(),
  picture: z
    .object({ ...placed, file: z.object({ id: id('file'), name: z.string(), mime: z.string() }) })
    .nullable(),
  gateways: z.array(z.object({ equipmentId: id('equipment'), name: z.string(), ...point })),
})
export type FloorPlan = z.output<typeof floorPlan>

const floorDraft = {
  ...floorFacts,
  outline: polygon,
  parts: z
    .array(part)
    .refine(bounded((list: readonly unknown[]) => list.length <= MAX_PARTS))
    .meta({ maxItems: MAX_PARTS }),
  rooms: z
    .array(
      z.strictObject({
        /** Null for a new room. */
        id: id('room').nullable(),
        ...roomFacts,
        locationId: id('location').nullable(),
        /**
         * If true, the server creates a location for the room, of the type below, inside the
         * floor's location.
         */
        makesLocation: z.boolean().optional(),
      }),
    )
    .refine(bounded((list: readonly unknown[]) => list.length <= MAX_ROOMS))
    .meta({ maxItems: MAX_ROOMS }),
  locationId: id('location').nullable(),
  newLocationTypeId: id('locationType').nullable(),
  picture: z.strictObject({ ...placed, fileId: id('file') }).nullable(),
  /** Gateways to place on this floor. Others keep their positions. */
  gateways: z.array(z.strictObject({ equipmentId: id('equipment'), ...point })).max(MAX_GATEWAYS),
}

const how = ['before', 'imported', 'drawn', 'restored'] as const
const writes = ['Venue', 'Location', 'Gateway', 'Equipment', 'Position', 'Journal'] as const
const one = z.object({ id: idParam('floor') })

export const venuePlans = {
  getFloorPlan: query({
    method: 'GET',
    path: '/api/rtls/floors/{id}/plan',
    access: 'can:editor|locations',
    summary: 'A floor as it is edited, with its version and the picture under it',
    params: one,
    response: floorPlan,
    reads: ({ params }) => ['Venue', { type: 'Venue', id: params.id }],
  }),
  createFloorPlan: mutation({
    method: 'POST',
    path: '/api/rtls/floor-plans',
    access: 'can:editor|locations',
    summary: 'A new floor out of what was drawn, of a building that is there or of a new one',
    body: z.strictObject({
      buildingId: id('building').nullable(),
      buildingName: name.optional(),
      ...floorDraft,
    }),
    response: floorPlan,
    writes,
  }),
  updateFloorPlan: mutation({
    method: 'PUT',
    path: '/api/rtls/floors/{id}/plan',
    access: 'can:editor|locations',
    summary: 'The floor as it was drawn; rooms that are not named go, their locations stay',
    params: one,
    body: z.strictObject({ version, ...floorDraft }),
    response: floorPlan,
    writes,
  }),
  deleteFloorPlan: mutation({
    method: 'DELETE',
    path: '/api/rtls/floors/{id}/plan',
    access: 'can:editor|locations',
    summary: 'Takes a floor away with the positions on it; locations and equipment stay',
    params: one,
    response: z.object({ deleted: z.literal(true) }),
    writes: ['Venue', 'Position', 'Journal'],
  }),
  listFloorVersions: query({
    method: 'POST',
    path: '/api/rtls/floors/{id}/versions',
    access: 'can:editor|locations',
    summary: 'What the floor was, the newest first',
    params: one,
    body: z.strictObject({
      limit: z.number().int().min(1).max(100).default(20),
      offset: z.number().int().min(0).max(1_000_000).default(0),
    }),
    response: listAnswer(
      z.object({
        id: id('floorVersion'),
        number: z.number().int(),
        at: instant,
        /** Null for the plan that existed before versions were stored. */
        by: z.string().nullable(),
        how: z.enum(how),
        /** Number of the version that was restored. */
        restoredFrom: z.number().int().nullable(),
        rooms: z.number().int(),
        isCurrent: z.boolean(),
      }),
    ),
    reads: ({ params }) => ['Venue', { type: 'Venue', id: params.id }],
  }),
  restoreFloorVersion: mutation({
    method: 'POST',
    path: '/api/rtls/floors/{id}/versions/{versionId}/restore',
    access: 'can:editor|locations',
    summary: 'The floor as it was then; what it is now stays among the versions',
    params: z.object({ id: idParam('floor'), versionId: idParam('floorVersion') }),
    body: z.strictObject({ version }),
    response: floorPlan,
    writes,
  }),
}
export type FloorVersionKind = (typeof how)[number]
