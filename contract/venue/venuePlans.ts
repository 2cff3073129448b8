/**
 * Floors that are drawn here: read whole, written whole with the version they were read with, and
 * kept in versions. A file of an import becomes the same rows.
 */
import { z } from 'zod'
import { mutation, query } from '#contract/endpoint.ts'
import { id, idParam } from '#contract/ids.ts'
import { named, point } from '#contract/rtls/rtlsShapes.ts'
import { bounded, instant, listAnswer, name, text, version } from '#contract/shapes.ts'
import { part, polygon, position, roomKinds } from './shapes.ts'
import { MAX_GATEWAYS, MAX_PARTS, MAX_ROOMS } from './planBounds.ts'

/** Where a picture lies: its first corner and the end of its upper edge. */
const placed = {
  /** Of a PDF; a picture has one. */
  page: z.number().int().min(1).max(10_000),
  /** Of its own units: points of a PDF, pixels of a picture. */
  width: z.number().min(1).max(1_000_000),
  height: z.number().min(1).max(1_000_000),
  from: position,
  to: position,
}

const roomFacts = {
  name: text(200),
  /** What stands on its door. */
  code: text(100).nullable(),
  kind: z.enum(roomKinds),
  /** What the file of an import called it. */
  category: text(200).nullable(),
  outline: polygon,
}

const floorFacts = {
  name,
  shortName: name.max(12),
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
  /** What the floor is in the tree of places; new places are made inside it. */
  location: named(id('location')).nullable(),
  picture: z
    .object({ ...placed, file: z.object({ id: id('file'), name: z.string(), mime: z.string() }) })
    .nullable(),
  /** Those that hang on this floor. */
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
        /** Null: a new one. */
        id: id('room').nullable(),
        ...roomFacts,
        locationId: id('location').nullable(),
        /** A place is made for it, of the type below and inside the floor's own place. */
        makesLocation: z.boolean().optional(),
      }),
    )
    .refine(bounded((list: readonly unknown[]) => list.length <= MAX_ROOMS))
    .meta({ maxItems: MAX_ROOMS }),
  locationId: id('location').nullable(),
  newLocationTypeId: id('locationType').nullable(),
  picture: z.strictObject({ ...placed, fileId: id('file') }).nullable(),
  /** Those to be placed here; others stay where they are. */
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
      /** Of a new building. */
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
        /** Null: what was there before versions were kept. */
        by: z.string().nullable(),
        how: z.enum(how),
        /** The number of the one that was brought back. */
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
