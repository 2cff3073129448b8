/** One's own work as iCalendar, by a secret address that can be taken back. */
import { createHash, randomBytes } from 'node:crypto'
import { and, asc, eq, gte, inArray, sql } from 'drizzle-orm'
import {
  calendarFeed,
  company,
  equipment,
  location,
  occurrence,
  procedure,
  rrule,
} from '../../db/schema/index.ts'
import { memberActor, type Actor } from '../../kernel/actor.ts'
import { notSignedIn, notThere } from '../../kernel/errors.ts'
import { joinOn } from '../../kernel/joinOn.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { makeScope, type Scope } from '../../kernel/scope.ts'
import { asSystem, inCompany } from '../../kernel/transaction.ts'
import { eventOf, writeCalendar } from './icalendar.ts'
import { falls, isOnesOwn } from './occurrences.ts'
import { draftOf, selectRules, timeOf } from './readRules.ts'
import { planOf } from './schedule.ts'

const hashOf = (secret: string) => createHash('sha256').update(secret).digest('hex')
const DAYS_BACK = 30
const DAYS_AHEAD = 120
const MAX_EVENTS = 2_000

const own = ({ companyId, userId }: Pick<Actor, 'companyId' | 'userId'>) =>
  // nobody has the number 0
  and(eq(calendarFeed.companyId, companyId), eq(calendarFeed.userId, userId ?? (0 as never)))

export async function feedOf(kernel: Kernel, { actor }: Scope) {
  const [found] = await asSystem(kernel.pool, (db) =>
    db.select().from(calendarFeed).where(own(actor)),
  )
  return {
    exists: found !== undefined,
    createdAt: found?.createdAt.toISOString() ?? null,
    lastReadAt: found?.lastReadAt?.toISOString() ?? null,
  }
}

export async function createFeed(kernel: Kernel, { actor, clock }: Scope): Promise<string> {
  const { companyId, userId } = actor
  if (userId === null) throw notSignedIn('noToken')
  const secret = randomBytes(24).toString('base64url')
  await asSystem(kernel.pool, async (db) => {
    await db.delete(calendarFeed).where(own(actor))
    await db
      .insert(calendarFeed)
      .values({ secretHash: hashOf(secret), companyId, userId, createdAt: clock.now() })
  })
  return `${kernel.publicUrl}/api/public/calendar/${secret}.ics`
}

export async function revokeFeed(kernel: Kernel, { actor }: Scope): Promise<void> {
  await asSystem(kernel.pool, (db) => db.delete(calendarFeed).where(own(actor)))
}

/** Under the rights that the person has now; someone deactivated has no calendar. */
export async function readFeed(kernel: Kernel, secret: string): Promise<string> {
  const now = kernel.clock.now()
  const reader = await asSystem(kernel.pool, async (db) => {
    const [feed] = await db
      .update(calendarFeed)
      .set({ lastReadAt: now })
      .where(eq(calendarFeed.secretHash, hashOf(secret.replace(/\.ics$/, ''))))
      .returning()
    if (!feed) return undefined
    const actor = await memberActor(db, feed)
    const [home] = await db
      .select({ name: company.name })
      .from(company)
      .where(eq(company.id, feed.companyId))
    return actor && home ? { actor, company: home.name } : undefined
  })
  if (!reader) throw notThere('calendar')
  const { actor, company: name } = reader
  return inCompany(kernel.pool, actor.companyId, async (db) => {
    const scope = makeScope({
      actor,
      clock: kernel.clock,
      db,
      tags: [],
      open: () => {
        throw new Error('The feed is already inside its transaction')
      },
    })
    return writeCalendar(`Plantroom · ${name}`, [
      ...(await madeEvents(kernel, scope)),
      ...(await comingEvents(kernel, scope)),
    ])
  })
}

async function madeEvents(kernel: Kernel, scope: Scope) {
  const { db, actor, from, clock } = scope
  const rows = await db
    .select({ occurrence, name: procedure.name, thing: equipment.name, place: location.name })
    .from(occurrence)
    .innerJoin(procedure, joinOn(procedure, occurrence.procedureId))
    .leftJoin(equipment, joinOn(equipment, occurrence.equipmentId))
    .leftJoin(location, joinOn(location, occurrence.locationId))
    .where(
      from.procedures(
        eq(occurrence.companyId, actor.companyId),
        inArray(occurrence.state, ['due', 'late', 'done']),
        gte(occurrence.at, new Date(clock.now().getTime() - DAYS_BACK * 86_400_000)),
        falls(scope),
        sql`(${occurrence.equipmentId} is null
          or ${occurrence.equipmentId} in (select ${equipment.id} from ${equipment}
          where ${from.equipment()}))`,
        sql`(${occurrence.locationId} is null
          or ${occurrence.locationId} in (select ${location.id} from ${location}
          where ${from.locations()}))`,
      ),
    )
    .orderBy(asc(occurrence.at))
    .limit(MAX_EVENTS)
  return rows.map(({ occurrence: row, name, thing, place }) =>
    eventOf({
      uid: `occurrence-${row.id}@plantroom`,
      stamp: row.updatedAt,
      at: row.at,
      until: row.dueBy,
      summary: `${name}${(thing ?? place) ? ` · ${thing ?? place}` : ''}`,
      place: place ?? null,
      isDone: row.state === 'done',
      url: `${kernel.publicUrl}/procedure/${row.procedureId}/perform?${row.equipmentId === null ? `locationId=${row.locationId}` : `equipmentId=${row.equipmentId}`}`,
    }),
  )
}

/** Not made yet: once a rule and date, for all its things. */
async function comingEvents(kernel: Kernel, scope: Scope) {
  const time = await timeOf(scope)
  const now = scope.clock.now()
  const rules = await selectRules(
    scope,
    and(eq(rrule.isActive, true), isOnesOwn(scope.actor)),
  ).limit(500)
  return rules
    .flatMap(({ rrule: row, procedure: home }) =>
      planOf(draftOf(row), time, {
        from: new Date(now.getTime() + 1).toISOString(),
        to: new Date(now.getTime() + DAYS_AHEAD * 86_400_000).toISOString(),
        limit: 200,
      })
        .filter(({ outcome }) => outcome !== 'skipped')
        .map(({ at, plannedAt, dueBy }) =>
          eventOf({
            uid: `rrule-${row.id}-${plannedAt.replace(/\D/g, '')}@plantroom`,
            stamp: row.updatedAt,
            at: new Date(at),
            until: dueBy === null ? null : new Date(dueBy),
            summary:
              row.name === null || row.name === '' ? home.name : `${home.name} · ${row.name}`,
            place: null,
            isDone: false,
            url: `${kernel.publicUrl}/rrule/${row.id}`,
          }),
        ),
    )
    .slice(0, MAX_EVENTS)
}
