import type { Output } from '#contract/endpoint.ts'
import type { people } from '#contract/people/people.ts'

export type RoleRow = Output<typeof people.listRoles>['rows'][number]
