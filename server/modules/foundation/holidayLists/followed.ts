/**
 * The public calendar that a company follows: read on request or daily. Its days are never adopted
 * automatically.
 */
import { asc, eq, lte } from 'drizzle-orm'
import type { FollowedCalendar } from '#contract/company/followedCalendar.ts'
import type { Id } from '#contract/ids.ts'
import { wallOf } from '#contract/recurrence/wall.ts'
import { wallAt } from '#contract/recurrence/zone.ts'
import * as tables from '#db/schema/index.ts'
import { asSystem, type Db } from '#kernel/data/transaction.ts'
import { ofCompany } from '#kernel/data/ofCompany.ts'
import { nextVersion } from '#kernel/data/updateVersioned.ts'
import { Refusal } from '#kernel/http/errors.ts'
import type { Scope } from '#kernel/access/scope.ts'
import type { Kernel } from '#kernel/kernel.ts'
import { startJob } from '#kernel/work/jobs.ts'
import { fetchCalendar } from './fetchCalendar.ts'
import { readCalendarTask, type CalendarDays, type CalendarOrder } from './inThread.ts'

export type Row = typeof tables.holidayCalendar.$inferSelect
type Needs = Pick<Kernel, 'pool' | 'clock' | 'hooks' | 'threads' | 'live' | 'log'>

const HOUR = 3_600_000
const EVERY = 24 * HOUR
const AFTER_FAILURE = 4 * HOUR
/** Lease while the calendar is read. If the server dies, another one reads it afterwards. */
const LEASE = HOUR
const A_RUN = 200
const YEARS_AHEAD = 2

export const calendarOf = async (db: Db, companyId: Id<'company'>): Promise<Row | undefined> =>
  (
    await db
      .select()
      .from(tables.holidayCalendar)
      .where(ofCompany(tables.holidayCalendar, companyId))
      .limit(1)
  )[0]

export async function readFollowed(kernel: Needs, companyId: Id<'company'>): Promise<void> {
  const found = await asSystem(kernel.pool, async (db) => {
    const [company] = await db
      .select({ uuid: tables.company.uuid, timezone: tables.company.timezone })
      .from(tables.company)
      .where(eq(tables.company.id, companyId))
    const row = await calendarOf(db, companyId)
    return company && row && { company, row }
  })
  if (found === undefined) return
  const { row, company } = found
  const now = kernel.clock.now()
  const year = Number(wallOf(wallAt(now.toISOString(), company.timezone)).slice(0, 4))
  const isCurrent = row.readYear === year
  const fetched = await fetchCalendar(kernel.hooks, {
    address: row.url,
    companyUuid: company.uuid,
    known: isCurrent
      ? { etag: row.etag, lastModified: row.lastModified }
      : { etag: null, lastModified: null },
  })
  const outcome =
    fetched.kind === 'file'
      ? await daysIn(kernel, companyId, {
          text: fetched.text,
          reach: { from: year, until: year + YEARS_AHEAD, zone: company.timezone },
        })
      : fetched.kind === 'fault'
        ? fetched.code
        : 'same'
  const isWell = outcome === 'same' || typeof outcome !== 'string'
  if (!isWell)
    kernel.log.warn({ company: companyId, fault: outcome }, 'a followed calendar could not be read')
  await asSystem(kernel.pool, (db) =>
    db
      .update(tables.holidayCalendar)
      .set({
        triedAt: now,
        nextCheckAt: new Date(now.getTime() + (isWell ? EVERY : AFTER_FAILURE)),
        ...nextVersion(tables.holidayCalendar, now),
        ...(isWell
          ? { checkedAt: now, fault: null, faultStatus: null, failingSince: null }
          : {
              fault: outcome,
              faultStatus: fetched.kind === 'fault' ? fetched.status : null,
              failingSince: row.failingSince ?? now,
            }),
        ...(typeof outcome !== 'string' &&
          fetched.kind === 'file' && {
            days: outcome.rows,
            left: outcome.left,
            readYear: year,
            etag: fetched.etag,
            lastModified: fetched.lastModified,
          }),
      })
      .where(ofCompany(tables.holidayCalendar, companyId, eq(tables.holidayCalendar.id, row.id))),
  )
  kernel.live.publish(companyId, ['Company'])
}

async function daysIn(
  { threads }: Needs,
  companyId: Id<'company'>,
  order: CalendarOrder,
): Promise<CalendarDays> {
  try {
    return await threads.run(readCalendarTask, companyId, order)
  } catch (error) {
    if (error instanceof Refusal && error.status === 400) return 'tooManyEvents'
    throw error
  }
}

/** Schedules a full read soon: in another time zone, the calendar's times fall on other days. */
export async function scheduleFullRead({ db, actor, clock }: Scope): Promise<void> {
  const now = clock.now()
  await db
    .update(tables.holidayCalendar)
    .set({ readYear: null, nextCheckAt: now, ...nextVersion(tables.holidayCalendar, now) })
    .where(ofCompany(tables.holidayCalendar, actor.companyId))
}

/** Reads due calendars. Several servers share the work. */
export async function readDueCalendars(kernel: Needs, ending?: AbortSignal): Promise<void> {
  for (let done = 0; done < A_RUN && ending?.aborted !== true; done += 1) {
    const now = kernel.clock.now()
    const companyId = await asSystem(kernel.pool, async (db) => {
      const [due] = await db
        .select({ id: tables.holidayCalendar.id, companyId: tables.holidayCalendar.companyId })
        .from(tables.holidayCalendar)
        .where(lte(tables.holidayCalendar.nextCheckAt, now))
        .orderBy(asc(tables.holidayCalendar.nextCheckAt))
        .limit(1)
        .for('update', { skipLocked: true })
      if (!due) return null
      await db
        .update(tables.holidayCalendar)
        .set({ nextCheckAt: new Date(now.getTime() + LEASE) })
        .where(
          ofCompany(tables.holidayCalendar, due.companyId, eq(tables.holidayCalendar.id, due.id)),
        )
      return due.companyId
    })
    if (companyId === null) return
    await readFollowed(kernel, companyId).catch((error: unknown) =>
      kernel.log.error({ err: error }, 'a followed calendar could not be saved'),
    )
  }
}

export const startFollowedCalendars = (kernel: Kernel): void =>
  void startJob(kernel, {
    name: 'followed calendars',
    every: HOUR,
    first: 60_000,
    run: (ending) => readDueCalendars(kernel, ending),
  })

export const viewOf = (row: Row): FollowedCalendar => ({
  address: row.url,
  rows: row.days,
  left: row.left,
  checkedAt: row.checkedAt?.toISOString() ?? null,
  fault:
    row.fault === null
      ? null
      : {
          code: row.fault,
          status: row.faultStatus,
          since: (row.failingSince ?? row.updatedAt).toISOString(),
          triedAt: (row.triedAt ?? row.updatedAt).toISOString(),
        },
})
