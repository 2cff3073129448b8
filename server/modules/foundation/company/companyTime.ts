import { eq } from 'drizzle-orm'
import type { Holiday, WorkingSpan } from '#contract/company/company.ts'
import { weekStartOf, type Language } from '#contract/languages.ts'
import { openCalendar, type CompanyCalendar } from '#contract/recurrence/companyCalendar.ts'
import type { Weekday } from '#contract/recurrence/wall.ts'
import * as tables from '#db/schema/index.ts'
import type { Scope } from '#kernel/access/scope.ts'

export interface CompanyTime {
  zone: string
  weekStart: Weekday
  calendar: CompanyCalendar
}

const weekdays = ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA'] as const satisfies readonly Weekday[]

/** Without working hours, every day is a working day. */
export function companyTime(facts: {
  timezone: string
  language: Language
  weekStart: number | null
  workingHours: readonly WorkingSpan[]
  holidays: readonly Holiday[]
}): CompanyTime {
  const working = new Set(facts.workingHours.map(({ day }) => weekdays[day] ?? 'MO'))
  return {
    zone: facts.timezone,
    weekStart: weekdays[facts.weekStart ?? weekStartOf(facts.language)] ?? 'MO',
    calendar: {
      workingDays: working.size === 0 ? openCalendar.workingDays : [...working],
      workingHours: facts.workingHours,
      holidays: facts.holidays,
    },
  }
}

export async function timeOf({ db, actor }: Pick<Scope, 'db' | 'actor'>): Promise<CompanyTime> {
  const [found] = await db
    .select({ company: tables.company, settings: tables.companySettings })
    .from(tables.company)
    .leftJoin(tables.companySettings, eq(tables.companySettings.companyId, tables.company.id))
    .where(eq(tables.company.id, actor.companyId))
  if (!found) throw new Error('The company is not there')
  const {
    company: { timezone, language },
    settings,
  } = found
  return companyTime({
    timezone,
    language,
    weekStart: settings?.weekStart ?? null,
    workingHours: settings?.workingHours ?? [],
    holidays: settings?.holidays ?? [],
  })
}
