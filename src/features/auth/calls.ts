import { auth } from '#contract/auth/auth.ts'
import { invitations } from '#contract/auth/invitations.ts'
import { secondStepSignIn } from '#contract/auth/secondStep.ts'
import { waysIn } from '#contract/auth/waysIn.ts'
import { injectContract } from '#api/api.ts'

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
