import { and, asc, desc, eq, inArray, isNull, sql } from 'drizzle-orm'
import { referenceListCalls } from '#contract/referenceLists/referenceLists.ts'
import { tickets as contract } from '#contract/tickets.ts'
import { groupBy } from '#contract/rules/groupBy.ts'
import { ticket, ticketState, ticketType } from '#db/schema/index.ts'
import { count, orderOf, placeFilter, qualified, searchIn } from '#kernel/data/listQueries.ts'
import type { Handlers } from '#kernel/http/mount.ts'
import { ticketPlace } from './place.ts'
import { isOverdue } from './due.ts'
import { detailOf, rowOf, selectTickets, sortColumns, stateOf } from './rows.ts'
import { ticketTypeHandlers } from './ticketTypes.ts'
import { listTimeline } from './timeline.ts'
import { assign, changeState, comment, edit, one, open } from './tickets.ts'

const usedBy = qualified(
  sql<number>`(select count(*)::int from ${ticket}
    where ${ticket.companyId} = ${ticketType.companyId} and ${ticket.typeId} = ${ticketType.id})`,
)

export const ticketHandlers: Handlers<typeof contract> = {
  async listTickets(scope, { body }) {
    const { db, from, actor, clock } = scope
    const inCategory =
      body.categories && body.categories.length > 0
        ? sql`${ticket.stateId} in (select ${ticketState.id} from ${ticketState}
          where ${ticketState.companyId} = ${actor.companyId}
          and ${inArray(ticketState.category, body.categories)})`
        : undefined
    const where = from.tickets(
      searchIn(sql`lower(${ticket.title})`, body.search),
      placeFilter(body.filter, {
        equipmentId: ticket.equipmentId,
        locationId: ticketPlace,
        orgEntityId: ticket.orgEntityId,
      }),
      inCategory,
      body.ticketTypeIds?.length ? inArray(ticket.typeId, body.ticketTypeIds) : undefined,
      body.stateIds?.length ? inArray(ticket.stateId, body.stateIds) : undefined,
      body.assigneeIds?.length ? inArray(ticket.assigneeId, body.assigneeIds) : undefined,
      body.assigned === 'nobody' ? isNull(ticket.assigneeId) : undefined,
      body.assigned === 'me' && actor.userId !== null
        ? eq(ticket.assigneeId, actor.userId)
        : undefined,
      body.procedureLogId ? eq(ticket.procedureLogId, body.procedureLogId) : undefined,
      body.priorities?.length ? inArray(ticket.priority, body.priorities) : undefined,
      body.isOverdue ? isOverdue(clock.now()) : undefined,
    )
    const [total] = await db.select({ count }).from(ticket).where(where)
    const rows = await selectTickets(scope, where)
      .orderBy(
        ...orderOf(body.sort, sortColumns, ticket.id, [desc(ticket.openedAt), desc(ticket.id)]),
      )
      .limit(body.limit)
      .offset(body.offset)
    return { count: total?.count ?? 0, rows: rows.map((row) => rowOf(row, clock.now())) }
  },
  getTicket: async (scope, { params }) => detailOf(scope, await one(scope, params.id)),
  openTicket: async (scope, { body }) => detailOf(scope, await one(scope, await open(scope, body))),
  changeTicketState: (scope, { params, body }) => changeState(scope, params.id, body),
  assignTicket: (scope, { params, body }) => assign(scope, params.id, body),
  editTicket: (scope, { params, body }) => edit(scope, params.id, body),
  listTicketTimeline: (scope, { params, body }) => listTimeline(scope, params.id, body),
  commentTicket: (scope, { params, body }) => comment(scope, params.id, body),
  async getTicketTypes({ db, actor }) {
    const types = await db
      .select({ type: ticketType, usedBy })
      .from(ticketType)
      .where(eq(ticketType.companyId, actor.companyId))
      .orderBy(asc(ticketType.name))
    const states = groupBy(
      await db
        .select()
        .from(ticketState)
        .where(eq(ticketState.companyId, actor.companyId))
        .orderBy(asc(ticketState.position)),
      (state) => state.ticketTypeId,
    )
    const rows = types.map(({ type, usedBy: uses }) => ({
      id: type.id,
      name: type.name,
      colour: type.colour,
      defaultPriority: type.defaultPriority,
      usedBy: uses,
      version: type.version,
      states: (states.get(type.id) ?? []).map(stateOf),
    }))
    return { count: rows.length, rows }
  },
  async listTicketStates({ db, actor }, { body }) {
    const rows = await db
      .select()
      .from(ticketState)
      .where(
        and(
          eq(ticketState.companyId, actor.companyId),
          body.ticketTypeId ? eq(ticketState.ticketTypeId, body.ticketTypeId) : undefined,
        ),
      )
      .orderBy(asc(ticketState.ticketTypeId), asc(ticketState.position))
    return {
      count: rows.length,
      rows: rows.map((row) => ({ ...stateOf(row), ticketTypeId: row.ticketTypeId })),
    }
  },
  ...referenceListCalls('TicketType', 'TicketTypes', ticketTypeHandlers),
}
