import { health } from '#contract/health.ts'
import { injectContract } from '#api/api.ts'

export const { useGetHealthQuery, useSendTestMailMutation } = injectContract(health)
