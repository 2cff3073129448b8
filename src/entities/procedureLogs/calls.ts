import { procedureLogs } from '#contract/procedureLogs'
import { injectContract } from '../../api/api.ts'

export const procedureLogCalls = injectContract(procedureLogs)
