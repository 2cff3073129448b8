import { security } from '#contract/security/security.ts'
import { injectContract } from '#api/api.ts'

export const { useListSecurityEventsQuery } = injectContract(security)
