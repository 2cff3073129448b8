import { and, eq, gte, inArray, isNotNull, lte, ne, or, sql, type SQL } from 'drizzle-orm'
import { MAX_EVENT_HOURS } from '#contract/automation/events.ts'
import type { Id } from '#contract/ids.ts'
import * as tables from '#db/schema/index.ts'
import { ofCompany } from '#kernel/data/ofCompany.ts'
import { joinOn } from '#kernel/data/joinOn.ts'
import { isAnyId } from '#kernel/data/listQueries.ts'
import type { Scope } from '#kernel/access/scope.ts'
import { ownersOf } from '../../../foundation/orgEntities/index.ts'
import { placeFacts } from '../facts.ts'
import {
  MAX_SPANS,
  ofList,
  type FoundSpan,
  type ServerEvent,
  type Subject,
  type Window,
} from './kind.ts'
import { movesOf, staysIn, touchedSince } from '../../../foundation/journal/index.ts'

const HOUR = 3_600_000
/** A ticket written without a network may arrive so much later. */
const ARRIVES_WITHIN = 7 * 24 * HOUR

const ofTypes = (ids: readonly Id<'ticketType'>[]): SQL | undefined =>
  ids.length === 0 ? undefined : inArray(tables.ticket.typeId, [...ids])

const isKnown = ({ known = [] }: Window): SQL =>
  known.length === 0 ? sql`false` : isAnyId(tables.ticket.id, known)

function select({ db, from }: Scope, { only }: Window, ...where: (SQL | undefined)[]) {
  return db
    .select({ ticket: tables.ticket, category: tables.ticketState.category })
    .from(tables.ticket)
    .innerJoin(tables.ticketState, joinOn(tables.ticketState, tables.ticket.stateId))
    .where(from.tickets(...where, only === undefined ? undefined : isAnyId(tables.ticket.id, only)))
    .orderBy(tables.ticket.id)
    .limit(MAX_SPANS)
}

type Found = Awaited<ReturnType<typeof select>>[number]

const begun = ({ ticket }: Found) => ({
  subjectId: ticket.id,
  from: ticket.openedAt.getTime(),
  causeRunId: ticket.automationRunId,
  of: ticket.typeId,
})

async function ticketSubjects(scope: Scope, ids: readonly number[]): Promise<Map<number, Subject>> {
  const { db, actor } = scope
  const rows = await db
    .select({ ticket: tables.ticket, equipment: tables.equipment, location: tables.location })
    .from(tables.ticket)
    .leftJoin(tables.equipment, joinOn(tables.equipment, tables.ticket.equipmentId))
    .leftJoin(
      tables.location,
      and(
        eq(tables.location.companyId, tables.ticket.companyId),
        sql`${tables.location.id} = coalesce(${tables.ticket.locationId}, ${tables.equipment.locationId})`,
      ),
    )
    .where(ofCompany(tables.ticket, actor.companyId, isAnyId(tables.ticket.id, ids)))
  const owners = await ownersOf({ db, actor })
  return new Map(
    rows.map(({ ticket, equipment, location }): [number, Subject] => [
      ticket.id,
      {
        subject: { kind: 'ticket', id: ticket.id, name: ticket.title },
        equipmentId: ticket.equipmentId,
        locationId: ticket.locationId,
        procedureName: ticket.title,
        procedureId: null,
        equipment,
        location,
        thingName: equipment?.name ?? location?.name ?? null,
        ticketId: ticket.id,
        facts: {
          procedureIds: [],
          procedureTypeIds: [],
          ...placeFacts(equipment, location, owners),
        },
      },
    ]),
  )
}

const shared = {
  tags: ['Ticket'],
  subjects: ticketSubjects,
  touched: (scope: Scope, since: Date) => touchedSince(scope, 'ticket', since),
} as const

export const ticketOpened: ServerEvent<'ticketOpened'> = {
  ...shared,
  shared: {
    widest: () => ({ kind: 'ticketOpened', ticketTypeIds: [] }),
    narrow: ({ ticketTypeIds }, spans) => ofList(ticketTypeIds, spans),
  },
  async spans(scope, { ticketTypeIds }, window) {
    const { from, known } = window
    const arrived = known === undefined ? undefined : gte(tables.ticket.createdAt, from)
    const earliest = new Date(from.getTime() - (known === undefined ? 0 : ARRIVES_WITHIN))
    const rows = await select(
      scope,
      window,
      ofTypes(ticketTypeIds),
      arrived,
      gte(tables.ticket.openedAt, earliest),
    )
    return rows.map((row): FoundSpan => {
      const one = begun(row)
      return { ...one, dueAt: one.from, to: null, isPoint: true }
    })
  },
}

