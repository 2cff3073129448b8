/** Buildings out of files: read and shown first, taken over when a person says so. */
import { z } from 'zod'
import { mutation, query } from '#contract/endpoint.ts'
import { id, idParam } from '#contract/ids.ts'
import { instant } from '#contract/shapes.ts'
import { faultCodes } from './plan.ts'

/** So many, and the first of the names that they have. */
const namedRooms = z.object({ count: z.number().int(), names: z.array(z.string()) })

export const venueImport = z.object({
  id: id('venueImport'),
  fileName: z.string(),
  createdAt: instant,
  appliedAt: instant.nullable(),
  /** What taking it over has changed is known, and may be taken back. */
  isUndoable: z.boolean(),
  buildings: z.array(
    z.object({
      name: z.string(),
      /** It is here already: importing changes it and makes no second one. */
      isKnown: z.boolean(),
      /** A building with its id stands far from where this plan lies: taking it over is refused. */
      isFar: z.boolean(),
      floors: z.array(
        z.object({
          name: z.string(),
          shortName: z.string(),
          ordinal: z.number().int(),
          isKnown: z.boolean(),
          rooms: z.number().int(),
          walls: z.number().int(),
          doors: z.number().int(),
          /** Rooms that stand on this floor and are not in the plan: taking it over removes them. */
          removed: namedRooms,
          /** Rooms of the plan to which no open way leads from most of the building. */
          unreached: namedRooms,
        }),
      ),
    }),
  ),
  faultCount: z.number().int(),
  /** The first of them. */
  faults: z.array(
    z.object({ file: z.string(), feature: z.string().nullable(), code: z.enum(faultCodes) }),
  ),
})
export type VenueImport = z.output<typeof venueImport>

/** How many rooms taking the plan over removes, on all its floors: shown, and compared before it does. */
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
      'Read a venue: a zip of IMDF or GeoJSON floors, one GeoJSON, or {"files":[{"name","text"}]}',
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
    reads: ['Venue'],
  }),
  applyVenueImport: mutation({
    method: 'POST',
    path: '/api/rtls/venue-imports/{id}/apply',
    access: 'can:editor|locations',
    summary:
      'Take the plan over: what is there is changed, what is new is added; refused where it was taken over already (409 takenOverAlready), or would remove other rooms than were shown (409 planRemovesMore)',
    params: z.object({ id: idParam('venueImport') }),
    body: z.strictObject({
      /** Demo: gateways and tags, so that the simulator walks there too. */
      populate: z.boolean().optional(),
      /** How many rooms the reader was shown as removed; left out: whatever there are. */
      removes: z.number().int().min(0).max(1_000_000).optional(),
    }),
    response: z.object({
      buildingIds: z.array(id('building')),
      created: z.number().int(),
      updated: z.number().int(),
      removed: z.number().int(),
    }),
    writes: ['Venue', 'Equipment', 'Gateway', 'Beacon', 'Position', 'Journal'],
  }),
  undoVenueImport: mutation({
    method: 'POST',
    path: '/api/rtls/venue-imports/{id}/undo',
    access: 'can:editor|locations',
    summary:
      'Take an import back: floors become what they were, what came with it goes; refused (409 planChangedSince) where one of them was changed since',
    params: z.object({ id: idParam('venueImport') }),
    response: z.object({
      /** Floors that are again what they were before. */
      restored: z.number().int(),
      /** Floors that came with the import. */
      removed: z.number().int(),
    }),
    writes: ['Venue', 'Position', 'Journal'],
  }),
}
