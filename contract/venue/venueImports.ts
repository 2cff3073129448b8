import { z } from 'zod'
import { mutation, query } from '#contract/endpoint.ts'
import { id, idParam } from '#contract/ids.ts'
import { instant, text, version } from '#contract/shapes.ts'
import { corrections, unmatchedKinds } from './corrections.ts'
import { reasonsToLeaveOut, usesOfFeatures, faultCodes } from './outcomes.ts'
import { assumptionCodes } from './plan.ts'
import { plannedFloor } from './plannedFloor.ts'
import { latitude, longitude } from './shapes.ts'

/** `names` holds at most the first 20 names. */
const namedRooms = z.object({ count: z.number().int(), names: z.array(z.string()) })

const drawable = ['area', 'line'] as const

export const venueImport = z.object({
  id: id('venueImport'),
  version,
  fileName: z.string(),
  createdAt: instant,
  appliedAt: instant.nullable(),
  /** True if the server knows what the import changed, so that it can be undone. */
  isUndoable: z.boolean(),
  buildings: z.array(
    z.object({
      /** Names the building in corrections and pictures. */
      key: z.string(),
      name: z.string(),
      longitude,
      latitude,
      /** True if the building exists. The import then updates it. */
      isKnown: z.boolean(),
      /** True if a building with this id exists far from the plan. The import is then refused. */
      isFar: z.boolean(),
      floors: z.array(
        z.object({
          key: z.string(),
          name: z.string(),
          shortName: z.string(),
          ordinal: z.number().int(),
          /** The floor itself is corrected. */
          isCorrected: z.boolean(),
          isKnown: z.boolean(),
          rooms: z.number().int(),
          walls: z.number().int(),
          doors: z.number().int(),
          /** Number of rooms that the plan marks as not public. */
          restricted: z.number().int(),
          /** Existing rooms that are not in the plan. The import removes them. */
          removed: namedRooms,
          /** Rooms of the plan that cannot be walked to from most of the building. */
          unreached: namedRooms,
        }),
      ),
      /** Floors of the file that are dropped or merged into another floor. */
      aside: z.array(z.object({ key: z.string(), name: z.string(), onto: z.string().nullable() })),
    }),
  ),
  /** Null if the import has no corrections. */
  corrections: corrections.nullable(),
  /** Corrections without a counterpart in the plan, with the missing id or word. */
  unfit: z.array(z.object({ kind: z.enum(unmatchedKinds), name: z.string() })),
  /** The newest other import whose corrections fit this plan. Null once this import has its own. */
  earlier: z.object({ createdAt: instant, fits: z.number().int(), corrections }).nullable(),
  texts: z.array(
    z.object({
      key: z.string(),
      rooms: z.number().int(),
      examples: z.array(z.string()),
      isName: z.boolean(),
    }),
  ),
  floorSources: z.array(
    z.object({
      key: z.string(),
      floors: z.number().int(),
      signs: z.array(z.string()),
      isTaken: z.boolean(),
    }),
  ),
  /** Features of the files, counted once each, by outcome. Empty for plans of older versions. */
  features: z.array(
    z.object({
      /** The file's own word, such as `unit` or `indoor=room`. */
      what: z.string(),
      became: z.enum([...usesOfFeatures, ...reasonsToLeaveOut, ...faultCodes]),
      count: z.number().int(),
      /** The kind of shape stored for them, so that a correction can redraw them. */
      drawn: z.enum(drawable).nullable(),
    }),
  ),
  /** Assumptions that the user must confirm before the import. */
  assumed: z.array(z.object({ file: z.string(), code: z.enum(assumptionCodes) })),
  /** Number of rows in a building model's equipment register (getModelEquipment). */
  equipment: z.number().int(),
  faultCount: z.number().int(),
  /** Only the first faults; `faultCount` counts all. */
  faults: z.array(
    z.object({
      file: z.string(),
      feature: z.string().nullable(),
      code: z.enum(faultCodes),
      /** Null if the feature is not on a floor. */
      place: z
        .object({ building: z.string(), floor: z.string(), room: z.string().nullable() })
        .nullable(),
    }),
  ),
})
export type VenueImport = z.output<typeof venueImport>

/**
 * Rooms that the import removes on all floors. The page shows the number, and the server compares
 * it before the import.
 */
