import { auth } from '#contract/auth'
import { companies } from '#contract/company'
import { companyDomains } from '#contract/companyDomains'
import { rtls } from '#contract/rtls'
import { waysIn } from '#contract/waysIn'
import { injectContract } from '../../api/api.ts'

export const { useSwitchCompanyMutation, useGetSessionQuery } = injectContract(auth)
export const { useGetCompanyQuery, useUpdateCompanyMutation } = injectContract(companies)
export const {
  useGetCompanyDomainsQuery,
  useAddCompanyDomainMutation,
  useCheckCompanyDomainMutation,
  useRemoveCompanyDomainMutation,
} = injectContract(companyDomains)
export const { useGetTrackingSettingsQuery, useUpdateTrackingSettingsMutation } =
  injectContract(rtls)
export const { useGetLoginOptionsQuery } = injectContract(waysIn)
