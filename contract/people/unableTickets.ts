/** Open tickets whose assignee loses the right to see or handle them. */
import { z } from 'zod'
import { query } from '#contract/endpoint.ts'
import { id, idParam, ids, type Id } from '#contract/ids.ts'
import { permissionGroups } from './permissions.ts'

/** Omit to keep tickets assigned, null to unassign them, an id to assign them to that user. */
export const ticketsTo = id('user').nullable().optional()

const response = z.object({
  /** Open tickets that their assignees could not see or handle. */
  unable: z.number().int(),
  /** All open tickets of these assignees. */
  all: z.number().int(),
})

const rights = z
  .strictObject({
    roleIds: ids('role'),
    allEquipment: z.boolean(),
    allLocations: z.boolean(),
    equipmentTypeIds: ids('equipmentType'),
    locationTypeIds: ids('locationType'),
  })
  .partial()

export const unableTickets = {
  countUnableTickets: query({
    method: 'POST',
    path: '/api/users/{id}/unable-tickets',
    access: 'can:editor|users',
    summary: 'How many open tickets a person could no longer see or handle with other rights',
    params: z.object({ id: idParam('user') }),
    body: rights,
    response,
    reads: ({ params }) => [{ type: 'User', id: params.id }, 'Role', 'Ticket'],
  }),
  countUnableTicketsOfRole: query({
    method: 'POST',
    path: '/api/roles/{id}/unable-tickets',
    access: 'can:editor|users',
    summary: 'How many open tickets people with a role could no longer handle with other rights',
    params: z.object({ id: idParam('role') }),
    body: z.strictObject({ permissions: z.array(z.enum(permissionGroups)).max(100) }),
    response,
    reads: ['User', 'Role', 'Ticket'],
  }),
}

/** Whose tickets: of users, or of all with a role. */
export type Whose = { userIds: readonly Id<'user'>[] } | { roleId: Id<'role'> }

/** Rights before they are stored. Those omitted are as stored. */
export interface RightsChange extends z.output<typeof rights> {
  /** One role with other permissions. */
  role?: { id: Id<'role'>; handlesTickets: boolean } | undefined
}
