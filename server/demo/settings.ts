import * as tables from '#db/schema/index.ts'
import type { Seed } from './rows.ts'
import { keysOf, type Words } from './words.ts'

const everyDay = [0, 1, 2, 3, 4, 5, 6]
const workdays = [1, 2, 3, 4, 5]

/** Public holidays of the Czech Republic that fall on the same day each year. */
const holidays: Record<keyof Words['holidays'], string> = {
  newYear: '01-01',
  labour: '05-01',
  liberation: '05-08',
  cyril: '07-05',
  hus: '07-06',
  statehood: '09-28',
  independence: '10-28',
  freedom: '11-17',
  christmasEve: '12-24',
  christmas: '12-25',
  secondChristmas: '12-26',
}

export async function seedSettings({ db, companyId, now, words }: Seed): Promise<void> {
  await db.insert(tables.companySettings).values({
    companyId,
    sessionHours: 14,
    hasPush: true,
    targets: { onTime: 95, lateThings: 5, openTickets: 20, overdueTickets: 0, score: 90 },
    holidays: keysOf(holidays).map((key) => ({
      date: `${now.getUTCFullYear()}-${holidays[key]}`,
      name: words.holidays[key],
      yearly: true,
    })),
    workingHours: workdays.map((day) => ({ day, from: '07:00', to: '15:30' })),
    shifts: [
      { name: words.shifts.morning, days: everyDay, from: '06:00', to: '14:00' },
      { name: words.shifts.afternoon, days: everyDay, from: '14:00', to: '22:00' },
      { name: words.shifts.night, days: everyDay, from: '22:00', to: '06:00' },
    ],
  })
}
