import { procedureLogs } from '#contract/procedures/procedureLogs.ts'
import { injectContract } from '#api/api.ts'

export const procedureLogCalls = injectContract(procedureLogs)
