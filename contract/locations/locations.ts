import { z } from 'zod'
import { mutation, query } from '#contract/endpoint.ts'
import { tableKeys } from '#contract/entityFields.ts'
import { plainGiven, plainShown } from '#contract/fieldSchemas.ts'
import { filterObject } from '#contract/filter.ts'
import { id, idParam, ids } from '#contract/ids.ts'
import {
  givenMetadata,
  ownColumns,
  ownFieldFilter,
  ownValues,
  shownMetadata,
} from '#contract/metadataValues.ts'
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
  ownValues,
  updatedAt: instant,
  version,
})
export type LocationRow = z.infer<typeof locationRow>

export const locationDetail = locationRow.extend({
  path: z.array(named(id('location'))),
  metadata: shownMetadata,
  details: z.array(z.object({ key: z.string(), value: z.string() })),
  createdAt: instant,
})

export const levelRow = z.object({
  id: id('location'),
  name: z.string(),
  /** The type's name decides the icon (`rules/placeGlyph.ts`). */
  typeName: z.string(),
  inside: z.number().int(),
  /** From the root to the parent. A hidden ancestor and everything above it are omitted. */
  path: z.array(named(id('location'))),
})
export type LevelRow = z.infer<typeof levelRow>

/** Calendar days, including today, for the average score of a location. */
export const SCORED_DAYS = 30

/** Figures of a location including everything inside it; counts only what the user may see. */
const figures = z.object({
  id: id('location'),
  things: z.number().int(),
  lateThings: z.number().int(),
  openTickets: z.number().int(),
  /** Average of the last `SCORED_DAYS` days; null without a score. */
  score: z.number().nullable(),
  /** The floor that the location represents; null if it is not a floor or has no plan. */
  floorId: id('floor').nullable(),
})
export type LocationFigures = z.infer<typeof figures>

const locationDraft = z.strictObject({
  ...plainGiven(locationFields),
  typeId: id('locationType'),
  parentId: id('location').nullable().optional(),
  orgEntityId: id('orgEntity').nullable().optional(),
  metadata: givenMetadata.optional(),
  details: z
    .array(z.strictObject({ key: name, value: text(2000) }))
    .max(100)
    .optional(),
})

export const locationList = listQuestion(['updatedAt', ...tableKeys(locationFields)])
  .extend({
    isCountBounded,
    filter: filterObject.optional(),
    /** Only direct children; null for the outermost locations. */
    parentId: id('location').nullable().optional(),
    importId: id('import').optional(),
    /** Only these, without what is inside them. */
    ids: ids('location').optional(),
    ownField: ownFieldFilter.optional(),
    ownColumns,
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
  /**
   * One page of one level of the tree; with `search` or `ids`, locations of every level. The page
   * and the pickers use it for trees of any size.
   */
  listLocationLevel: query({
    method: 'POST',
    path: '/api/locations/get-level',
    access: 'session',
    summary: 'One level of the tree of places, or those searched for with the way to them',
    body: z.strictObject({
      limit: z.number().int().min(1).max(500).default(100),
      offset: z.number().int().min(0).max(10_000_000).default(0),
      /** Direct children of this location; null for the root level. Omit for every level. */
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
        within: z.string().nullable(),
      }),
    ),
    keptOnDevice: true,
    reads: ['Location', 'Equipment', 'Ticket', 'Occurrence', 'ProcedureLog'],
  }),
  /**
   * In the format of the equipment and procedure trees. It has no nesting; `get-level` returns
   * that. With more than 5,000 locations only the outermost are returned.
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
