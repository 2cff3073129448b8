/** The organisation: a tree of departments, cost centres and contractors, and what belongs to them. */
import { z } from 'zod'
import { query } from '#contract/endpoint.ts'
import { id, ids } from '#contract/ids.ts'
import {
  referenceListCalls,
  referenceListContract,
} from '#contract/referenceLists/referenceLists.ts'
import { listAnswer, name } from '#contract/shapes.ts'

export const orgEntityKinds = ['department', 'costCentre', 'contractor'] as const
export type OrgEntityKind = (typeof orgEntityKinds)[number]

/** Levels below one another. */
export const MAX_ORG_DEPTH = 12
/** Responsible people of one. */
const MAX_RESPONSIBLE = 50

const orgEntity = referenceListContract(
  'orgEntity',
  '/api/org-entities',
  'OrgEntity',
  {
    /** As the books have it; unique in the company, whatever its case. */
    code: name.max(100),
    kind: z.enum(orgEntityKinds),
    /** What it belongs to; null: to nothing. */
    parentId: id('orgEntity').nullable(),
    /** Who answers for it. */
    userIds: ids('user').max(MAX_RESPONSIBLE),
  },
  {
    touches: ['Equipment', 'Location', 'User', 'Ticket'],
    /** None when the last responsible person was put away. */
    readOnly: { userIds: z.array(id('user')) },
  },
)

const branch = orgEntity.row.extend({
  /** From the outermost to its parent. */
  path: z.array(z.object({ id: id('orgEntity'), name: z.string() })),
  responsible: z.array(z.object({ id: id('user'), name: z.string() })),
  /** With those of all that lies below it, as its lists count; as far as the asker sees. */
  owns: z.object({
    locations: z.number().int(),
    equipment: z.number().int(),
    users: z.number().int(),
    /** Not closed: its own, and those about its things and places. */
    tickets: z.number().int(),
  }),
})
export type OrgBranch = z.output<typeof branch>

export const orgEntities = {
  ...referenceListCalls('OrgEntity', 'OrgEntities', orgEntity),
  /** The specification's own call (section 7). */
  getOrgEntities: query({
    method: 'GET',
    path: '/api/org-entities',
    access: 'session',
    summary: 'The whole organisation, parents before what belongs to them; at most 2,000',
    response: listAnswer(branch),
    reads: ['OrgEntity', 'Equipment', 'Location', 'User', 'Ticket'],
  }),
}
