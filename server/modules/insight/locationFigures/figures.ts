import { and, eq, gte, inArray, isNotNull, lte, ne, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { z } from 'zod'
import type { Id } from '#contract/ids.ts'
import { SCORED_DAYS, type locations as contract } from '#contract/locations/locations.ts'
import * as tables from '#db/schema/index.ts'
import { joinOn } from '#kernel/data/joinOn.ts'
import { lastDays } from '#kernel/data/lastDays.ts'
import { intArray } from '#kernel/data/listQueries.ts'
import type { Handlers } from '#kernel/http/mount.ts'
import type { Scope } from '#kernel/access/scope.ts'
import { hasLateOccurrence } from '../../work/schedules/index.ts'
import { ticketPlace } from '../../work/tickets/index.ts'

type Answer = z.input<typeof contract.listLocationFigures.response>
type InNeed = z.input<typeof contract.listPlacesInNeed.response>

export const locationFigureHandlers: Pick<
  Handlers<typeof contract>,
  'listLocationFigures' | 'listPlacesInNeed'
> = {
  listLocationFigures: (scope, { body }) => figuresOf(scope, body.ids),
  listPlacesInNeed: (scope, { body }) => placesInNeed(scope, body.limit),
}

const around = sql<number>`unnest(${tables.location.path})`
const atTicket = and(
  eq(tables.location.companyId, tables.ticket.companyId),
  eq(tables.location.id, ticketPlace),
)
/** A location may be drawn on several floors. */
const firstFloor = sql<Id<'floor'> | null>`min(${tables.floor.id})`
const rowCount = sql<number>`count(*)::int`

async function figuresOf(scope: Scope, ids: readonly Id<'location'>[]): Promise<Answer> {
  const { db, from, clock, actor } = scope
  const seen = await db
    .select({ id: tables.location.id, floorId: firstFloor })
    .from(tables.location)
    .leftJoin(
      tables.floor,
      and(
        eq(tables.floor.companyId, tables.location.companyId),
        eq(tables.floor.locationId, tables.location.id),
      ),
    )
    .where(from.locations(inArray(tables.location.id, [...ids])))
    .groupBy(tables.location.id)
  if (seen.length === 0) return { rows: [] }
  const inThem = sql`${tables.location.path} && ${intArray(seen.map(({ id }) => id))}`
  const things = await db
    .select({ id: around, count: rowCount })
    .from(tables.equipment)
    .innerJoin(tables.location, joinOn(tables.location, tables.equipment.locationId))
    .where(from.equipment(inThem))
    .groupBy(sql`1`)
  const late = await db
    .select({ id: around, count: rowCount })
    .from(tables.equipment)
    .innerJoin(tables.location, joinOn(tables.location, tables.equipment.locationId))
    .where(from.equipment(and(inThem, hasLateOccurrence(scope))))
    .groupBy(sql`1`)
  const tickets = await db
    .select({ id: around, count: rowCount })
    .from(tables.ticket)
    .innerJoin(tables.ticketState, joinOn(tables.ticketState, tables.ticket.stateId))
    .innerJoin(tables.location, atTicket)
    .where(from.tickets(inThem, ne(tables.ticketState.category, 'closed')))
    .groupBy(sql`1`)
  const scored = lastDays(actor, SCORED_DAYS, clock.now())
  const scores = await db
    .select({ id: around, score: sql<number>`avg(${tables.procedureLog.score})::float` })
    .from(tables.procedureLog)
    .innerJoin(tables.location, joinOn(tables.location, tables.procedureLog.locationId))
    .where(
      from.procedureLogs(
        inThem,
        isNotNull(tables.procedureLog.score),
        gte(tables.procedureLog.doneAt, scored.from),
        lte(tables.procedureLog.doneAt, scored.to),
      ),
    )
    .groupBy(sql`1`)
  const byId = <T>(rows: readonly ({ id: number } & T)[]) =>
    new Map(rows.map((row) => [Number(row.id), row]))
  const [ofThings, ofLate, ofTickets, ofScores] = [
    byId(things),
    byId(late),
    byId(tickets),
    byId(scores),
  ]
  return {
    rows: seen.map(({ id, floorId }) => ({
      id,
      floorId,
      things: ofThings.get(id)?.count ?? 0,
      lateThings: ofLate.get(id)?.count ?? 0,
      openTickets: ofTickets.get(id)?.count ?? 0,
      score: ofScores.get(id)?.score ?? null,
    })),
  }
}

/**
 * Locations that directly contain late equipment or open tickets. Sorted by late equipment, then by
 * tickets.
 */
async function placesInNeed(scope: Scope, limit: number): Promise<InNeed> {
  const { db, from } = scope
  const late = await db
    .select({ id: tables.location.id, count: rowCount })
    .from(tables.equipment)
    .innerJoin(tables.location, joinOn(tables.location, tables.equipment.locationId))
    .where(and(from.equipment(hasLateOccurrence(scope)), from.locations()))
    .groupBy(tables.location.id)
  const tickets = await db
    .select({ id: tables.location.id, count: rowCount })
    .from(tables.ticket)
    .innerJoin(tables.ticketState, joinOn(tables.ticketState, tables.ticket.stateId))
    .innerJoin(tables.location, atTicket)
    .where(and(from.tickets(ne(tables.ticketState.category, 'closed')), from.locations()))
    .groupBy(tables.location.id)
  const ranked = worstFirst(late, tickets)
  const ids = ranked.slice(0, limit)
  const around = alias(tables.location, 'around')
  const named = await db
    .select({ id: tables.location.id, name: tables.location.name, within: around.name })
    .from(tables.location)
    .leftJoin(
      around,
      and(
        eq(around.companyId, tables.location.companyId),
        eq(around.id, tables.location.parentId),
        inArray(
          around.id,
          db.select({ id: tables.location.id }).from(tables.location).where(from.locations()),
        ),
      ),
    )
    .where(from.locations(inArray(tables.location.id, ids)))
  const names = new Map(named.map((row) => [row.id, row]))
  const figures = new Map((await figuresOf(scope, ids)).rows.map((row) => [row.id, row]))
  return {
    count: ranked.length,
    rows: ids.flatMap((id) => {
      const [own, name] = [figures.get(id), names.get(id)]
      return own === undefined || name === undefined ? [] : [{ ...own, ...name }]
    }),
  }
}

type Counted = readonly { id: Id<'location'>; count: number }[]

function worstFirst(late: Counted, tickets: Counted): Id<'location'>[] {
  const countsOf = (rows: Counted) => new Map(rows.map(({ id, count }) => [id, count]))
  const [lates, opens] = [countsOf(late), countsOf(tickets)]
  const of = (counts: ReadonlyMap<number, number>, id: number) => counts.get(id) ?? 0
  return [...new Set([...lates.keys(), ...opens.keys()])].toSorted(
    (one, other) =>
      of(lates, other) - of(lates, one) || of(opens, other) - of(opens, one) || one - other,
  )
}
