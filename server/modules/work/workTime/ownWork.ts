/** What a person enters, corrects and confirms of their own working time. */
import { eq, ne, sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { Id } from '#contract/ids.ts'
import type { ticketWorkCalls as contract } from '#contract/ticketWork/ticketWork.ts'
import { calendarDay } from '#contract/formatters.ts'
import { addDays } from '#contract/dashboards/periods.ts'
import { workRoom } from '#contract/rules/workTime.ts'
import { startOfDay } from '#contract/timeZones/wallTime.ts'
import * as tables from '#db/schema/index.ts'
import { ofCompany } from '#kernel/data/ofCompany.ts'
import { conflict, refuseNotFound } from '#kernel/http/errors.ts'
import { refuseStale, writeVersioned } from '#kernel/data/updateVersioned.ts'
import type { Scope } from '#kernel/access/scope.ts'
import { lockedTicket, recordsWork, refuseOtherDay, seenTicket } from './ticket.ts'
import { isKnown, lockPerson, refuseFull } from './workTime.ts'

const entry = tables.workEntry
type Body<K extends keyof typeof contract> = z.output<(typeof contract)[K]['body']>
const HALF_A_DAY = 12 * 3_600_000

export async function requireRecording(scope: Scope): Promise<void> {
  if (!(await recordsWork(scope)))
    throw conflict('The company does not record working time.', [
      { path: 'id', code: 'workNotRecorded', message: 'recordsWork' },
    ])
}

/** A day without a time: the entry begins at noon, so that it is of that day in reports. */
export async function addWork(
  scope: Scope,
  ticketId: Id<'ticket'>,
  { day, minutes, note, clientKey }: Body<'addWork'>,
): Promise<void> {
  const { db, actor, clock } = scope
  const ticket = await lockedTicket(scope, ticketId)
  await requireRecording(scope)
  refuseOtherDay(scope, ticket, day)
  await refuseFull(scope, ticketId)
  if (await isKnown(scope, clientKey)) return
  await refuseFullDay(scope, { day, minutes })
  const startedAt = new Date(startOfDay(day, actor.timezone) + HALF_A_DAY)
  const [made] = await db
    .insert(entry)
    .values({
      companyId: actor.companyId,
      ticketId,
      userId: actor.userId,
      startedAt,
      endedAt: new Date(startedAt.getTime() + minutes * 60_000),
      minutes,
      isFixed: true,
      note: note ?? null,
      clientKey,
      createdAt: clock.now(),
      updatedAt: clock.now(),
    })
    .onConflictDoNothing()
    .returning({ id: entry.id })
  if (made === undefined) return
  await scope.journal({
    entity: 'ticketTime',
    id: ticketId,
    name: ticket.title,
    before: { workMinutes: null },
    after: { workDay: day, workMinutes: minutes, workNote: note ?? null },
  })
}

/**
 * Refuses time that no longer fits into the actor's day: 24 hours, or today what has passed of it.
 * Work by hand has no time of day, so it counts whole on its day; other work by its part of the day.
 */
async function refuseFullDay(
  scope: Scope,
  { day, minutes, except }: { day: string; minutes: number; except?: Id<'workEntry'> },
): Promise<void> {
  const { db, actor, clock } = scope
  if (actor.userId === null) return
  await lockPerson(scope, actor.userId)
  const now = clock.now().getTime()
  const start = startOfDay(day, actor.timezone)
  const end = startOfDay(addDays(day, 1), actor.timezone)
  const at = (time: number) => sql`${new Date(time).toISOString()}::timestamptz`
  const until = sql`coalesce(${entry.endedAt}, ${at(now)})`
  const [own] = await db
    .select({
      minutes: sql<number>`coalesce(sum(case when ${entry.isFixed} then ${entry.minutes}
        else extract(epoch from least(${until}, ${at(end)}) - greatest(${entry.startedAt}, ${at(start)}))
          / 60 end), 0)::float8`,
    })
    .from(entry)
    .where(
      ofCompany(
        entry,
        actor.companyId,
        eq(entry.userId, actor.userId),
        sql`${entry.startedAt} < ${at(end)}`,
        sql`case when ${entry.isFixed} then ${entry.startedAt} >= ${at(start)}
          else ${until} > ${at(start)} end`,
        except === undefined ? undefined : ne(entry.id, except),
      ),
    )
  const room = workRoom({ start, end, now, recorded: own?.minutes ?? 0 })
  if (minutes > room)
    throw conflict('A day has no room for so much working time.', [
      { path: 'body.minutes', code: 'workDayFull', message: String(room) },
    ])
}

/** An entry of another person is answered like one that does not exist. */
async function ownEntry(scope: Scope, id: Id<'workEntry'>) {
  const { db, actor } = scope
  const [row] =
    actor.userId === null
      ? []
      : await db
          .select()
          .from(entry)
          .where(
            ofCompany(entry, actor.companyId, eq(entry.id, id), eq(entry.userId, actor.userId)),
          )
  if (row === undefined) throw refuseNotFound('entry')
  return { row, ticket: await seenTicket(scope, row.ticketId) }
}

export async function correctWork(
  scope: Scope,
  id: Id<'workEntry'>,
  { minutes, note, version }: Body<'correctWork'>,
): Promise<Id<'ticket'>> {
  const { row, ticket } = await ownEntry(scope, id)
  await refuseStale(version, row)
  const day = calendarDay(row.startedAt, scope.actor.timezone)
  if (minutes > row.minutes) await refuseFullDay(scope, { day, minutes, except: id })
  await writeVersioned(scope, entry, {
    id,
    version,
    set: {
      minutes,
      endedAt: new Date(row.startedAt.getTime() + minutes * 60_000),
      isFixed: true,
      isToCheck: false,
      note,
    },
  })
  await scope.journal({
    entity: 'ticketTime',
    id: ticket.id,
    name: ticket.title,
    before: { workMinutes: row.endedAt === null ? null : row.minutes, workNote: row.note },
    after: {
      workDay: day,
      workMinutes: minutes,
      workNote: note,
    },
  })
  return ticket.id
}

export async function confirmWork(scope: Scope, id: Id<'workEntry'>): Promise<Id<'ticket'>> {
  const { row, ticket } = await ownEntry(scope, id)
  await scope.db
    .update(entry)
    .set({ isToCheck: false, updatedAt: scope.clock.now() })
    .where(ofCompany(entry, scope.actor.companyId, eq(entry.id, row.id)))
  return ticket.id
}
