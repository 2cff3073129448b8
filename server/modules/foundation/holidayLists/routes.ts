import { eq } from 'drizzle-orm'
import type { holidayLists as contract } from '#contract/company/holidayLists.ts'
import { wallAt } from '#contract/recurrence/zone.ts'
import { wallOf } from '#contract/recurrence/wall.ts'
import * as tables from '#db/schema/index.ts'
import { refuseNotFound } from '#kernel/http/errors.ts'
import type { Handlers } from '#kernel/http/mount.ts'
import { holidayCountries, holidayListOf } from './lists.ts'

const YEARS_AHEAD = 2

export const holidayListHandlers: Handlers<typeof contract> = {
  async listHolidayCountries() {
    return { rows: await holidayCountries() }
  },
  async getHolidayList({ db, actor, clock }, { params: { country, region } }) {
    const [own] = await db
      .select({ timezone: tables.company.timezone, language: tables.company.language })
      .from(tables.company)
      .where(eq(tables.company.id, actor.companyId))
    if (!own) throw refuseNotFound('company')
    const from = wallOf(wallAt(clock.now().toISOString(), own.timezone)).slice(0, 10)
    const found = await holidayListOf({
      country,
      region: region ?? null,
      from,
      until: `${Number(from.slice(0, 4)) + YEARS_AHEAD}${from.slice(4)}`,
      language: own.language,
    })
    if (found === null) throw refuseNotFound('country or region')
    return found
  },
}
