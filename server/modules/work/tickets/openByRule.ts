import { inArray, sql } from 'drizzle-orm'
import type { Id } from '#contract/ids.ts'
import type { TicketPriority } from '#contract/rules/ticketDue.ts'
import * as tables from '#db/schema/index.ts'
import { ofCompany } from '#kernel/data/ofCompany.ts'
import { refuseNotFound } from '#kernel/http/errors.ts'
import { insertRows } from '#kernel/data/insertRows.ts'
import type { Scope } from '#kernel/access/scope.ts'
import { notifyTicketsOpened } from '../../foundation/alerts/index.ts'
import { initialStateOf, targetCounters } from './initialState.ts'
import { readable, selectTickets, statesOf } from './rows.ts'

interface NewTicketOfRule {
  title: string
  ticketTypeId: Id<'ticketType'>
  equipmentId: Id<'equipment'> | null
  locationId: Id<'location'> | null
  priority?: TicketPriority | undefined
  procedureLogId: Id<'procedureLog'> | null
  faultQuestionId?: Id<'surveyQuestion'> | null | undefined
  automationRunId: Id<'automationRun'>
}

/** The journal names the run of `scope` as the cause. */
export interface TicketOrder {
  scope: Scope
  ticket: NewTicketOfRule
}

/** Returns the new tickets in the order of `orders`. Opens all or throws. */
export async function openByRule(orders: readonly TicketOrder[]): Promise<Id<'ticket'>[]> {
  const [first] = orders
  if (!first) return []
  const { scope } = first
  await checkPlaces(scope, orders)
  const begin = await beginnings(scope, orders)
  const rows = orders.map(({ ticket: { ticketTypeId, ...facts } }) => ({
    ...facts,
    ...begin(ticketTypeId, facts.priority),
    companyId: scope.actor.companyId,
    typeId: ticketTypeId,
  }))
  const { rows: made } = await scope.db.execute<{ id: Id<'ticket'> }>(
    sql`${insertRows(tables.ticket, rows)} returning id`,
  )
  const ids = made.map(({ id }) => id).toSorted((one, other) => one - other)
  await recordOpened(orders, ids)
  return ids
}

function neverMade(): never {
  throw new Error('A ticket that was inserted is not there')
}

async function recordOpened(
  orders: readonly TicketOrder[],
  ids: readonly Id<'ticket'>[],
): Promise<void> {
  const [first] = orders
  if (!first) return
  const { scope } = first
  const where = scope.from.tickets(inArray(tables.ticket.id, [...ids]))
  const rows = new Map(
    (await selectTickets(scope, where)).map((row): [number, typeof row] => [row.ticket.id, row]),
  )
  for (const [index, { scope: own, ticket: ordered }] of orders.entries()) {
    const row = rows.get(ids[index] ?? 0) ?? neverMade()
    await own.journal({
      entity: 'ticket',
      id: row.ticket.id,
      name: ordered.title,
      before: null,
      after: readable(row),
    })
    await own.emit({ type: 'ticket.opened', ticketId: row.ticket.id })
    if (ordered.equipmentId !== null) own.changed({ type: 'Equipment', id: ordered.equipmentId })
  }
  await notifyTicketsOpened(
    scope,
    [...rows.values()].map(({ ticket: row }) => row),
  )
  scope.changed('Ticket', 'Equipment', 'Journal')
}

async function beginnings(scope: Scope, orders: readonly TicketOrder[]) {
  const typeIds = [...new Set(orders.map((order) => order.ticket.ticketTypeId))]
  const types = await scope.db
    .select()
    .from(tables.ticketType)
    .where(
      ofCompany(tables.ticketType, scope.actor.companyId, inArray(tables.ticketType.id, typeIds)),
    )
  const states = await statesOf(scope, typeIds)
  const now = scope.clock.now()
  const counterOf = await targetCounters(scope, types)
  return (typeId: Id<'ticketType'>, priority: TicketPriority | undefined) => {
    const type = types.find(({ id }) => id === typeId)
    if (!type) throw refuseNotFound('ticket type', 'body.ticketTypeId')
    return initialStateOf(
      type,
      states.filter(({ ticketTypeId }) => ticketTypeId === typeId),
      priority,
      now,
      counterOf(type),
    )
  }
}

async function checkPlaces({ db, from }: Scope, orders: readonly TicketOrder[]): Promise<void> {
  const equipmentIds = idsIn(orders.map((order) => order.ticket.equipmentId))
  const locationIds = idsIn(orders.map((order) => order.ticket.locationId))
  if (equipmentIds.length > 0) {
    const there = await db
      .select({ id: tables.equipment.id })
      .from(tables.equipment)
      .where(from.equipment(inArray(tables.equipment.id, equipmentIds)))
    if (there.length < equipmentIds.length) throw refuseNotFound('equipment', 'body.equipmentId')
  }
  if (locationIds.length > 0) {
    const there = await db
      .select({ id: tables.location.id })
      .from(tables.location)
      .where(from.locations(inArray(tables.location.id, locationIds)))
    if (there.length < locationIds.length) throw refuseNotFound('location', 'body.locationId')
  }
}

const idsIn = <T extends number>(ids: readonly (T | null)[]): T[] => [
  ...new Set(ids.flatMap((id) => id ?? [])),
]
