import { procedureLogs } from '#contract/procedureLogs.ts'
import { injectContract } from '#api/api.ts'

export const procedureLogCalls = injectContract(procedureLogs)
