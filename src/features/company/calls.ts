import { auth } from '#contract/auth/auth.ts'
import { companies } from '#contract/company/company.ts'
import { companyDomains } from '#contract/company/companyDomains.ts'
import { followedCalendars } from '#contract/company/followedCalendar.ts'
import { holidayLists } from '#contract/company/holidayLists.ts'
import { rtls } from '#contract/rtls/rtls.ts'
import { waysIn } from '#contract/auth/waysIn.ts'
import { injectContract } from '#api/api.ts'

export const { useSwitchCompanyMutation, useGetSessionQuery } = injectContract(auth)
export const { useGetCompanyQuery, useUpdateCompanyMutation } = injectContract(companies)
export const {
  useGetCompanyDomainsQuery,
  useAddCompanyDomainMutation,
  useCheckCompanyDomainMutation,
  useRemoveCompanyDomainMutation,
} = injectContract(companyDomains)
export const {
  useGetFollowedCalendarQuery,
  useFollowCalendarMutation,
  useCheckFollowedCalendarMutation,
  useUnfollowCalendarMutation,
} = injectContract(followedCalendars)
export const { useListHolidayCountriesQuery, useGetHolidayListQuery } = injectContract(holidayLists)
export const { useGetTrackingSettingsQuery, useUpdateTrackingSettingsMutation } =
  injectContract(rtls)
export const { useGetLoginOptionsQuery } = injectContract(waysIn)
