import { companies } from '#contract/company/company.ts'
import { workDaysOf } from '#contract/rules/workDays.ts'
import { injectContract } from '#api/api.ts'
import { useFormat } from '#lib/format.tsx'

const { useGetCompanyQuery } = injectContract(companies)

/** Days of the week on which the company works, in the order of the week; usual days if it has no hours. */
export function useWorkDays(): { workDays: readonly number[]; isLoading: boolean } {
  const { data, isLoading } = useGetCompanyQuery()
  const { language, weekStart } = useFormat()
  const open = new Set(data?.workingHours.map(({ day }) => day))
  const days = open.size > 0 ? [...open] : workDaysOf(language)
  const place = (day: number) => (day - weekStart + 7) % 7
  return { workDays: days.toSorted((one, other) => place(one) - place(other)), isLoading }
}
