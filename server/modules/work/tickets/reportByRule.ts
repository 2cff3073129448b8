/**
 * Opens tickets for procedure logs, or adds the logs to tickets that are open for the same problem.
 */
import { and, eq, inArray, isNull, ne, or, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Id } from '#contract/ids.ts'
import * as tables from '#db/schema/index.ts'
import type { Scope } from '#kernel/access/scope.ts'
import { insertRows } from '#kernel/data/insertRows.ts'
import { joinOn } from '#kernel/data/joinOn.ts'
import { ofCompany } from '#kernel/data/ofCompany.ts'
import { notifyTicketsRepeated } from '../../foundation/alerts/index.ts'
import { openByRule, type TicketOrder } from './openByRule.ts'

export interface Report extends TicketOrder {
  ifOpen: 'add' | 'another'
  /** What the ticket shows of the log. Empty for the whole log. */
  questionIds: readonly Id<'surveyQuestion'>[]
  fileIds: readonly Id<'file'>[]
}

interface Reported {
  ticketId: Id<'ticket'>
  isNew: boolean
}

interface OpenTicket {
  id: Id<'ticket'>
  /** The log that opened it. */
  procedureLogId: Id<'procedureLog'> | null
}

/** Answers in the order of `reports`. Reports of one problem in the same set share one ticket. */
export async function reportByRule(reports: readonly Report[]): Promise<Reported[]> {
  const [first] = reports
  if (!first) return []
  const known = await openTicketsByProblem(first.scope, reports)
  const opening = new Map<string, number>()
  const orders: Report[] = []
  const plan = reports.map((report): { known: OpenTicket } | { order: number; isNew: boolean } => {
    const key = problemOf(report)
    const ticket = key === null ? undefined : known.get(key)
    if (ticket !== undefined) return { known: ticket }
    const order = key === null ? undefined : opening.get(key)
    if (order !== undefined) return { order, isNew: false }
    if (key !== null) opening.set(key, orders.length)
    orders.push(report)
    return { order: orders.length - 1, isNew: true }
  })
  const made = await openByRule(orders)
  const found: Finding[] = []
  const reported = plan.map((each, index): Reported => {
    const ticketId = 'known' in each ? each.known.id : made[each.order]
    const report = reports[index]
    if (ticketId === undefined || report === undefined) throw new Error('A ticket was not opened')
    const openedBy =
      'known' in each
        ? each.known.procedureLogId
        : (orders[each.order]?.ticket.procedureLogId ?? null)
    const isNew = 'isNew' in each && each.isNew
    // Two rules of one log report the problem once.
    const isRepeat =
      report.ticket.procedureLogId === null ? !isNew : openedBy !== report.ticket.procedureLogId
    found.push({ ticketId, report, isRepeat })
    return { ticketId, isNew }
  })
  await saveFindings(first.scope, found)
  return reported
}

interface Finding {
  ticketId: Id<'ticket'>
  report: Report
  isRepeat: boolean
}

/** Null if each report opens a ticket of its own. */
function problemOf({ ifOpen, ticket }: Report): string | null {
  const { ticketTypeId, equipmentId, locationId, faultQuestionId = null } = ticket
  if (ifOpen === 'another' || (equipmentId === null && locationId === null)) return null
  return keyOf(ticketTypeId, equipmentId, locationId, faultQuestionId)
}

const keyOf = (
  typeId: number,
  equipmentId: number | null,
  locationId: number | null,
  faultQuestionId: number | null,
): string =>
  [typeId, equipmentId === null ? `l${locationId}` : `e${equipmentId}`, faultQuestionId].join(' ')

/**
 * The oldest open ticket of each problem, or the open ticket that one was merged into. Locked until
 * the end of the transaction.
 */
