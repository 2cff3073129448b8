/**
 * The organisation: a tree of departments, cost centres and contractors, and what belongs to each.
 */
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

export const MAX_ORG_DEPTH = 12
const MAX_RESPONSIBLE = 50

const orgEntity = referenceListContract(
  'orgEntity',
  '/api/org-entities',
  'OrgEntity',
  {
    /** The code used in accounting; unique in the company, ignoring case. */
    code: name.max(100),
    kind: z.enum(orgEntityKinds),
    /** Null for the root level. */
    parentId: id('orgEntity').nullable(),
    userIds: ids('user').max(MAX_RESPONSIBLE),
  },
  {
    touches: ['Equipment', 'Location', 'User', 'Ticket'],
    /** Empty if the last responsible user was deleted. */
    readOnly: { userIds: z.array(id('user')) },
  },
)

const branch = orgEntity.row.extend({
  path: z.array(z.object({ id: id('orgEntity'), name: z.string() })),
  responsible: z.array(z.object({ id: id('user'), name: z.string() })),
  /** Counts of what belongs to the unit and everything below it; only what the user may see. */
  owns: z.object({
    locations: z.number().int(),
    equipment: z.number().int(),
    users: z.number().int(),
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
