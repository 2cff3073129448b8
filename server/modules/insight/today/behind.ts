import { and, desc, eq, gte, inArray, lt, ne, sql, type SQL } from 'drizzle-orm'
import type { z } from 'zod'
import type { Id } from '#contract/ids.ts'
import type { today as contract } from '#contract/today.ts'
import * as tables from '#db/schema/index.ts'
import { joinOn } from '#kernel/data/joinOn.ts'
import { lastDays } from '#kernel/data/lastDays.ts'
import { intArray } from '#kernel/data/listQueries.ts'
import type { Scope } from '#kernel/access/scope.ts'
import { isOverdueAt, doneInTime, hasLateOccurrence } from '../../work/schedules/index.ts'
import { isOverdueTicket } from '../../work/tickets/index.ts'

type Answer = z.input<typeof contract.getBehind.response>

const SHOWN = 6
const WEEK_DAYS = 7

export async function loadOverdueWork(scope: Scope): Promise<Answer> {
  const [places, people] = [await placesBehind(scope), await peopleBehind(scope)]
  return { ...places, ...people }
}

/**
 * A ward: the parent of the equipment's location, or the location itself if it has children or no
 * parent.
 */
async function placesBehind(scope: Scope): Promise<Pick<Answer, 'places' | 'placesRemaining'>> {
  const { db, from } = scope
  const holdsOthers = sql`exists (select from ${tables.location} as inner_place
    where inner_place.company_id = ${tables.location.companyId}
    and inner_place.parent_id = ${tables.location.id})`
  const late = await db
    .selectDistinct({
      id: sql<Id<'location'>>`case when ${tables.location.parentId} is null or ${holdsOthers}
        then ${tables.location.id} else ${tables.location.parentId} end`,
    })
    .from(tables.equipment)
    .innerJoin(tables.location, joinOn(tables.location, tables.equipment.locationId))
    .where(and(from.equipment(hasLateOccurrence(scope)), from.locations()))
  const wards = await db
    .select({ id: tables.location.id, name: tables.location.name })
    .from(tables.location)
    .where(
      from.locations(
        inArray(
          tables.location.id,
          late.map(({ id }) => id),
        ),
      ),
    )
  if (wards.length === 0) return { places: [], placesRemaining: 0 }
  const ids = wards.map(({ id }) => id)
  const around = sql<number>`unnest(${tables.location.path})`
  const inside = sql`${tables.location.path} && ${intArray(ids)}`
  const things = await db
    .select({ id: around, count: sql<number>`count(*)::int` })
    .from(tables.equipment)
    .innerJoin(tables.location, joinOn(tables.location, tables.equipment.locationId))
    .where(from.equipment(inside, hasLateOccurrence(scope)))
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

async function sharesOf({ db, from, actor, clock }: Scope, ids: readonly Id<'location'>[]) {
  const now = clock.now()
  const week = lastDays(actor, WEEK_DAYS, now)
  const weekBefore = lastDays(actor, WEEK_DAYS, new Date(week.from.getTime() - 1))
  const share = (isIn: SQL) => sql<number | null>`(100.0
    * count(*) filter (where ${and(doneInTime, isIn)})
    / nullif(count(*) filter (where ${isIn}), 0))::float8`
  const rows = await db
    .select({
      id: sql<number>`unnest(${tables.location.path})`,
      now: share(gte(tables.occurrence.dueBy, week.from)),
      before: share(lt(tables.occurrence.dueBy, week.from)),
    })
    .from(tables.occurrence)
    .leftJoin(tables.equipment, joinOn(tables.equipment, tables.occurrence.equipmentId))
    .innerJoin(
      tables.location,
      and(
        eq(tables.location.companyId, tables.occurrence.companyId),
        sql`${tables.location.id} = coalesce(${tables.occurrence.locationId}, ${tables.equipment.locationId})`,
      ),
    )
    .where(
      from.occurrences(
        isOverdueAt(now),
        gte(tables.occurrence.dueBy, weekBefore.from),
        sql`${tables.location.path} && ${intArray(ids)}`,
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
      id: tables.user.id,
      name: sql<string | null>`${tables.user.firstName} || ' ' || ${tables.user.lastName}`,
      overdueTickets,
      all: sql<number>`(count(*) over ())::int`,
    })
    .from(tables.ticket)
    .innerJoin(tables.ticketState, joinOn(tables.ticketState, tables.ticket.stateId))
    .leftJoin(tables.user, joinOn(tables.user, tables.ticket.assigneeId)) // unassigned tickets count, too
    .where(from.tickets(ne(tables.ticketState.category, 'closed'), isOverdueTicket(clock.now())))
    .groupBy(tables.user.id, tables.user.firstName, tables.user.lastName)
    .orderBy(desc(overdueTickets), tables.user.id)
    .limit(SHOWN)
  return {
    people: rows.map(({ all: _all, ...row }) => row),
    peopleRemaining: Math.max(0, (rows[0]?.all ?? 0) - rows.length),
  }
}
