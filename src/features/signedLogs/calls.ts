import { signedLogs } from '#contract/signedLogs.ts'
import { injectContract } from '#api/api.ts'

export const signedLogCalls = injectContract(signedLogs)
