/** What is told of places in their tree: each with everything inside it, as far as one may see. */
import { and, eq, gte, inArray, isNotNull, ne, sql, type SQL } from 'drizzle-orm'
import type { z } from 'zod'
import type { Id } from '#contract/ids'
import { SCORED_DAYS, type locations as contract } from '#contract/locations'
import {
  equipment,
  location,
  occurrence,
  procedure,
  procedureLog,
  ticket,
  ticketState,
} from '../../db/schema/index.ts'
import { joinOn } from '../../kernel/joinOn.ts'
import { intArray } from '../../kernel/lists.ts'
import type { Scope } from '../../kernel/scope.ts'

type Answer = z.input<typeof contract.listLocationFigures.response>

/** Every place around a row's own, and that itself: a row counts for each. */
const around = sql<number>`unnest(${location.path})`
const rowCount = sql<number>`count(*)::int`

export async function figuresOf(scope: Scope, ids: readonly Id<'location'>[]): Promise<Answer> {
  const { db, from, clock } = scope
  const seen = await db
    .select({ id: location.id })
    .from(location)
    .where(from.locations(inArray(location.id, [...ids])))
  if (seen.length === 0) return { rows: [] }
  const inThem = sql`${location.path} && ${intArray(seen.map(({ id }) => id))}`
  const things = await db
    .select({ id: around, count: rowCount })
    .from(equipment)
    .innerJoin(location, joinOn(location, equipment.locationId))
    .where(from.equipment(inThem))
    .groupBy(sql`1`)
  const late = await db
    .select({ id: around, count: rowCount })
    .from(equipment)
    .innerJoin(location, joinOn(location, equipment.locationId))
    .where(from.equipment(and(inThem, hasLate(scope))))
    .groupBy(sql`1`)
  const tickets = await db
    .select({ id: around, count: rowCount })
    .from(ticket)
    .innerJoin(ticketState, joinOn(ticketState, ticket.stateId))
    .innerJoin(location, joinOn(location, ticket.locationId))
    .where(from.tickets(inThem, ne(ticketState.category, 'closed')))
    .groupBy(sql`1`)
  const since = new Date(clock.now().getTime() - SCORED_DAYS * 86_400_000)
  const scores = await db
    .select({ id: around, score: sql<number>`avg(${procedureLog.score})::float` })
    .from(procedureLog)
    .innerJoin(location, joinOn(location, procedureLog.locationId))
    .where(
      from.procedureLogs(inThem, isNotNull(procedureLog.score), gte(procedureLog.doneAt, since)),
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
    rows: seen.map(({ id }) => ({
      id,
      things: ofThings.get(id)?.count ?? 0,
      lateThings: ofLate.get(id)?.count ?? 0,
      openTickets: ofTickets.get(id)?.count ?? 0,
      score: ofScores.get(id)?.score ?? null,
    })),
  }
}

const hasLate = ({ db, from }: Scope): SQL =>
  inArray(
    equipment.id,
    db
      .select({ id: sql`${occurrence.equipmentId}` })
      .from(occurrence)
      .where(
        and(
          eq(occurrence.companyId, equipment.companyId),
          eq(occurrence.state, 'late'),
          isNotNull(occurrence.equipmentId),
          sql`${occurrence.procedureId} in (select ${procedure.id} from ${procedure}
            where ${from.procedures()})`,
        ),
      ),
  )
