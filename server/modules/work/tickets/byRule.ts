import { eq, inArray, ne, sql } from 'drizzle-orm'
import type { Id } from '#contract/ids.ts'
import { isClosing } from '#contract/rules/closing.ts'
import { groupBy } from '#contract/rules/groupBy.ts'
import * as tables from '#db/schema/index.ts'
import { ofCompany } from '#kernel/data/ofCompany.ts'
import { refuseNotFound } from '#kernel/http/errors.ts'
import type { Scope } from '#kernel/access/scope.ts'
import { requireAllWritten } from '#kernel/data/updateRows.ts'
import { nextVersion } from '#kernel/data/updateVersioned.ts'
import { notifyTicketsMoved } from '../../foundation/alerts/index.ts'
import { needsOf, reopenedAtIn } from './closing.ts'
import { endWorkOn } from '../workTime/index.ts'
import { readable, selectTickets, statesOf, type Selected } from './rows.ts'
import { assign } from './tickets.ts'

interface Thing {
  equipmentId: Id<'equipment'> | null
  locationId: Id<'location'> | null
}

/**
 * Open tickets of the equipment or location, oldest first. `types`: null for every type. Tickets
 * of rooms below the location are not included.
 */
export function openTicketsFor(
  scope: Scope,
  { equipmentId, locationId }: Thing,
  types: readonly Id<'ticketType'>[] | null,
): Promise<Selected[]> {
  const on =
    equipmentId !== null
      ? eq(tables.ticket.equipmentId, equipmentId)
      : locationId !== null
        ? eq(tables.ticket.locationId, locationId)
        : sql`false`
  return selectTickets(
    scope,
    ofCompany(
      tables.ticket,
      scope.actor.companyId,
      on,
      ne(tables.ticketState.category, 'closed'),
      types === null ? undefined : inArray(tables.ticket.typeId, [...types]),
    ),
  ).orderBy(tables.ticket.id)
}

export async function assignTicketByRule(
  scope: Scope,
  { ticket: { id, version, assigneeId } }: Selected,
  to: Id<'user'> | null,
): Promise<boolean> {
  if (assigneeId === to) return false
  await assign(scope, id, { assigneeId: to, version })
  markChanged(scope, id)
  return true
}

export async function moveByRule(
  scope: Scope,
  rows: readonly Selected[],
  stateId: Id<'ticketState'>,
): Promise<RuleMoves> {
  const states = await statesOf(scope, typesOf(rows))
  const next = states.find(({ id }) => id === stateId)
  if (!next) throw refuseNotFound('state of this ticket type', 'body.stateId')
  const moving = rows.filter(({ ticket: row }) => row.stateId !== stateId)
  const free = moving.filter((row) => mayGo(row, next))
  const ready = await readyFor(scope, free, () => next)
  await moveAll(scope, ready, next)
  return {
    moved: ready.map(({ ticket: { id } }) => id),
    heldBack: moving.length - free.length,
    notReady: free.length - ready.length,
  }
}

/** Moves each to the first closed state that its transitions allow. Others stay. */
export async function closeByRule(scope: Scope, rows: readonly Selected[]): Promise<RuleMoves> {
  const ends = (await statesOf(scope, typesOf(rows))).filter(
    ({ category }) => category === 'closed',
  )
  const endOf = (row: Selected) =>
    ends.find((end) => end.ticketTypeId === row.ticket.typeId && mayGo(row, end))
  const free = rows.filter((row) => endOf(row) !== undefined)
  const ready = await readyFor(scope, free, endOf)
  const closing = groupBy(
    ready.flatMap((row) => {
      const end = endOf(row)
      return end === undefined ? [] : [{ row, end }]
    }),
    ({ end }): number => end.id,
  )
  for (const together of closing.values())
    if (together[0])
      await moveAll(
        scope,
        together.map(({ row }) => row),
        together[0].end,
      )
  return {
    moved: ready.map(({ ticket: { id } }) => id),
    heldBack: rows.length - free.length,
    notReady: free.length - ready.length,
  }
}

