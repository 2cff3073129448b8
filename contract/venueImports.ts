/** Buildings out of files: read and shown first, taken over when a person says so. */
import { z } from 'zod'
import { mutation, query } from './endpoint.ts'
import { id, idParam } from './ids.ts'
import { instant } from './shapes.ts'
import { faultCodes } from './venue/plan.ts'

export const venueImport = z.object({
  id: id('venueImport'),
  fileName: z.string(),
  createdAt: instant,
  appliedAt: instant.nullable(),
  buildings: z.array(
    z.object({
      name: z.string(),
      /** It is here already: importing changes it and makes no second one. */
      isKnown: z.boolean(),
      floors: z.array(
        z.object({
          name: z.string(),
          shortName: z.string(),
          ordinal: z.number().int(),
          isKnown: z.boolean(),
          rooms: z.number().int(),
          walls: z.number().int(),
          doors: z.number().int(),
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
    summary: 'Take the plan over: what is there is changed, what is new is added, nothing twice',
    params: z.object({ id: idParam('venueImport') }),
    body: z.strictObject({
      /** Demo: gateways and tags, so that the simulator walks there too. */
      populate: z.boolean().optional(),
    }),
    response: z.object({
      buildingIds: z.array(id('building')),
      created: z.number().int(),
      updated: z.number().int(),
      removed: z.number().int(),
    }),
    writes: ['Venue', 'Equipment', 'Gateway', 'Beacon', 'Position', 'Journal'],
  }),
}
