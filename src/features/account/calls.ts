import { account } from '#contract/account'
import { auth } from '#contract/auth'
import { waysIn } from '#contract/waysIn'
import { injectContract } from '../../api/api.ts'

export const { useGetAccountQuery, useUpdateAccountMutation, useSetAvailabilityMutation, useChangePasswordMutation, useEndSessionMutation } = injectContract(account)
export const { useSetLanguageMutation } = injectContract(auth)
export const { useRequestResetMutation } = injectContract(waysIn)
