import { auth } from '#contract/auth'
import { companies } from '#contract/company'
import { rtls } from '#contract/rtls'
import { waysIn } from '#contract/waysIn'
import { injectContract } from '../../api/api.ts'

export const { useSwitchCompanyMutation, useGetSessionQuery } = injectContract(auth)
export const { useGetCompanyQuery, useUpdateCompanyMutation } = injectContract(companies)
export const { useGetTrackingSettingsQuery, useUpdateTrackingSettingsMutation } =
  injectContract(rtls)
export const { useGetLoginOptionsQuery } = injectContract(waysIn)
