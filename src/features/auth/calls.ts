import { auth } from '#contract/auth'
import { invitations } from '#contract/invitations'
import { secondStepSignIn } from '#contract/secondStep'
import { waysIn } from '#contract/waysIn'
import { injectContract } from '../../api/api.ts'

export const { useGetInstallationQuery, useLoginMutation, useSetUpMutation, useLogoutMutation } =
  injectContract(auth)
export const {
  useLazyGetLoginOptionsQuery,
  useRequestOtpMutation,
  useLoginOtpMutation,
  useRequestResetMutation,
  useSetNewPasswordMutation,
  useListOutboxQuery,
} = injectContract(waysIn)
export const { useReadInvitationQuery, useAcceptInvitationMutation, useRefuseInvitationMutation } =
  injectContract(invitations)
export const {
  useFinishSecondStepMutation,
  useBeginPasskeySignInMutation,
  useLoginPasskeyMutation,
} = injectContract(secondStepSignIn)
