import { createHash, randomBytes } from 'node:crypto'
import { and, asc, eq, gte, inArray, isNull, sql, type SQL } from 'drizzle-orm'
import { calendarDay } from '#contract/formatters.ts'
import { startOfDay, wallAt } from '#contract/timeZones/wallTime.ts'
import { toInstant, offsetIn } from '#contract/timeZones/zoneTable.ts'
import * as tables from '#db/schema/index.ts'
import { ofCompany } from '#kernel/data/ofCompany.ts'
import { memberActor, type Actor } from '#kernel/access/actor.ts'
import { makeYielder } from '#kernel/work/yieldToEventLoop.ts'
import { notSignedIn, refuseNotFound } from '#kernel/http/errors.ts'
import { joinOn } from '#kernel/data/joinOn.ts'
import type { Kernel } from '#kernel/kernel.ts'
import { count } from '#kernel/data/listQueries.ts'
import { makeScope, type Scope } from '#kernel/access/scope.ts'
import { asSystem, inCompany } from '#kernel/data/transaction.ts'
import { omittedText, MAX_EVENTS, nearestFirst, type Left } from './feedOrder.ts'
import { expectedEvents } from './feedExpected.ts'
import { dayEvent, eventOf, writeCalendar, type CalendarEvent } from './icalendar.ts'
import { uidOfDate, uidOfOccurrence, type Uids } from './feedUids.ts'
import { isInSpan, isOnesOwn } from './occurrences.ts'
import { spansOfPerson, type OwnSpan } from '../duties/index.ts'
import { timeOf, type CompanyTime } from '../../foundation/company/index.ts'
import { draftOf, selectRules, type Selected } from './readRules.ts'
import { planOf } from './schedule.ts'
import { firstTable } from './zoneUpgrade.ts'

const hashOf = (secret: string) => createHash('sha256').update(secret).digest('hex')
const DAYS_BACK = 30
const DAYS_AHEAD = 120
const MAX_RULES = 2_000
const DATES_OF_RULE = 200

const own = ({ companyId, userId }: Pick<Actor, 'companyId' | 'userId'>) =>
  ofCompany(
    tables.calendarFeed,
    companyId,
    userId === null ? sql`false` : eq(tables.calendarFeed.userId, userId),
  )

export async function feedOf(kernel: Kernel, { actor }: Scope) {
  const [found] = await asSystem(kernel.pool, (db) =>
    db.select().from(tables.calendarFeed).where(own(actor)),
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
    await db.delete(tables.calendarFeed).where(own(actor))
    await db
      .insert(tables.calendarFeed)
      .values({ secretHash: hashOf(secret), companyId, userId, createdAt: clock.now() })
  })
  return `${kernel.publicUrl}/api/public/calendar/${secret}.ics`
}

export async function revokeFeed(kernel: Kernel, { actor }: Scope): Promise<void> {
  await asSystem(kernel.pool, (db) => db.delete(tables.calendarFeed).where(own(actor)))
}

