import { asc, eq, sql } from 'drizzle-orm'
import { referenceListCalls } from '#contract/referenceLists/referenceLists.ts'
import type { ticketLinks as linksContract } from '#contract/ticketLinks.ts'
import { tickets as contract } from '#contract/tickets.ts'
import { groupBy } from '#contract/rules/groupBy.ts'
import * as tables from '#db/schema/index.ts'
import { byName } from '#kernel/data/nameOrder.ts'
import { ofCompany } from '#kernel/data/ofCompany.ts'
import { count, qualified } from '#kernel/data/listQueries.ts'
import type { Handlers } from '#kernel/http/mount.ts'
import { ownValuesOf } from '../../foundation/metadata/index.ts'
import { codesByType } from './failureCodes.ts'
import { ticketsOrder, ticketsWhere } from './listWhere.ts'
import { link, listLinks, unlink } from './links.ts'
import { mergeInto, undoMerge } from './merge.ts'
import { detailOf, rowOf, selectTickets, stateOf } from './rows.ts'
import { settleOpenTickets } from './settleOpenTickets.ts'
import { ticketTypeHandlers } from './ticketTypes.ts'
import { listTimeline } from './timeline.ts'
import { assign, changeState, comment, editTicket, selectTicket, open } from './tickets.ts'

const usedBy = qualified(
  sql<number>`(select count(*)::int from ${tables.ticket}
    where ${tables.ticket.companyId} = ${tables.ticketType.companyId} and ${tables.ticket.typeId} = ${tables.ticketType.id})`,
)

export const ticketLinkHandlers: Handlers<typeof linksContract> = {
  getTicketLinks: (scope, { params }) => listLinks(scope, params.id),
  linkTicket: (scope, { params, body }) => link(scope, params.id, body.otherId, body.kind),
  unlinkTicket: (scope, { params }) => unlink(scope, params.id, params.linkId),
  async mergeTickets(scope, { params, body }) {
    await mergeInto(scope, params.id, body.ticketIds)
    return listLinks(scope, params.id)
  },
  settleOpenTickets: (scope, { params, body }) => settleOpenTickets(scope, params.id, body),
  async undoMerge(scope, { params }) {
    await undoMerge(scope, params.id)
    return listLinks(scope, params.id)
  },
}

export const ticketHandlers: Handlers<typeof contract> = {
  async listTickets(scope, { body }) {
    const { db, clock } = scope
    const where = ticketsWhere(scope, body)
    const [total] = await db.select({ count }).from(tables.ticket).where(where)
    const rows = await selectTickets(scope, where)
      .orderBy(...ticketsOrder(scope, body.sort))
      .limit(body.limit)
      .offset(body.offset)
    return {
      count: total?.count ?? 0,
      rows: rows.map((row) => ({
        ...rowOf(row, clock.now()),
        ...ownValuesOf(row.ticket.metadata, body.ownColumns),
      })),
    }
  },
  getTicket: async (scope, { params }) => detailOf(scope, await selectTicket(scope, params.id)),
  openTicket: async (scope, { body }) =>
    detailOf(scope, await selectTicket(scope, await open(scope, body))),
  changeTicketState: (scope, { params, body }) => changeState(scope, params.id, body),
  assignTicket: (scope, { params, body }) => assign(scope, params.id, body),
  editTicket: (scope, { params, body }) => editTicket(scope, params.id, body),
  listTicketTimeline: (scope, { params, body }) => listTimeline(scope, params.id, body),
  commentTicket: (scope, { params, body }) => comment(scope, params.id, body),
  async getTicketTypes({ db, actor }) {
    const types = await db
      .select({ type: tables.ticketType, usedBy })
      .from(tables.ticketType)
      .where(ofCompany(tables.ticketType, actor.companyId))
      .orderBy(byName({ actor }, tables.ticketType.name))
    const states = groupBy(
      await db
        .select()
        .from(tables.ticketState)
        .where(ofCompany(tables.ticketState, actor.companyId))
        .orderBy(asc(tables.ticketState.position)),
      (state) => state.ticketTypeId,
    )
    const codes = await codesByType(
      { db, actor },
      types.map(({ type }) => type.id),
    )
    const rows = types.map(({ type, usedBy: uses }) => ({
      id: type.id,
      name: type.name,
      colour: type.colour,
      defaultPriority: type.defaultPriority,
      usedBy: uses,
      version: type.version,
      states: (states.get(type.id) ?? []).map(stateOf),
      problemAsk: type.problemAsk,
      causeAsk: type.causeAsk,
      remedyAsk: type.remedyAsk,
      failureCodes: codes.get(type.id) ?? [],
      hasClosingProcedure: type.closingProcedureId !== null,
    }))
    return { count: rows.length, rows }
  },
  async listTicketStates({ db, actor }, { body }) {
    const rows = await db
      .select()
      .from(tables.ticketState)
      .where(
        ofCompany(
          tables.ticketState,
          actor.companyId,
          body.ticketTypeId ? eq(tables.ticketState.ticketTypeId, body.ticketTypeId) : undefined,
        ),
      )
      .orderBy(asc(tables.ticketState.ticketTypeId), asc(tables.ticketState.position))
    return {
      count: rows.length,
      rows: rows.map((row) => ({ ...stateOf(row), ticketTypeId: row.ticketTypeId })),
    }
  },
  ...referenceListCalls('TicketType', 'TicketTypes', ticketTypeHandlers),
}
