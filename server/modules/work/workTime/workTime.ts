/**
 * Starts and ends of working time. Locks are taken in one order: ticket, person, entries. Other
 * modules call this with the ticket already written.
 */
import { and, eq, inArray, isNull, or, sql, type SQL } from 'drizzle-orm'
import type { Id } from '#contract/ids.ts'
import {
  endEntry,
  LONGEST_ENTRY,
  MAX_ENTRIES,
  placePause,
  placeStart,
  type OwnEntry,
} from '#contract/rules/workTime.ts'
import * as tables from '#db/schema/index.ts'
import { ofCompany } from '#kernel/data/ofCompany.ts'
import { count } from '#kernel/data/listQueries.ts'
import { conflict } from '#kernel/http/errors.ts'
import type { Scope } from '#kernel/access/scope.ts'
import { nextVersion } from '#kernel/data/updateVersioned.ts'
import { recordsWork } from './ticket.ts'

const entry = tables.workEntry

interface Started {
  ticketId: Id<'ticket'>
  at: Date
  clientKey?: string | undefined
}

/** Nothing happens if the company does not record working time, or the actor is not a person. */
export async function startWork(scope: Scope, { ticketId, at, clientKey }: Started): Promise<void> {
  const { actor } = scope
  const { userId } = actor
  if (userId === null || !(await recordsWork(scope))) return
  await lockPerson(scope, userId)
  if (await isKnown(scope, clientKey)) return
  const start = placeStart(await entriesAround(scope, userId, at), ticketId, at.getTime())
  if (start.kind === 'known') return
  if (start.kind === 'earlier') {
    await writeSpan(scope, start.id, { startedAt: start.startedAt })
    return
  }
  await refuseFull(scope, ticketId)
  for (const id of start.ends) await writeSpan(scope, id, { endedAt: at.getTime() })
  const end = start.endedAt === null ? null : endEntry(at.getTime(), start.endedAt)
  await scope.db.insert(entry).values({
    companyId: actor.companyId,
    ticketId,
    userId,
    startedAt: at,
    ...(end && {
      endedAt: new Date(end.endedAt),
      minutes: end.minutes,
      isToCheck: end.endedAt - at.getTime() === LONGEST_ENTRY,
    }),
    clientKey,
    createdAt: scope.clock.now(),
    updatedAt: scope.clock.now(),
  })
}

export async function pauseWork(scope: Scope, ticketId: Id<'ticket'>, at: Date): Promise<void> {
  const { userId } = scope.actor
  if (userId === null) return
  await lockPerson(scope, userId)
  const own = placePause(await entriesAround(scope, userId, at), ticketId, at.getTime())
  if (own !== null) await writeSpan(scope, own.id, { endedAt: at.getTime() })
}

/**
 * Ends all running work on these tickets: the actor's own when they did it, that of others now.
 * `isClosing`: each person is asked whether the time is right.
 */
export async function endWorkOn(
  scope: Scope,
  ticketIds: readonly Id<'ticket'>[],
  { at = scope.clock.now(), isClosing }: { at?: Date; isClosing: boolean },
): Promise<void> {
  if (ticketIds.length === 0) return
  const now = scope.clock.now()
  const own = scope.actor.userId === null ? sql`false` : eq(entry.userId, scope.actor.userId)
  await endRunning(
    scope,
    inArray(entry.ticketId, [...ticketIds]),
    sql`case when ${own} then ${at.toISOString()}::timestamptz else ${now.toISOString()}::timestamptz end`,
    isClosing,
  )
}

/** Ends entries that have run for 24 hours, for their persons to correct. Returns how many. */
export async function endLongWork(scope: Scope): Promise<number> {
  const now = scope.clock.now()
  const since = new Date(now.getTime() - LONGEST_ENTRY).toISOString()
  return endRunning(
    scope,
    sql`${entry.startedAt} <= ${since}::timestamptz`,
    sql`${now.toISOString()}::timestamptz`,
    true,
  )
}