/** Uses the person's current permissions. Throws for deactivated users. */
export async function readFeed(
  kernel: Kernel,
  secret: string,
): Promise<{ text: string; etag: string }> {
  const now = kernel.clock.now()
  const reader = await asSystem(kernel.pool, async (db) => {
    const [feed] = await db
      .update(tables.calendarFeed)
      .set({ lastReadAt: now })
      .where(eq(tables.calendarFeed.secretHash, hashOf(secret.replace(/\.ics$/, ''))))
      .returning()
    if (!feed) return undefined
    const actor = await memberActor(db, feed)
    const [company] = await db
      .select({ name: tables.company.name, uuid: tables.company.uuid })
      .from(tables.company)
      .where(eq(tables.company.id, feed.companyId))
    return actor && company ? { actor, company, formerUntil: feed.formerUidsUntil } : undefined
  })
  if (!reader) throw refuseNotFound('calendar')
  const { actor, company, formerUntil } = reader
  const uids: Uids = { company: company.uuid, formerUntil }
  const open = () => {
    throw new Error('The feed is already inside its transaction')
  }
  const read = await inCompany(kernel.pool, actor.companyId, async (db) => {
    const scope = makeScope({ actor, clock: kernel.clock, db, tags: [], open })
    return {
      open: await readOpen(scope),
      done: await readDone(scope),
      ...(await readRules(scope)),
      time: await timeOf(scope),
      duties: await readDuties(scope),
      expected: await expectedEvents(scope, {
        daysAhead: DAYS_AHEAD,
        company: company.uuid,
        publicUrl: kernel.publicUrl,
      }),
    }
  })
  const first = await asSystem(kernel.pool, (db) => firstTable(db, read.time.zone))
  /** A key that survives changes of the zone data. */
  const lasting = (plannedAt: string): string =>
    first === null
      ? plannedAt
      : new Date(
          toInstant(wallAt(Date.parse(plannedAt), read.time.zone), (at) => offsetIn(first, at)),
        ).toISOString()
  const naming = { uids, lasting }
  const coming = await comingOf(kernel, read.rules, read.time, now, naming)
  const isCut = coming.isCut || read.expected.isCut
  const { shown, cut } = nearestFirst(
    {
      open: read.open.rows.map((row) => madeEvent(kernel, row, naming)),
      done: read.done.rows.map((row) => madeEvent(kernel, row, naming)),
      coming: [
        ...coming.events,
        ...read.expected.events,
        ...read.duties.map((span) => dutyEvent(kernel, span, uids)),
      ],
    },
    now,
  )
  const left: Left = {
    open: read.open.count - read.open.rows.length + cut.open,
    coming: Math.max(cut.coming, isCut ? 1 : 0),
    done: read.done.count - read.done.rows.length + cut.done,
    rules: read.ruleCount - read.rules.length,
  }
  const today = calendarDay(now, read.time.zone)
  const notice = Object.values(left).some((many) => many > 0)
    ? [
        dayEvent({
          uid: `left-out-${actor.userId}@${company.uuid}`,
          // The start of the day, so that an unchanged calendar gives the same response all day.
          stamp: new Date(startOfDay(today, read.time.zone)),
          day: today,
          ...omittedText(actor.language, left, { coming: isCut }),
          url: `${kernel.publicUrl}/my-work`,
        }),
      ]
    : []
  const text = writeCalendar(`Plantroom · ${company.name}`, [...notice, ...shown.map(eventOf)])
  return { text, etag: `"${createHash('sha256').update(text).digest('base64url')}"` }
}

async function readDuties(scope: Scope): Promise<OwnSpan[]> {
  const { actor, clock } = scope
  if (actor.userId === null) return []
  const now = clock.now().getTime()
  // Whole days, so that an unchanged calendar gives the same response all day.
  const day = (away: number) =>
    new Date(
      startOfDay(calendarDay(new Date(now + away * 86_400_000), actor.timezone), actor.timezone),
    )
  return spansOfPerson(scope, actor.userId, { from: day(-DAYS_BACK), to: day(DAYS_AHEAD) })
}

const dutyEvent = (
  kernel: Kernel,
  { dutyId, name, from, to, changedAt }: OwnSpan,
  { company }: Uids,
): CalendarEvent => ({
  uid: `duty-${dutyId}-${from.toISOString().replace(/\D/g, '')}@${company}`,
  stamp: changedAt,
  at: from,
  until: to,
  summary: name,
  place: null,
  isDone: false,
  isWhole: true,
  url: `${kernel.publicUrl}/duties?id=${dutyId}`,
})

const readOpen = (scope: Scope) =>
  readMade(scope, inArray(tables.occurrence.state, ['due', 'late'] as const))
