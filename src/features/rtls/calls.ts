import { auth } from '#contract/auth'
import { rtls } from '#contract/rtls'
import { injectContract } from '../../api/api.ts'

export const rtlsCalls = injectContract(rtls)
export const { useGetMapTokenQuery } = injectContract(auth)
