import { signedLogs } from '#contract/signedLog/signedLogs.ts'
import { injectContract } from '#api/api.ts'

export const signedLogCalls = injectContract(signedLogs)