const readDone = (scope: Scope) =>
  readMade(
    scope,
    and(
      eq(tables.occurrence.state, 'done'),
      gte(tables.occurrence.at, new Date(scope.clock.now().getTime() - DAYS_BACK * 86_400_000)),
    ),
  )

async function readMade(scope: Scope, which: SQL | undefined) {
  const { db, actor, from, clock } = scope
  const isSeen = (equipmentId: SQL, locationId: SQL) =>
    sql`(${equipmentId} is null or ${equipmentId} in (select ${tables.equipment.id}
        from ${tables.equipment} where ${from.equipment()}))
      and (${locationId} is null or ${locationId} in (select ${tables.location.id}
        from ${tables.location} where ${from.locations()}))`
  const where = from.procedures(
    ofCompany(tables.occurrence, actor.companyId),
    which,
    isInSpan(scope),
    isSeen(sql`${tables.occurrence.equipmentId}`, sql`${tables.occurrence.locationId}`),
  )
  const rows = await db
    .select({
      occurrence: tables.occurrence,
      name: tables.procedure.name,
      thing: tables.equipment.name,
      place: tables.location.name,
      placeOfThing: sql<string | null>`(select standing.name from ${tables.location} as standing
        where standing.company_id = ${tables.equipment.companyId} and standing.id = ${tables.equipment.locationId}
        and standing.id in (select ${tables.location.id} from ${tables.location} where ${from.locations()}))`,
      isFirst: sql<boolean>`not exists (select from ${tables.occurrence} as earlier
        where earlier.company_id = ${tables.occurrence.companyId} and earlier.rrule_id = ${tables.occurrence.rruleId}
        and earlier.planned_at = ${tables.occurrence.plannedAt} and earlier.id < ${tables.occurrence.id}
        and ${isSeen(sql`earlier.equipment_id`, sql`earlier.location_id`)})`,
    })
    .from(tables.occurrence)
    .innerJoin(tables.procedure, joinOn(tables.procedure, tables.occurrence.procedureId))
    .leftJoin(tables.equipment, joinOn(tables.equipment, tables.occurrence.equipmentId))
    .leftJoin(tables.location, joinOn(tables.location, tables.occurrence.locationId))
    .where(where)
    .orderBy(
      sql`abs(extract(epoch from ${tables.occurrence.at} - ${clock.now().toISOString()}::timestamptz))`,
      asc(tables.occurrence.id),
    )
    .limit(MAX_EVENTS)
  if (rows.length < MAX_EVENTS) return { rows, count: rows.length }
  const [all] = await db
    .select({ count })
    .from(tables.occurrence)
    .innerJoin(tables.procedure, joinOn(tables.procedure, tables.occurrence.procedureId))
    .where(where)
  return { rows, count: all?.count ?? rows.length }
}

interface Naming {
  uids: Uids
  lasting(plannedAt: string): string
}

function madeEvent(
  kernel: Kernel,
  {
    occurrence: row,
    name,
    thing,
    place,
    placeOfThing,
    isFirst,
  }: Awaited<ReturnType<typeof readMade>>['rows'][number],
  { uids, lasting }: Naming,
): CalendarEvent {
  const target =
    row.equipmentId === null ? `locationId=${row.locationId}` : `equipmentId=${row.equipmentId}`
  return {
    uid: uidOfOccurrence(uids, {
      ...row,
      isFirst,
      plannedAt: lasting(row.plannedAt.toISOString()),
    }),
    stamp: row.updatedAt,
    at: row.at,
    until: row.dueBy,
    summary: `${name}${(thing ?? place) ? ` · ${thing ?? place}` : ''}`,
    place: place ?? placeOfThing,
    isDone: row.state === 'done',
    url:
      row.state !== 'done'
        ? `${kernel.publicUrl}/procedure/${row.procedureId}/perform?${target}`
        : row.procedureLogId === null
          ? `${kernel.publicUrl}/rrule/${row.rruleId}`
          : `${kernel.publicUrl}/procedure-log/${row.procedureLogId}`,
  }
}

