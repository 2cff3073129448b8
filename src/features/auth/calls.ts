import { auth } from '#contract/auth'
import { injectContract } from '../../api/api.ts'

export const { useGetInstallationQuery, useLoginMutation, useSetUpMutation, useLogoutMutation } = injectContract(auth)
