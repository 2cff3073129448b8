import { health } from '#contract/health'
import { injectContract } from '../../api/api.ts'

export const { useGetHealthQuery, useSendTestMailMutation } = injectContract(health)
