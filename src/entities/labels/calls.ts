import { labelReports } from '#contract/labelReports.ts'
import { injectContract } from '#api/api.ts'

export const labelCalls = injectContract(labelReports)