/** The schedules of the feed. Beyond the limit, those with the earliest next date. */
async function readRules(scope: Scope) {
  const where = and(eq(tables.rrule.isActive, true), isOnesOwn(scope.actor))
  const rows = await selectRules(scope, where)
    .orderBy(sql`${tables.rrule.nextEvaluationAt} nulls last`, asc(tables.rrule.id))
    .limit(MAX_RULES)
  const rules = await withPlaces(scope, rows)
  if (rows.length < MAX_RULES) return { rules, ruleCount: rows.length }
  const [all] = await scope.db
    .select({ count })
    .from(tables.rrule)
    .innerJoin(tables.procedure, joinOn(tables.procedure, tables.rrule.procedureId))
    .where(scope.from.procedures(isNull(tables.rrule.deletedAt), where))
  return { rules, ruleCount: all?.count ?? rows.length }
}

const only = <T>(ids: readonly T[] | undefined): T | undefined =>
  ids?.length === 1 ? ids[0] : undefined

async function withPlaces({ db, from }: Scope, rules: readonly Selected[]) {
  const equipmentIds = rules.flatMap(({ rrule }) => only(rrule.data.equipmentIds) ?? [])
  const stands =
    equipmentIds.length === 0
      ? []
      : await db
          .select({ id: tables.equipment.id, locationId: tables.equipment.locationId })
          .from(tables.equipment)
          .where(from.equipment(inArray(tables.equipment.id, equipmentIds)))
  const standsAt = new Map(stands.map(({ id, locationId }) => [id, locationId]))
  const placeIdOf = ({ rrule: { data } }: Selected) => {
    const equipmentId = only(data.equipmentIds)
    return equipmentId === undefined ? only(data.locationIds) : standsAt.get(equipmentId)
  }
  const locationIds = rules.flatMap((rule) => placeIdOf(rule) ?? [])
  const places =
    locationIds.length === 0
      ? []
      : await db
          .select({ id: tables.location.id, name: tables.location.name })
          .from(tables.location)
          .where(from.locations(inArray(tables.location.id, locationIds)))
  const names = new Map<number, string>(places.map(({ id, name }) => [id, name]))
  return rules.map((rule) => ({ ...rule, place: names.get(placeIdOf(rule) ?? 0) ?? null }))
}

/**
 * Planned future dates, one per schedule and date for all its equipment. `isCut`: some schedule has
 * more dates in the period than are expanded.
 */
async function comingOf(
  kernel: Kernel,
  rules: Awaited<ReturnType<typeof withPlaces>>,
  time: CompanyTime,
  now: Date,
  { uids, lasting }: Naming,
): Promise<{ events: CalendarEvent[]; isCut: boolean }> {
  const yieldToLoop = makeYielder()
  const events: CalendarEvent[] = []
  let isCut = false
  for (const { rrule: row, procedure, place } of rules) {
    await yieldToLoop()
    const entries = planOf(draftOf(row), time, {
      from: new Date(now.getTime() + 1).toISOString(),
      to: new Date(now.getTime() + DAYS_AHEAD * 86_400_000).toISOString(),
      limit: DATES_OF_RULE + 1,
    })
    if (entries.length > DATES_OF_RULE) isCut = true
    for (const { at, plannedAt, dueBy, outcome } of entries.slice(0, DATES_OF_RULE))
      if (outcome !== 'skipped')
        events.push({
          uid: uidOfDate(uids, row.id, lasting(plannedAt)),
          stamp: row.updatedAt,
          at: new Date(at),
          until: dueBy === null ? null : new Date(dueBy),
          summary:
            row.name === null || row.name === ''
              ? procedure.name
              : `${procedure.name} · ${row.name}`,
          place,
          isDone: false,
          url: `${kernel.publicUrl}/rrule/${row.id}`,
        })
  }
  return { events, isCut }
}
