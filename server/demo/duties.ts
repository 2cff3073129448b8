import { eq, sql } from 'drizzle-orm'
import type { DutyShift } from '#contract/duties/duties.ts'
import { DAY_MS, dayAt, instantOf } from '#contract/timeZones/wallTime.ts'
import type { Id } from '#contract/ids.ts'
import * as tables from '#db/schema/index.ts'
import { ofCompany } from '#kernel/data/ofCompany.ts'
import { insertAll, type Seed } from './rows.ts'

const WORKING_DAYS = [1, 2, 3, 4, 5]
const WEEKEND = [0, 6]
const BY_DAY = { from: '06:00', to: '18:00' }
const BY_NIGHT = { from: '18:00', to: '06:00' }

/** Days, nights and weekends in turn; the coming Saturday has a hole, and one night is offered. */
export async function seedDuties(
  { db, companyId, now, words }: Seed,
  locationId: Id<'location'>,
  [one, second, third]: readonly Id<'user'>[],
  ticketTypeIds: Id<'ticketType'>[],
  managerRoleId: Id<'role'>,
): Promise<void> {
  await db
    .update(tables.role)
    .set({ permissions: sql`array_append(${tables.role.permissions}, 'editor|duties')` })
    .where(ofCompany(tables.role, companyId, eq(tables.role.id, managerRoleId)))
  if (one === undefined || second === undefined || third === undefined) return
  const [company] = await db
    .select({ timezone: tables.company.timezone })
    .from(tables.company)
    .where(eq(tables.company.id, companyId))
  const timezone = company?.timezone ?? 'UTC'
  const today = Date.parse(`${dayAt(now.getTime(), timezone)}T00:00:00Z`)
  const dayOf = (away: number) => new Date(today + away * DAY_MS).toISOString().slice(0, 10)
  const weekday = new Date(today).getUTCDay()
  const at = (away: number, hour: number) =>
    new Date(instantOf(today + away * DAY_MS + hour * 3_600_000, timezone))
  const week = (number: number, byDay: Id<'user'>, byNight: Id<'user'>): DutyShift[] => [
    { week: number, days: WORKING_DAYS, ...BY_DAY, userId: byDay },
    { week: number, days: WORKING_DAYS, ...BY_NIGHT, userId: byNight },
    { week: number, days: WEEKEND, ...BY_DAY, userId: third },
    { week: number, days: WEEKEND, ...BY_NIGHT, userId: third },
  ]
  const shared = { companyId, orgEntityId: null, firstDay: dayOf(-((weekday + 6) % 7)) }
  const [technical, medical] = await insertAll(db, tables.duty, [
    {
      ...shared,
      name: words.duties.technical,
      locationId: null,
      weeks: 2,
      isRoundTheClock: true,
      shifts: [...week(1, one, second), ...week(2, second, one)],
      steps: [
        { minutes: 0, target: { to: 'onDuty' as const } },
        { minutes: 15, target: { to: 'user' as const, userId: third } },
        { minutes: 15, target: { to: 'managers' as const } },
      ],
      ticketTypeIds,
    },
    {
      ...shared,
      name: words.duties.medical,
      locationId,
      weeks: 1,
      isRoundTheClock: false,
      shifts: [{ week: 1, days: [0, 1, 2, 3, 4, 5, 6], ...BY_NIGHT, userId: third }],
    },
  ])
  if (technical === undefined || medical === undefined) return
  await insertAll(
    db,
    tables.reference,
    [
      { duty: technical.id, people: [one, second, third] },
      { duty: medical.id, people: [third] },
    ].flatMap(({ duty, people }) =>
      people.map((toId) => ({
        companyId,
        fromKind: 'duty' as const,
        fromId: duty,
        toKind: 'user' as const,
        toId,
      })),
    ),
  )
  const saturday = (6 - weekday + 7) % 7 || 7
  const tuesday = (2 - weekday + 7) % 7 || 7
  const isInFirstWeek = ((weekday + 6) % 7) + tuesday < 7
  const giver = isInFirstWeek ? second : one
  await insertAll(db, tables.dutyChange, [
    {
      companyId,
      dutyId: technical.id,
      kind: 'absence' as const,
      userId: third,
      from: at(saturday, 6),
      to: at(saturday, 18),
      state: 'accepted' as const,
      byId: third,
    },
    {
      companyId,
      dutyId: technical.id,
      kind: 'swap' as const,
      userId: giver,
      from: at(tuesday, 18),
      to: at(tuesday + 1, 6),
      withUserId: third,
      state: 'offered' as const,
      byId: giver,
    },
  ])
}
