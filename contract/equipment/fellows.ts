import { z } from 'zod'
import { colours } from '#contract/colours.ts'
import { mutation, query } from '#contract/endpoint.ts'
import { id, idParam, ids } from '#contract/ids.ts'
import {
  referenceListCalls,
  referenceListContract,
} from '#contract/referenceLists/referenceLists.ts'
import { MAX_OF_FELLOW_TYPE } from '#contract/rules/fellows.ts'
import { listAnswer, listQuestion, text } from '#contract/shapes.ts'

const fellowType = referenceListContract(
  'fellowType',
  '/api/fellow-equipment-types',
  'FellowType',
  {
    ownerTypeIds: ids('equipmentType').min(1),
    fellowTypeIds: ids('equipmentType').min(1),
    maximum: z.number().int().min(1).max(MAX_OF_FELLOW_TYPE),
    /** Every change of the owner's status is applied to the fellow too. */
    statusFollows: z.boolean(),
  },
  {
    touches: ['Fellow'],
    /** Empty if the last equipment type was deleted. */
    readOnly: {
      ownerTypeIds: z.array(id('equipmentType')),
      fellowTypeIds: z.array(id('equipmentType')),
    },
  },
)

const named = <T extends z.ZodType>(idSchema: T) => z.object({ id: idSchema, name: z.string() })

const thing = z.object({
  id: id('equipment'),
  name: z.string(),
  equipmentId: z.string().nullable(),
  type: named(id('equipmentType')),
  status: z
    .object({
      id: id('equipmentStatus'),
      name: z.string(),
      colour: z.enum(colours),
      isUsable: z.boolean(),
    })
    .nullable(),
  location: named(id('location')).nullable(),
})

export const fellowRow = thing.extend({
  /** The owner; null if there is no owner or the user may not see it. */
  owner: named(id('equipment')).nullable(),
  fellowType: named(id('fellowType')).nullable(),
})

/** One owner with everything below it. `members` are ordered by depth; each follows its owner. */
export const fellowTree = thing.extend({ members: z.array(fellowRow) })
export type FellowTree = z.infer<typeof fellowTree>

const changed = z.object({
  fellow: fellowRow,
  moved: z.number().int(),
})

export const fellows = {
  ...referenceListCalls('FellowType', 'FellowTypes', fellowType),
  /** The specification's own calls (section 7). */
  getFellowTypes: query({
    method: 'GET',
    path: '/api/fellow-equipment-types',
    access: 'session',
    summary: 'All fellow equipment types',
    response: listAnswer(fellowType.row),
    reads: ['FellowType'],
  }),
  listFellows: query({
    method: 'POST',
    path: '/api/equipment/get-fellow',
    access: 'session',
    summary: 'Equipment that belongs to another, or that still may',
    body: listQuestion(['name', 'type', 'status', 'location'])
      .extend({
        /** `free`: not attached yet, and of a type that may be attached. */
        which: z.enum(['attached', 'free']).default('attached'),
        /** Equipment attached to this owner; with `free`, equipment that may be attached to it. */
        ownerId: id('equipment').optional(),
      })
      .strict(),
    response: listAnswer(fellowRow),
    reads: ['Fellow', 'Equipment'],
  }),
  getFellowTree: query({
    method: 'POST',
    path: '/api/equipment/get-tree-for-fellow',
    access: 'session',
    summary: 'Owners with everything that belongs to them',
    body: listQuestion(['name'])
      .omit({ sort: true })
      .extend({
        /** Only the tree that contains this equipment, even if nothing is attached to it. */
        equipmentId: id('equipment').optional(),
      })
      .strict(),
    response: listAnswer(fellowTree),
    reads: ['Fellow', 'Equipment'],
  }),
  attachFellow: mutation({
    method: 'POST',
    path: '/api/fellow-equipment',
    access: 'can:editor|equipment',
    summary: 'Let one belong to another; it comes to where its owner is',
    body: z.strictObject({
      ownerId: id('equipment'),
      equipmentId: id('equipment'),
      /**
       * If omitted, the server uses the first fellow type by name that matches and has room left.
       */
      fellowTypeId: id('fellowType').optional(),
      /** Confirms that the equipment may be detached from its current owner. */
      isTaken: z.boolean().default(false),
    }),
    response: changed,
    writes: ['Fellow', 'FellowType', 'Equipment', 'Position', 'Journal'],
  }),
  scanFellow: mutation({
    method: 'POST',
    path: '/api/fellow-equipment/scan',
    access: 'can:editor|equipment',
    summary: 'The same, by the number that was typed or read from its label',
    body: z.strictObject({
      ownerId: id('equipment'),
      /** The inventory number, or the radio address of its beacon. */
      number: text(200, 1),
      isTaken: z.boolean().default(false),
    }),
    response: changed,
    writes: ['Fellow', 'FellowType', 'Equipment', 'Position', 'Journal'],
  }),
  detachFellow: mutation({
    method: 'DELETE',
    path: '/api/fellow-equipment/{equipmentId}',
    access: 'can:editor|equipment',
    summary: 'Let it belong to nothing; it stays where it is',
    params: z.object({ equipmentId: idParam('equipment') }),
    response: z.object({ detached: z.literal(true) }),
    writes: ['Fellow', 'FellowType', 'Journal'],
  }),
}
