import { procedures } from '#contract/procedures/procedures.ts'
import { injectContract } from '#api/api.ts'

export const procedureCalls = injectContract(procedures)
