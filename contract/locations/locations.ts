import { z } from 'zod'
import { mutation, query } from '#contract/endpoint.ts'
import { tableKeys } from '#contract/entityFields.ts'
import { plainGiven, plainShown } from '#contract/fieldSchemas.ts'
import { filterObject } from '#contract/filter.ts'
import { id, idParam, ids } from '#contract/ids.ts'
import { locationFields } from './locationFields.ts'
import {
  instant,
  listAnswer,
  listQuestion,
  name,
  text,
  tiny,
  treeNode,
  version,
  isCountBounded,
} from '#contract/shapes.ts'

const named = <T extends z.ZodType>(idSchema: T) => z.object({ id: idSchema, name: z.string() })

export const locationRow = z.object({
  id: id('location'),
  ...plainShown(locationFields),
  type: named(id('locationType')),
  parent: named(id('location')).nullable(),
  orgEntity: named(id('orgEntity')).nullable(),
  equipmentCount: z.number().int(),
  updatedAt: instant,
  version,
})
export type LocationRow = z.infer<typeof locationRow>

export const locationDetail = locationRow.extend({
  /** From the outermost to its parent. */
  path: z.array(named(id('location'))),
  details: z.array(z.object({ key: z.string(), value: z.string() })),
  createdAt: instant,
})

/** A place in the tree, with how many it opens to. */
export const levelRow = z.object({
  id: id('location'),
  name: z.string(),
  /** What its type is called; a picture of it is chosen by that (`rules/placeGlyph.ts`). */
  typeName: z.string(),
  inside: z.number().int(),
  /**
   * From where the tree begins to its parent. A place around it that may not be seen is left out,
   * with all around that.
   */
  path: z.array(named(id('location'))),
})
export type LevelRow = z.infer<typeof levelRow>

/** Calendar days, today included, over which a place's average score is taken. */
export const SCORED_DAYS = 30

/** A place with everything inside it, in numbers; of what the asker may see. */
const figures = z.object({
  id: id('location'),
  things: z.number().int(),
  /** Things of which a check is late. */
  lateThings: z.number().int(),
  openTickets: z.number().int(),
  /** The average of the last days; null: nothing scored was done. */
  score: z.number().nullable(),
  /** The floor of the plan that it is; null: no floor, or not drawn. */
  floorId: id('floor').nullable(),
})
export type LocationFigures = z.infer<typeof figures>

const locationDraft = z.strictObject({
  ...plainGiven(locationFields),
  typeId: id('locationType'),
  parentId: id('location').nullable().optional(),
  orgEntityId: id('orgEntity').nullable().optional(),
  details: z
    .array(z.strictObject({ key: name, value: text(2000) }))
    .max(100)
    .optional(),
})

export const locationList = listQuestion(['updatedAt', ...tableKeys(locationFields)])
  .extend({
    isCountBounded,
    filter: filterObject.optional(),
    /** Only the direct children of this one; null asks for the outermost. */
    parentId: id('location').nullable().optional(),
    /** What this import wrote and nobody has taken back. */
    importId: id('import').optional(),
  })
  .strict()

export const locations = {
  listLocations: query({
    method: 'POST',
    path: '/api/locations/get',
    access: 'session',
    summary: 'Locations, filtered and paged',
    body: locationList,
    response: listAnswer(locationRow),
    reads: ['Location'],
  }),
  listTinyLocations: query({
    method: 'POST',
    path: '/api/locations/get-tiny',
    access: 'session',
    summary: 'Locations for pickers',
    body: listQuestion(['name'])
      .extend({ filter: filterObject.optional(), ids: ids('location').optional() })
      .strict(),
    response: listAnswer(tiny),
    reads: ['Location'],
  }),
  getLocation: query({
    method: 'GET',
    path: '/api/locations/{id}',
    access: 'session',
    summary: 'One location',
    params: z.object({ id: idParam('location') }),
    response: locationDetail,
    keptOnDevice: true,
    reads: ({ params }) => [{ type: 'Location', id: params.id }],
  }),
  createLocation: mutation({
    method: 'POST',
    path: '/api/locations',
    access: 'can:editor|locations',
    summary: 'Add a location',
    body: locationDraft,
    response: locationDetail,
    writes: ['Location'],
  }),
  updateLocation: mutation({
    method: 'PUT',
    path: '/api/locations/{id}',
    access: 'can:editor|locations',
    summary: 'Change a location; a circle of parents is refused',
    params: z.object({ id: idParam('location') }),
    body: locationDraft.partial().extend({ version }),
    response: locationDetail,
    writes: ({ params }) => ['Location', { type: 'Location', id: params.id }, 'Journal'],
  }),
  deleteLocation: mutation({
    method: 'DELETE',
    path: '/api/locations/{id}',
    access: 'can:editor|locations',
    summary: 'Take an empty location out of the lists; 409 while something is in it',
    params: z.object({ id: idParam('location') }),
    response: z.object({ deleted: z.literal(true) }),
    writes: ({ params }) => ['Location', { type: 'Location', id: params.id }],
  }),
  exportLocations: query({
    method: 'POST',
    path: '/api/locations/export',
    access: 'session',
    summary: 'What the list shows, as CSV',
    takesTurn: true,
    wire: 'stream',
    body: locationList.omit({ limit: true, offset: true }),
    response: z.string(),
    reads: [],
  }),
  /**
   * One level of the tree, page by page; with `search` or `ids` places of every level. The page and
   * the pickers ask this at every size.
   */
  listLocationLevel: query({
    method: 'POST',
    path: '/api/locations/get-level',
    access: 'session',
    summary: 'One level of the tree of places, or those searched for with the way to them',
    body: z.strictObject({
      limit: z.number().int().min(1).max(500).default(100),
      offset: z.number().int().min(0).max(10_000_000).default(0),
      /**
       * Whose direct children; null asks for where the tree begins. Without it, places of every
       * level.
       */
      parentId: id('location').nullable().optional(),
      search: text(200).optional(),
      ids: ids('location').optional(),
    }),
    response: listAnswer(levelRow),
    keptOnDevice: true,
    reads: ['Location'],
  }),
  listLocationFigures: query({
    method: 'POST',
    path: '/api/locations/get-figures',
    access: 'session',
    summary: 'Things, open tickets, late checks and score of places, each with all inside it',
    body: z.strictObject({ ids: ids('location') }),
    response: z.object({ rows: z.array(figures) }),
    reads: ['Location', 'Equipment', 'Ticket', 'Occurrence', 'ProcedureLog'],
  }),
  listPlacesInNeed: query({
    method: 'POST',
    path: '/api/locations/get-in-need',
    access: 'session',
    summary: 'Places at which something is late or a ticket is open, the worst first',
    body: z.strictObject({ limit: z.number().int().min(1).max(200).default(12) }),
    response: listAnswer(
      figures.extend({
        name: z.string(),
        /** The place around it; null: it stands alone, or may not be seen. */
        within: z.string().nullable(),
      }),
    ),
    keptOnDevice: true,
    reads: ['Location', 'Equipment', 'Ticket', 'Occurrence', 'ProcedureLog'],
  }),
  /**
   * As the trees of equipment and procedures. What stands inside what is told by get-level; past
   * 5,000 places these are the outermost.
   */
  getLocationTree: query({
    method: 'GET',
    path: '/api/location-tree',
    access: 'session',
    summary: 'Types (b…) holding places; past 5,000 the last branch, b0, says how many more',
    response: z.array(treeNode),
    reads: ['Location', 'LocationType'],
  }),
}
