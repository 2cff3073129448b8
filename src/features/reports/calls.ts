import { reports } from '#contract/reports.ts'
import { injectContract } from '#api/api.ts'

export const reportCalls = injectContract(reports)
