/** Locations and assignees with the most overdue work. */
import { and, desc, eq, gte, inArray, lt, ne, sql, type SQL } from 'drizzle-orm'
import type { z } from 'zod'
import type { Id } from '#contract/ids.ts'
import type { today as contract } from '#contract/today.ts'
import { equipment, location, occurrence, ticket, ticketState, user } from '#db/schema/index.ts'
import { joinOn } from '#kernel/data/joinOn.ts'
import { lastDays } from '#kernel/data/lastDays.ts'
import { intArray } from '#kernel/data/listQueries.ts'
import type { Scope } from '#kernel/access/scope.ts'
import { cameDue, doneInTime, hasLate } from '../schedules/index.ts'
import { isOverdueTicket } from '../tickets/index.ts'

type Answer = z.input<typeof contract.getBehind.response>

const SHOWN = 6
const WEEK_DAYS = 7

export async function readBehind(scope: Scope): Promise<Answer> {
  const [places, people] = [await placesBehind(scope), await peopleBehind(scope)]
  return { ...places, ...people }
}

/**
 * A ward: the parent of the equipment's location, or the location itself if it has children or no
 * parent.
 */
async function placesBehind(scope: Scope): Promise<Pick<Answer, 'places' | 'placesRemaining'>> {
  const { db, from } = scope
  const holdsOthers = sql`exists (select from ${location} as inner_place
    where inner_place.company_id = ${location.companyId}
    and inner_place.parent_id = ${location.id})`
  const late = await db
    .selectDistinct({
      id: sql<Id<'location'>>`case when ${location.parentId} is null or ${holdsOthers}
        then ${location.id} else ${location.parentId} end`,
    })
    .from(equipment)
    .innerJoin(location, joinOn(location, equipment.locationId))
    .where(and(from.equipment(hasLate(scope)), from.locations()))
  const wards = await db
    .select({ id: location.id, name: location.name })
    .from(location)
    .where(
      from.locations(
        inArray(
          location.id,
          late.map(({ id }) => id),
        ),
      ),
    )
  if (wards.length === 0) return { places: [], placesRemaining: 0 }
  const ids = wards.map(({ id }) => id)
  const around = sql<number>`unnest(${location.path})`
  const inside = sql`${location.path} && ${intArray(ids)}`
  const things = await db
    .select({ id: around, count: sql<number>`count(*)::int` })
    .from(equipment)
    .innerJoin(location, joinOn(location, equipment.locationId))
    .where(from.equipment(inside, hasLate(scope)))
    .groupBy(sql`1`)
  const lateOf = new Map(things.map(({ id, count }) => [Number(id), count]))
  const shares = await sharesOf(scope, ids)
  const ranked = wards
    .map(({ id, name }) => ({
      id,
      name,
      lateThings: lateOf.get(id) ?? 0,
      onTime: shares.get(id)?.now ?? null,
      onTimeBefore: shares.get(id)?.before ?? null,
    }))
    .toSorted(
      (one, other) =>
        other.lateThings - one.lateThings ||
        (one.onTime ?? 100) - (other.onTime ?? 100) ||
        one.id - other.id,
    )
  return {
    places: ranked.slice(0, SHOWN),
    placesRemaining: Math.max(0, ranked.length - SHOWN),
  }
}

/** Percentage of due checks done on time, this week and the week before. */
async function sharesOf({ db, from, actor, clock }: Scope, ids: readonly Id<'location'>[]) {
  const now = clock.now()
  const week = lastDays(actor, WEEK_DAYS, now)
  const weekBefore = lastDays(actor, WEEK_DAYS, new Date(week.from.getTime() - 1))
  const share = (isIn: SQL) => sql<number | null>`(100.0
    * count(*) filter (where ${and(doneInTime, isIn)})
    / nullif(count(*) filter (where ${isIn}), 0))::float8`
  const rows = await db
    .select({
      id: sql<number>`unnest(${location.path})`,
      now: share(gte(occurrence.dueBy, week.from)),
      before: share(lt(occurrence.dueBy, week.from)),
    })
    .from(occurrence)
    .leftJoin(equipment, joinOn(equipment, occurrence.equipmentId))
    .innerJoin(
      location,
      and(
        eq(location.companyId, occurrence.companyId),
        sql`${location.id} = coalesce(${occurrence.locationId}, ${equipment.locationId})`,
      ),
    )
    .where(
      from.occurrences(
        cameDue(now),
        gte(occurrence.dueBy, weekBefore.from),
        sql`${location.path} && ${intArray(ids)}`,
      ),
    )
    .groupBy(sql`1`)
  return new Map(rows.map((row) => [Number(row.id), row]))
}

async function peopleBehind({
  db,
  from,
  clock,
}: Scope): Promise<Pick<Answer, 'people' | 'peopleRemaining'>> {
  const overdueTickets = sql<number>`count(*)::int`
  const rows = await db
    .select({
      id: user.id,
      name: sql<string | null>`${user.firstName} || ' ' || ${user.lastName}`,
      overdueTickets,
      all: sql<number>`(count(*) over ())::int`,
    })
    .from(ticket)
    .innerJoin(ticketState, joinOn(ticketState, ticket.stateId))
    .leftJoin(user, joinOn(user, ticket.assigneeId)) // unassigned tickets count, too
    .where(from.tickets(ne(ticketState.category, 'closed'), isOverdueTicket(clock.now())))
    .groupBy(user.id, user.firstName, user.lastName)
    .orderBy(desc(overdueTickets), user.id)
    .limit(SHOWN)
  return {
    people: rows.map(({ all: _all, ...row }) => row),
    peopleRemaining: Math.max(0, (rows[0]?.all ?? 0) - rows.length),
  }
}