async function openTicketsByProblem(
  { db, actor }: Scope,
  reports: readonly Report[],
): Promise<ReadonlyMap<string, OpenTicket>> {
  const asked = reports.filter((report) => problemOf(report) !== null).map(({ ticket }) => ticket)
  if (asked.length === 0) return new Map()
  const { ticket, ticketState } = tables
  const kept = alias(tables.ticket, 'kept')
  const rows = await db
    .select({
      id: kept.id,
      procedureLogId: ticket.procedureLogId,
      typeId: ticket.typeId,
      equipmentId: ticket.equipmentId,
      locationId: ticket.locationId,
      faultQuestionId: ticket.faultQuestionId,
    })
    .from(ticket)
    .innerJoin(
      kept,
      and(
        eq(kept.companyId, ticket.companyId),
        sql`${kept.id} = coalesce(${ticket.mergedIntoId}, ${ticket.id})`,
      ),
    )
    .innerJoin(ticketState, joinOn(ticketState, kept.stateId))
    .where(
      ofCompany(
        ticket,
        actor.companyId,
        inArray(ticket.typeId, [...new Set(asked.map(({ ticketTypeId }) => ticketTypeId))]),
        or(
          inArray(ticket.equipmentId, idsIn(asked.map(({ equipmentId }) => equipmentId))),
          and(
            isNull(ticket.equipmentId),
            inArray(ticket.locationId, idsIn(asked.map(({ locationId }) => locationId))),
          ),
        ),
        ne(ticketState.category, 'closed'),
      ),
    )
    .orderBy(kept.id, ticket.id)
    .for('update', { of: kept })
  return new Map(
    rows
      .toReversed()
      .map((row) => [keyOf(row.typeId, row.equipmentId, row.locationId, row.faultQuestionId), row]),
  )
}

const idsIn = <T extends number>(ids: readonly (T | null)[]): T[] => [
  ...new Set(ids.flatMap((id) => id ?? [])),
]

async function saveFindings(scope: Scope, found: readonly Finding[]): Promise<void> {
  const { db, actor, clock } = scope
  const now = clock.now()
  const withoutLog = found.filter(({ report }) => report.ticket.procedureLogId === null)
  const repeatedAlone = withoutLog.flatMap(({ ticketId, isRepeat }) => (isRepeat ? [ticketId] : []))
  if (repeatedAlone.length > 0) await countRepeats(scope, repeatedAlone)
  const rows = found.flatMap(({ ticketId, isRepeat, report }) => {
    const { questionIds, fileIds } = report
    const { procedureLogId } = report.ticket
    return procedureLogId !== null && (isRepeat || questionIds.length > 0)
      ? [
          {
            companyId: actor.companyId,
            ticketId,
            procedureLogId,
            at: now,
            questionIds: [...questionIds],
            fileIds: [...fileIds],
            isRepeat,
            createdAt: now,
            updatedAt: now,
          },
        ]
      : []
  })
  if (rows.length === 0) return
  const { rows: saved } = await db.execute<{ ticketId: Id<'ticket'>; isRepeat: boolean }>(
    sql`${insertRows(tables.ticketFinding, rows)} on conflict do nothing
      returning ticket_id as "ticketId", is_repeat as "isRepeat"`,
  )
  const repeated = saved.flatMap(({ ticketId, isRepeat }) => (isRepeat ? [ticketId] : []))
  if (repeated.length > 0) await countRepeats(scope, repeated)
}

export async function countRepeats(scope: Scope, repeated: readonly Id<'ticket'>[]): Promise<void> {
  const { db, actor, clock } = scope
  const tickets = await db
    .update(tables.ticket)
    .set({
      repeatCount: sql`${tables.ticket.repeatCount} + (
        select count(*) from jsonb_array_elements(${JSON.stringify(repeated)}::jsonb) as again(id)
        where again.id::int = ${tables.ticket.id})`,
      updatedAt: clock.now(),
    })
    .where(ofCompany(tables.ticket, actor.companyId, inArray(tables.ticket.id, [...repeated])))
    .returning()
  await notifyTicketsRepeated(scope, tickets)
  for (const { id, equipmentId } of tickets) {
    scope.changed('Ticket', { type: 'Ticket', id })
    if (equipmentId !== null) scope.changed({ type: 'Equipment', id: equipmentId })
  }
}
