/** A company with web push on, a technician with tickets, and a push service. */
import { and, eq, sql } from 'drizzle-orm'
import { contract } from '#contract/index.ts'
import type { Id } from '#contract/ids.ts'
import * as tables from '#db/schema/index.ts'
import { ofCompany } from '#kernel/data/ofCompany.ts'
import { asSystem } from '#kernel/data/transaction.ts'
import { sendPushes } from '../server/modules/foundation/push/index.ts'
import { startPushService, type Browser } from './pushService.ts'
import { openTestApp } from './testApp.ts'

const { companies, push, tickets } = contract

export type PushDesk = Awaited<ReturnType<typeof openPushDesk>>

export async function openPushDesk() {
  const state = { admin: '', technician: '', publicKey: '' }
  const service = await startPushService({
    now: () => testApp.clock.now(),
    publicKey: () => state.publicKey,
  })
  const testApp = await openTestApp({ hooks: service.client })
  const technicianId = testApp.here.users.technician
  state.admin = await testApp.signIn('administrator')
  const { id: ticketTypeId } = await testApp.ok(state.admin, tickets.createTicketType, {
    body: {
      name: 'Repair',
      colour: 'red',
      states: [
        { id: null, name: 'New', category: 'open', colour: 'blue', next: null },
        { id: null, name: 'Done', category: 'closed', colour: 'green', next: null },
      ],
    },
  })
  async function turn(change: { hasPush?: boolean; pushShowsText?: boolean }) {
    const { version } = await testApp.ok(state.admin, companies.getCompany, {})
    return testApp.ok(state.admin, companies.updateCompany, { body: { version, ...change } })
  }
  async function signInAgain() {
    state.admin = await testApp.signIn('administrator')
    state.technician = await testApp.signIn('technician')
  }
  return Object.assign(state, {
    testApp,
    service,
    turn,
    signInAgain,
    /** Nothing waits, and no earlier message is within a minute. */
    async nextDay() {
      testApp.clock.advance(86_400_000)
      service.pushed.length = 0
      service.faults.length = 0
      service.answers.clear()
      await asSystem(testApp.pool, async (db) => {
        await db.delete(tables.pushDevice)
        await db.update(tables.alertRecipient).set({ pushDueAt: null })
        await db.delete(tables.attempt)
      })
      await signInAgain()
      await turn({ hasPush: true, pushShowsText: false })
      state.publicKey = (await testApp.ok(state.technician, push.getPush, {})).publicKey ?? ''
      await testApp.ok(state.technician, push.setPushWishes, {
        body: { groups: ['tickets', 'automations'], quietHours: null },
      })
    },
    add: (browser: Browser, token = state.technician) =>
      testApp.ok(token, push.addPushDevice, {
        body: { ...browser.subscription, name: browser.name },
      }),
    give: (title = 'It leaks', equipmentId: Id<'equipment'> | null = null) =>
      testApp.ok(state.admin, tickets.openTicket, {
        body: { title, ticketTypeId, assigneeId: technicianId, equipmentId },
      }),
    send: () => sendPushes(testApp.app.kernel),
    shown: () => service.pushed.map(({ payload }) => payload['title']),
    waitingFor: () =>
      asSystem(testApp.pool, (db) =>
        db
          .select({ due: tables.alertRecipient.pushDueAt })
          .from(tables.alertRecipient)
          .where(
            and(
              ofCompany(
                tables.alertRecipient,
                testApp.here.id,
                eq(tables.alertRecipient.userId, technicianId),
              ),
              sql`${tables.alertRecipient.pushDueAt} is not null`,
            ),
          ),
      ),
    async close() {
      await testApp.close()
      await service.close()
    },
  })
}
