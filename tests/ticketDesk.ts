import { eq } from 'drizzle-orm'
import { expect } from 'vitest'
import { contract } from '#contract/index.ts'
import type { Id } from '#contract/ids.ts'
import type { TicketDetail, TicketStateDraft } from '#contract/tickets.ts'
import * as tables from '#db/schema/index.ts'
import { ofCompany } from '#kernel/data/ofCompany.ts'
import { asSystem } from '#kernel/data/transaction.ts'
import { openTestApp } from './testApp.ts'

const { tickets } = contract

export const stateDraft = (
  name: string,
  category: TicketStateDraft['category'],
  next: number[] | null,
): TicketStateDraft => ({ id: null, name, category, colour: 'blue', next })

/** A waiting state comes first, but a ticket begins in an open one. */
export const stateDrafts = [
  stateDraft('Ordered', 'waiting', null),
  stateDraft('New', 'open', [2]),
  stateDraft('In work', 'inProgress', null),
  stateDraft('Done', 'closed', [1]),
]

export type TicketDesk = Awaited<ReturnType<typeof openTicketDesk>>

export async function openTicketDesk() {
  const testApp = await openTestApp()
  const as = {
    admin: await testApp.signIn('administrator'),
    staff: await testApp.signIn('staff'),
    stranger: await testApp.signIn('administrator', 'there'),
  }
  const { id: typeId } = (
    await testApp.call(as.admin, tickets.createTicketType, {
      body: { name: 'Repair', colour: 'red', states: stateDrafts },
    })
  ).body
  const asked = (facts: object = {}) => ({ title: 'It leaks', ticketTypeId: typeId, ...facts })
  return {
    testApp,
    as,
    typeId,
    asked,
    async open(facts: object = {}, by = as.admin): Promise<TicketDetail> {
      const answer = await testApp.call(by, tickets.openTicket, { body: asked(facts) })
      expect(answer.status).toBe(200)
      return answer.body
    },
    read: async (id: Id<'ticket'>, by = as.admin) =>
      (await testApp.call(by, tickets.getTicket, { params: { id } })).body,
    move: (ticket: TicketDetail, to: Id<'ticketState'>, by = as.admin, version = ticket.version) =>
      testApp.call(by, tickets.changeTicketState, {
        params: { id: ticket.id },
        body: { stateId: to, version },
      }),
    assign: (ticket: TicketDetail, assigneeId: Id<'user'> | null, by = as.admin) =>
      testApp.call(by, tickets.assignTicket, {
        params: { id: ticket.id },
        body: { assigneeId, version: ticket.version },
      }),
    timeline: async (id: Id<'ticket'>, page: object = {}, by = as.admin) =>
      (
        await testApp.call(by, tickets.listTicketTimeline, {
          params: { id },
          body: { limit: 50, offset: 0, ...page },
        })
      ).body,
    listed: async (by: string, question: object = {}) =>
      (
        await testApp.call(by, tickets.listTickets, {
          body: { limit: 100, offset: 0, ...question },
        })
      ).body.rows,
    setUser: (role: 'technician' | 'staff', change: Partial<typeof tables.user.$inferInsert>) =>
      asSystem(testApp.pool, (db) =>
        db
          .update(tables.user)
          .set(change)
          .where(
            ofCompany(tables.user, testApp.here.id, eq(tables.user.id, testApp.here.users[role])),
          ),
      ),
    async pass(hours: number) {
      testApp.clock.advance(hours * 3_600_000)
      as.admin = await testApp.signIn('administrator')
    },
  }
}

export const stateNamed = (ticket: TicketDetail, name: string) =>
  ticket.nextStates.find((one) => one.name === name)?.id ?? (0 as Id<'ticketState'>)
