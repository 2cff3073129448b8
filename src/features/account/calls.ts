import { account } from '#contract/auth/account.ts'
import { auth } from '#contract/auth/auth.ts'
import { memberships } from '#contract/auth/invitations.ts'
import { secondSteps } from '#contract/auth/secondStep.ts'
import { waysIn } from '#contract/auth/waysIn.ts'
import { injectContract } from '#api/api.ts'

export const {
  useGetAccountQuery,
  useUpdateAccountMutation,
  useSetAvailabilityMutation,
  useSetMailAlertsMutation,
  useChangePasswordMutation,
  useEndSessionMutation,
  useAskEmailChangeMutation,
  useConfirmEmailChangeMutation,
  useAskPhoneChangeMutation,
  useConfirmPhoneChangeMutation,
} = injectContract(account)
export const {
  useListMembershipsQuery,
  useAcceptMembershipMutation,
  useRefuseMembershipMutation,
  useLeaveCompanyMutation,
} = injectContract(memberships)
export const { useSetLanguageMutation } = injectContract(auth)
export const { useRequestResetMutation } = injectContract(waysIn)
export const {
  useGetSecondStepsQuery,
  useBeginAuthenticatorMutation,
  useAddAuthenticatorMutation,
  useRemoveAuthenticatorMutation,
  useBeginPasskeyMutation,
  useAddPasskeyMutation,
  useRemovePasskeyMutation,
  useMakeRecoveryCodesMutation,
} = injectContract(secondSteps)
