import { eq } from 'drizzle-orm'
import { contract } from '#contract/index.ts'
import type { Id } from '#contract/ids.ts'
import type { PermissionGroup } from '#contract/people/permissions.ts'
import type { TicketDetail } from '#contract/tickets.ts'
import * as tables from '#db/schema/index.ts'
import { ofCompany } from '#kernel/data/ofCompany.ts'
import { asSystem } from '#kernel/data/transaction.ts'
import { openTicketDesk, stateNamed } from './ticketDesk.ts'

const { ticketWorkCalls: calls, companies, tickets } = contract

/** A company that records working time and costs in euros. */
export async function openWorkDesk() {
  const desk = await openTicketDesk()
  const { testApp, as } = desk
  async function turn(change: { recordsWork?: boolean; currency?: string | null }) {
    const { version } = await testApp.ok(as.admin, companies.getCompany, {})
    return testApp.call(as.admin, companies.updateCompany, { body: { ...change, version } })
  }
  await turn({ recordsWork: true, currency: 'EUR' })
  return {
    ...desk,
    turn,
    work: (id: Id<'ticket'>, by = as.admin) =>
      testApp.ok(by, calls.getTicketWork, { params: { id } }),
    start: (id: Id<'ticket'>, by = as.admin, body: { at?: string; clientKey?: string } = {}) =>
      testApp.call(by, calls.startWork, { params: { id }, body }),
    pause: (id: Id<'ticket'>, by = as.admin, body: { at?: string } = {}) =>
      testApp.call(by, calls.pauseWork, { params: { id }, body }),
    /** Moves the ticket by the name of a state, and takes it if a user is given. */
    go: (
      ticket: TicketDetail,
      state: string,
      by = as.admin,
      more: { assigneeId?: Id<'user'>; doneAt?: string; clientKey?: string } = {},
    ) =>
      testApp.call(by, tickets.changeTicketState, {
        params: { id: ticket.id },
        body: { stateId: stateNamed(ticket, state), version: ticket.version, ...more },
      }),
    minute: (minutes: number) =>
      new Date(testApp.clock.now().getTime() + minutes * 60_000).toISOString(),
    /** Gives the role `technician` these rights, for the next sign-in. */
    async grant(...groups: PermissionGroup[]) {
      await asSystem(testApp.pool, (db) =>
        db
          .update(tables.role)
          .set({ permissions: ['performer|procedures', 'editor|tickets', ...groups] })
          .where(ofCompany(tables.role, testApp.here.id, eq(tables.role.key, 'technician'))),
      )
      return testApp.signIn('technician')
    },
  }
}
export type WorkDesk = Awaited<ReturnType<typeof openWorkDesk>>
