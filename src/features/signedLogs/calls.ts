import { signedLogs } from '#contract/signedLogs'
import { injectContract } from '../../api/api.ts'

export const signedLogCalls = injectContract(signedLogs)