export const roomsRemovedBy = ({ buildings }: Pick<VenueImport, 'buildings'>): number =>
  buildings.flatMap(({ floors }) => floors).reduce((sum, { removed }) => sum + removed.count, 0)

export const venueImports = {
  readVenueFiles: mutation({
    method: 'POST',
    path: '/api/rtls/venue-imports',
    access: 'can:editor|locations',
    transaction: 'none',
    wire: 'upload',
    summary:
      'Read a venue: IFC, IMDF, GeoJSON, OpenStreetMap XML or Overpass JSON, as a zip, one file, or {"files":[{"name","text"}]}',
    params: z.object({
      /** Degrees (WGS 84) that replace the origin of a building model (IFC). Send both or none. */
      latitude: z.coerce.number().min(-90).max(90).optional(),
      longitude: z.coerce.number().min(-180).max(180).optional(),
      floorFrom: text(60, 1).optional(),
    }),
    response: venueImport,
    writes: [],
  }),
  getVenueImport: query({
    method: 'GET',
    path: '/api/rtls/venue-imports/{id}',
    access: 'can:editor|locations',
    summary: 'What was read, and what could not be used',
    params: z.object({ id: idParam('venueImport') }),
    response: venueImport,
    reads: ['Venue', 'VenueImport'],
  }),
  getPlannedFloor: query({
    method: 'GET',
    path: '/api/rtls/venue-imports/{id}/floor',
    access: 'can:editor|locations',
    summary: 'A floor as the import would write it, beside the rooms that stand there now',
    params: z.object({
      id: idParam('venueImport'),
      building: text(300, 1),
      floor: text(300, 1),
    }),
    response: plannedFloor,
    reads: ['Venue', 'VenueImport'],
  }),
  correctVenueImport: mutation({
    method: 'PUT',
    path: '/api/rtls/venue-imports/{id}/corrections',
    access: 'can:editor|locations',
    transaction: 'none',
    summary:
      'Replace the corrections of an import that is not taken over; 409 if another user has corrected it',
    params: z.object({ id: idParam('venueImport') }),
    body: z.strictObject({ version, corrections }),
    response: venueImport,
    writes: ['VenueImport'],
  }),
  getModelEquipment: query({
    method: 'GET',
    path: '/api/rtls/venue-imports/{id}/equipment',
    access: 'can:editor|locations',
    summary:
      'The equipment of a building model (IFC) as CSV, with the headings of the import of equipment',
    wire: 'stream',
    params: z.object({ id: idParam('venueImport') }),
    response: z.string(),
    reads: [],
  }),
  applyVenueImport: mutation({
    method: 'POST',
    path: '/api/rtls/venue-imports/{id}/apply',
    access: 'can:editor|locations',
    summary:
      'Take the plan over: what is there is changed, what is new is added; refused where it was taken over already (409 takenOverAlready), or would remove other rooms than were shown (409 planRemovesMore)',
    params: z.object({ id: idParam('venueImport') }),
    body: z.strictObject({
      /** Demo only: also creates gateways and tags for the simulator. */
      populate: z.boolean().optional(),
      /**
       * The number of removed rooms that the page showed. A different number returns 409. Omit to
       * remove any number.
       */
      removes: z.number().int().min(0).max(1_000_000).optional(),
      /**
       * The version of the import that the page showed. Returns 409 if its corrections changed
       * since.
       */
      version: version.optional(),
      /** The user has confirmed the assumptions in `assumed`. Returns 400 if not confirmed. */
      confirms: z.boolean().optional(),
    }),
    response: z.object({
      buildingIds: z.array(id('building')),
      created: z.number().int(),
      updated: z.number().int(),
      removed: z.number().int(),
    }),
    writes: ['Venue', 'VenueImport', 'Equipment', 'Gateway', 'Beacon', 'Position', 'Journal'],
  }),
  undoVenueImport: mutation({
    method: 'POST',
    path: '/api/rtls/venue-imports/{id}/undo',
    access: 'can:editor|locations',
    summary:
      'Take an import back: floors become what they were, what came with it goes; refused (409 planChangedSince) where one of them was changed since',
    params: z.object({ id: idParam('venueImport') }),
    response: z.object({
      restored: z.number().int(),
      removed: z.number().int(),
    }),
    writes: ['Venue', 'VenueImport', 'Position', 'Journal'],
  }),
}
