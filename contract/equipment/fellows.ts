/**
 * Fellow equipment: what belongs to another and follows it, and the types that say what may belong
 * to what.
 */
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
    /** Equipment of these types may own. */
    ownerTypeIds: ids('equipmentType').min(1),
    /** Equipment of these types may belong to them. */
    fellowTypeIds: ids('equipmentType').min(1),
    /** So many on one owner. */
    maximum: z.number().int().min(1).max(MAX_OF_FELLOW_TYPE),
    /** The owner's status is the fellow's too, whenever it changes. */
    statusFollows: z.boolean(),
  },
  {
    touches: ['Fellow'],
    /** None when the last type of equipment was put away. */
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
  /** Its number on the label. */
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
  /** What it belongs to; null: to nothing, or to what the asker may not see. */
  owner: named(id('equipment')).nullable(),
  /** By which type; null: it belongs to nothing. */
  fellowType: named(id('fellowType')).nullable(),
})

/** One owner with everything below it: `members` stand nearest first, each after its owner. */
export const fellowTree = thing.extend({ members: z.array(fellowRow) })
export type FellowTree = z.infer<typeof fellowTree>

const changed = z.object({
  /** The thing itself, as it stands now. */
  fellow: fellowRow,
  /** What belongs to it and went along. */
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
        /** `free`: belongs to nothing yet, and is of a type that may. */
        which: z.enum(['attached', 'free']).default('attached'),
        /** Only what belongs to this one; with `free`, what may. */
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
        /** The one tree that this stands in, though nothing belongs to it yet. */
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
      /** By which type; without it the first by name that fits and has room. */
      fellowTypeId: id('fellowType').optional(),
      /** It belongs to another, and is taken from there. */
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
      /** The inventory number, or the address of its beacon. */
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
