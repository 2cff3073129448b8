/** The hospital's own settings: its holidays, its hours, its three shifts. */
import { companySettings } from '../db/schema/index.ts'
import type { Seed } from './rows.ts'

const everyDay = [0, 1, 2, 3, 4, 5, 6]
const workdays = [1, 2, 3, 4, 5]

/** Public holidays of the Czech Republic that fall on the same day each year. */
const holidays: [date: string, name: string][] = [
  ['01-01', 'New Year’s Day'],
  ['05-01', 'Labour Day'],
  ['05-08', 'Liberation Day'],
  ['07-05', 'Saints Cyril and Methodius Day'],
  ['07-06', 'Jan Hus Day'],
  ['09-28', 'Statehood Day'],
  ['10-28', 'Independence Day'],
  ['11-17', 'Freedom and Democracy Day'],
  ['12-24', 'Christmas Eve'],
  ['12-25', 'Christmas Day'],
  ['12-26', 'Second Day of Christmas'],
]

export async function seedSettings({ db, companyId, now }: Seed): Promise<void> {
  await db.insert(companySettings).values({
    companyId,
    sessionHours: 14,
    targets: { onTime: 95, lateThings: 5, openTickets: 20, overdueTickets: 0, score: 90 },
    holidays: holidays.map(([day, name]) => ({
      date: `${now.getUTCFullYear()}-${day}`,
      name,
      yearly: true,
    })),
    workingHours: workdays.map((day) => ({ day, from: '07:00', to: '15:30' })),
    shifts: [
      { name: 'Morning', days: everyDay, from: '06:00', to: '14:00' },
      { name: 'Afternoon', days: everyDay, from: '14:00', to: '22:00' },
      { name: 'Night', days: everyDay, from: '22:00', to: '06:00' },
    ],
  })
}
