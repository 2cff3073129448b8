import { locations } from '#contract/locations/locations.ts'
import { injectContract } from '#api/api.ts'

export const locationCalls = injectContract(locations)
