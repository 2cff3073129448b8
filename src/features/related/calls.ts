import { related } from '#contract/related'
import { injectContract } from '../../api/api.ts'

export const { useGetRelatedQuery } = injectContract(related)
