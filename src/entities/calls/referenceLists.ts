import { referenceLists } from '#contract/referenceLists/referenceLists.ts'
import { injectContract } from '#api/api.ts'

export const referenceListCalls = injectContract(referenceLists)
