import { security } from '#contract/security'
import { injectContract } from '../../api/api.ts'

export const { useListSecurityEventsQuery } = injectContract(security)
