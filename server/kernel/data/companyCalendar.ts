import { eq } from 'drizzle-orm'
import { calendarDay } from '#contract/formatters.ts'
import { weekStartOf } from '#contract/languages.ts'
import * as tables from '#db/schema/index.ts'
import type { Scope } from '#kernel/access/scope.ts'

export interface Calendar {
  zone: string
  weekStart: number
  today: string
}

export async function calendarOf({ db, actor, clock }: Scope): Promise<Calendar> {
  const [found] = await db
    .select({ language: tables.company.language, weekStart: tables.companySettings.weekStart })
    .from(tables.company)
    .leftJoin(tables.companySettings, eq(tables.companySettings.companyId, tables.company.id))
    .where(eq(tables.company.id, actor.companyId))
  const today = calendarDay(clock.now(), actor.timezone)
  return {
    zone: actor.timezone,
    weekStart: found?.weekStart ?? weekStartOf(found?.language ?? 'en'),
    today,
  }
}
