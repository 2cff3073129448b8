import { related } from '#contract/related.ts'
import { injectContract } from '#api/api.ts'

export const { useGetRelatedQuery } = injectContract(related)
