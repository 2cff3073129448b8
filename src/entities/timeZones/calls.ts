import { timeZones } from '#contract/company/timeZones.ts'
import { injectContract } from '#api/api.ts'

export const { useListTimeZonesQuery } = injectContract(timeZones)
