import { auth } from '#contract/auth'
import { waysIn } from '#contract/waysIn'
import { injectContract } from '../../api/api.ts'

export const { useGetInstallationQuery, useLoginMutation, useSetUpMutation, useLogoutMutation } = injectContract(auth)
export const {
  useGetLoginOptionsQuery, useRequestOtpMutation, useLoginOtpMutation, useRequestResetMutation, useSetNewPasswordMutation, useListOutboxQuery,
} = injectContract(waysIn)
