import type { Output } from '#contract/endpoint'
import type { people } from '#contract/people'

export type RoleRow = Output<typeof people.listRoles>['rows'][number]