/** Without tickets whose closing needs an answer or a procedure: a rule gives neither. */
async function readyFor(
  scope: Scope,
  rows: readonly Selected[],
  nextOf: (row: Selected) => State | undefined,
): Promise<Selected[]> {
  const closing = rows.filter((row) =>
    isClosing(row.state.category, nextOf(row)?.category ?? row.state.category),
  )
  const needs = await needsOf(scope, closing)
  return rows.filter((row) => !closing.includes(row) || needs(row).length === 0)
}

/** `heldBack`: their transitions do not allow it. `notReady`: closing needs more. */
export interface RuleMoves {
  moved: Id<'ticket'>[]
  heldBack: number
  notReady: number
}

type State = Awaited<ReturnType<typeof statesOf>>[number]

const typesOf = (rows: readonly Selected[]) => [...new Set(rows.map((row) => row.ticket.typeId))]

const mayGo = ({ state }: Selected, next: State): boolean =>
  state.nextStateIds === null || state.nextStateIds.includes(next.id)

const AT_ONCE = 500

/** A few statements for any number. Writes nothing if one ticket was changed since. */
async function moveAll(scope: Scope, rows: readonly Selected[], next: State): Promise<void> {
  const { db, actor, clock } = scope
  const now = clock.now()
  for (let from = 0; from < rows.length; from += AT_ONCE) {
    const some = rows.slice(from, from + AT_ONCE)
    const known = some.map(({ ticket: { id, version } }) => ({ id, version }))
    const moved = await db
      .update(tables.ticket)
      .set({
        stateId: next.id,
        closedAt:
          next.category === 'closed'
            ? sql`coalesce(${tables.ticket.closedAt}, ${now.toISOString()}::timestamptz)`
            : null,
        ...(next.category === 'closed' ? {} : { reopenedAt: reopenedAtIn(now) }),
        ...nextVersion(tables.ticket, now),
      })
      .where(
        ofCompany(
          tables.ticket,
          actor.companyId,
          sql`(${tables.ticket.id}, ${tables.ticket.version}) in (
            select * from jsonb_to_recordset(${JSON.stringify(known)}::jsonb) as known(id int, version int))`,
        ),
      )
      .returning({ id: tables.ticket.id })
    requireAllWritten(known, moved)
  }
  if (next.category === 'waiting' || next.category === 'closed')
    await endWorkOn(
      scope,
      rows.map(({ ticket: { id } }) => id),
      { isClosing: next.category === 'closed' },
    )
  await recordStateChange(scope, rows, next)
}

async function recordStateChange(
  scope: Scope,
  rows: readonly Selected[],
  next: State,
): Promise<void> {
  await scope.journal(
    ...rows.map((row) => ({
      entity: 'ticket' as const,
      id: row.ticket.id,
      name: row.ticket.title,
      before: readable(row),
      after: readable({ ...row, state: next }),
    })),
  )
  await notifyTicketsMoved(
    scope,
    rows.map((row) => row.ticket),
    next.name,
  )
  for (const { ticket: row } of rows) {
    markChanged(scope, row.id)
    if (row.equipmentId !== null) scope.changed({ type: 'Equipment', id: row.equipmentId })
  }
}

/** Says in tickets that what they were opened for is over. */
export async function noteOver(scope: Scope, rows: readonly Selected[], at: Date): Promise<void> {
  if (rows.length === 0) return
  await scope.journal(
    ...rows.map(({ ticket: { id, title } }) => ({
      entity: 'ticket' as const,
      id,
      name: title,
      before: { causeOver: null },
      after: { causeOver: at.toISOString() },
    })),
  )
  for (const { ticket } of rows) markChanged(scope, ticket.id)
}

function markChanged(scope: Scope, id: Id<'ticket'>): void {
  scope.changed('Ticket', { type: 'Ticket', id }, 'Journal', 'Equipment')
}
