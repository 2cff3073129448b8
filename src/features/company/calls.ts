import { auth } from '#contract/auth.ts'
import { companies } from '#contract/company.ts'
import { companyDomains } from '#contract/companyDomains.ts'
import { rtls } from '#contract/rtls.ts'
import { waysIn } from '#contract/waysIn.ts'
import { injectContract } from '#api/api.ts'

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