/** In the order of ids, so that two calls wait for each other. The SQL form of `endEntry`. */
async function endRunning(
  { db, actor, clock, changed }: Scope,
  which: SQL,
  at: SQL,
  isToCheck: boolean,
): Promise<number> {
  const running = await db
    .select({ id: entry.id })
    .from(entry)
    .where(ofCompany(entry, actor.companyId, isNull(entry.endedAt), which))
    .orderBy(entry.id)
    .for('update')
  if (running.length === 0) return 0
  const longest = sql`${entry.startedAt} + ${`${LONGEST_ENTRY} milliseconds`}::interval`
  const end = sql`least(greatest(${entry.startedAt}, ${at}), ${longest})`
  const ended = await db
    .update(entry)
    .set({
      endedAt: end,
      minutes: sql`round(extract(epoch from ${end} - ${entry.startedAt}) / 60)::int`,
      isToCheck: sql`${isToCheck} or ${end} = ${longest}`,
      ...nextVersion(entry, clock.now()),
    })
    .where(
      ofCompany(
        entry,
        actor.companyId,
        inArray(
          entry.id,
          running.map(({ id }) => id),
        ),
      ),
    )
    .returning({ ticketId: entry.ticketId })
  for (const { ticketId } of ended) changed({ type: 'Ticket', id: ticketId })
  return ended.length
}

/** Two tabs of a person take their turns. */
export async function lockPerson({ db, actor }: Scope, userId: Id<'user'>): Promise<void> {
  await db
    .select({ id: tables.user.id })
    .from(tables.user)
    .where(ofCompany(tables.user, actor.companyId, eq(tables.user.id, userId)))
    .for('no key update')
}

export async function isKnown(
  { db, actor }: Scope,
  clientKey: string | undefined,
): Promise<boolean> {
  if (clientKey === undefined) return false
  const found = await db
    .select({ id: entry.id })
    .from(entry)
    .where(ofCompany(entry, actor.companyId, eq(entry.clientKey, clientKey)))
  return found.length > 0
}

/** The person's entries that contain or follow `at`. An entry lasts a day at most. */
async function entriesAround(
  { db, actor }: Scope,
  userId: Id<'user'>,
  at: Date,
): Promise<OwnEntry[]> {
  const rows = await db
    .select()
    .from(entry)
    .where(
      ofCompany(
        entry,
        actor.companyId,
        eq(entry.userId, userId),
        or(
          isNull(entry.endedAt),
          and(
            sql`${entry.startedAt} >= ${new Date(at.getTime() - LONGEST_ENTRY).toISOString()}::timestamptz`,
            sql`${entry.endedAt} > ${at.toISOString()}::timestamptz`,
          ),
        ),
      ),
    )
    .orderBy(entry.startedAt, entry.id)
  return rows.map(({ startedAt, endedAt, ...row }) => ({
    ...row,
    startedAt: startedAt.getTime(),
    endedAt: endedAt?.getTime() ?? null,
  }))
}

export async function refuseFull({ db, actor }: Scope, ticketId: Id<'ticket'>): Promise<void> {
  const [own] = await db
    .select({ count })
    .from(entry)
    .where(ofCompany(entry, actor.companyId, eq(entry.ticketId, ticketId)))
  if ((own?.count ?? 0) >= MAX_ENTRIES)
    throw conflict('A ticket has so many entries of working time at most.', [
      { path: 'id', code: 'tooManyEntries', message: String(MAX_ENTRIES) },
    ])
}

async function writeSpan(
  { db, actor, clock, changed }: Scope,
  id: number,
  { startedAt, endedAt }: { startedAt?: number; endedAt?: number },
): Promise<void> {
  const own = ofCompany(entry, actor.companyId, sql`${entry.id} = ${id}`)
  const [before] = await db.select().from(entry).where(own).for('update')
  if (before === undefined) return
  const start = startedAt ?? before.startedAt.getTime()
  const until = endedAt ?? before.endedAt?.getTime()
  const end = until === undefined ? null : endEntry(start, until)
  await db
    .update(entry)
    .set({
      startedAt: new Date(start),
      ...(end && {
        endedAt: new Date(end.endedAt),
        minutes: end.minutes,
        isToCheck: before.isToCheck || end.endedAt - start === LONGEST_ENTRY,
      }),
      ...nextVersion(entry, clock.now()),
    })
    .where(own)
  changed({ type: 'Ticket', id: before.ticketId })
}