export const ticketOverdue: ServerEvent<'ticketOverdue'> = {
  ...shared,
  shared: {
    widest: () => ({ kind: 'ticketOverdue', ticketTypeIds: [], whenOver: 'nothing' }),
    narrow: ({ ticketTypeIds }, spans) => ofList(ticketTypeIds, spans),
  },
  async spans(scope, { ticketTypeIds }, window) {
    const { dueBy } = tables.ticket
    const rows = await select(
      scope,
      window,
      ofTypes(ticketTypeIds),
      isNotNull(dueBy),
      or(
        ne(tables.ticketState.category, 'closed'),
        and(gte(dueBy, window.from), lte(dueBy, window.now)),
        isKnown(window),
      ),
    )
    return rows.flatMap((row): FoundSpan[] => {
      const { dueBy: due, closedAt } = row.ticket
      return due === null
        ? []
        : [{ ...begun(row), dueAt: due.getTime(), to: closedAt?.getTime() ?? null }]
    })
  },
}

export const ticketNotTakenUp: ServerEvent<'ticketNotTakenUp'> = {
  ...shared,
  shared: {
    widest: () => ({ kind: 'ticketNotTakenUp', ticketTypeIds: [], whenOver: 'nothing' }),
    narrow: ({ ticketTypeIds }, spans) => ofList(ticketTypeIds, spans),
  },
  async spans(scope, { ticketTypeIds }, window) {
    const { respondBy } = tables.ticket
    const rows = await select(
      scope,
      window,
      ofTypes(ticketTypeIds),
      isNotNull(respondBy),
      or(
        eq(tables.ticketState.category, 'open'),
        and(gte(respondBy, window.from), lte(respondBy, window.now)),
        isKnown(window),
      ),
    )
    const moves = await movesOf(
      scope,
      'ticket',
      'state',
      rows.flatMap(({ ticket, category }) => (category === 'open' ? [] : [ticket.id])),
    )
    const isOpen = await openStates(scope, rows)
    return rows.flatMap((row): FoundSpan[] => {
      const { ticket, category } = row
      if (ticket.respondBy === null) return []
      const left = (moves.get(ticket.id) ?? []).find(({ after }) => !isOpen(ticket.typeId, after))
      const to =
        category === 'open' ? null : (left?.at ?? ticket.closedAt?.getTime() ?? begun(row).from)
      return [{ ...begun(row), dueAt: ticket.respondBy.getTime(), to }]
    })
  },
}

async function openStates({ db, actor }: Scope, rows: readonly Found[]) {
  const typeIds = [...new Set(rows.map(({ ticket }) => ticket.typeId))]
  const states =
    typeIds.length === 0
      ? []
      : await db
          .select({ typeId: tables.ticketState.ticketTypeId, name: tables.ticketState.name })
          .from(tables.ticketState)
          .where(
            ofCompany(
              tables.ticketState,
              actor.companyId,
              inArray(tables.ticketState.ticketTypeId, typeIds),
              eq(tables.ticketState.category, 'open'),
            ),
          )
  const open = new Set(states.map(({ typeId, name }) => `${typeId}:${name}`))
  return (typeId: number, name: string | null) => open.has(`${typeId}:${name}`)
}

export const ticketInState: ServerEvent<'ticketInState'> = {
  ...shared,
  shared: {
    widest: (event) => ({ ...event, hours: MAX_EVENT_HOURS }),
    narrow: ({ hours }, spans) =>
      spans.map((span) => ({ ...span, dueAt: span.from + hours * HOUR })),
  },
  async spans(scope, { ticketTypeId, stateId, hours }, window) {
    const { db, actor } = scope
    const wait = hours * HOUR
    const [state] = await db
      .select({ name: tables.ticketState.name })
      .from(tables.ticketState)
      .where(ofCompany(tables.ticketState, actor.companyId, eq(tables.ticketState.id, stateId)))
    if (!state) return []
    // Each move writes the ticket, so an older row cannot become due any more.
    const touched = new Date((window.since ?? window.from).getTime() - wait)
    const rows = await select(
      scope,
      window,
      eq(tables.ticket.typeId, ticketTypeId),
      gte(tables.ticket.updatedAt, touched),
      window.known === undefined
        ? undefined
        : or(eq(tables.ticket.stateId, stateId), isKnown(window)),
    )
    const moves = await movesOf(
      scope,
      'ticket',
      'state',
      rows.map(({ ticket }) => ticket.id),
    )
    return rows.flatMap((row) =>
      staysIn(new Set([state.name]), moves.get(row.ticket.id) ?? [], {
        begin: begun(row).from,
        isThere: row.ticket.stateId === stateId,
      }).map(({ from, to, runId }): FoundSpan => ({
        subjectId: row.ticket.id,
        from,
        to,
        dueAt: from + wait,
        causeRunId: runId ?? row.ticket.automationRunId,
      })),
    )
  },
}
