import { reports } from '#contract/reports'
import { injectContract } from '../../api/api.ts'

export const reportCalls = injectContract(reports)
