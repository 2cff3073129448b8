import { orgEntities } from '#contract/orgEntities/orgEntities.ts'
import { injectContract } from '#api/api.ts'

export const orgEntityCalls = injectContract(orgEntities)
