import { referenceData } from '#contract/referenceLists/referenceData.ts'
import { injectContract } from '#api/api.ts'

export const { useListProgressMapsQuery, useBulkUpdateProgressMutation } =
  injectContract(referenceData)
