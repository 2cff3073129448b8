import type pg from 'pg'
import { contract } from '#contract/index.ts'
import type { Id } from '#contract/ids.ts'
import { openPool } from '#db/pool.ts'
import * as tables from '#db/schema/index.ts'
import { asSystem } from '#kernel/data/transaction.ts'
import { fireSteps } from '../server/modules/work/duties/index.ts'
import { openRuleApp, type RuleApp } from './ruleApp.ts'

const { alerts, duties, tickets } = contract
const EVERY_DAY = [0, 1, 2, 3, 4, 5, 6]
const MINUTE = 60_000

/** A company with a ticket type that duties are called for, and a second server's pool. */
export async function openDutyDesk() {
  const app: RuleApp = await openRuleApp()
  const { technician, manager } = app.testApp.here.users
  const elsewhere: pg.Pool = openPool(app.testApp.database.pool)
  const { id: ticketTypeId } = await app.testApp.ok(app.admin, tickets.createTicketType, {
    body: {
      name: 'Called',
      colour: 'red',
      states: [
        { id: null, name: 'New', category: 'open', colour: 'blue', next: null },
        { id: null, name: 'In work', category: 'inProgress', colour: 'orange', next: null },
        { id: null, name: 'Done', category: 'closed', colour: 'green', next: null },
      ],
    },
  })
  const fire = () => fireSteps(app.testApp.app.kernel)
  let number = 0
  const steps = [
    { minutes: 0, target: { to: 'onDuty' as const } },
    { minutes: 15, target: { to: 'user' as const, userId: Number(manager) } },
    { minutes: 15, target: { to: 'managers' as const } },
  ]
  const dutyWith = (change: object = {}) =>
    app.testApp.ok(app.admin, duties.createDuty, {
      body: {
        name: `Calls ${(number += 1)}`,
        locationId: null,
        orgEntityId: null,
        weeks: 1,
        firstDay: '2026-11-16',
        isRoundTheClock: false,
        shifts: [
          { week: 1, days: EVERY_DAY, from: '00:00', to: '24:00', userId: Number(technician) },
        ],
        steps,
        ...change,
      },
    })
  const timelineOf = async (id: Id<'ticket'>) =>
    (
      await app.testApp.ok(app.admin, tickets.listTicketTimeline, {
        params: { id },
        body: { limit: 50, offset: 0 },
      })
    ).rows
  const desk = {
    app,
    technician,
    manager,
    /** Token of the manager, which `pass` renews. */
    managers: '',
    ticketTypeId,
    elsewhere,
    fire,
    /** Sessions end while the clock advances. */
    async pass(minutes: number): Promise<void> {
      app.testApp.clock.advance(minutes * MINUTE)
      await fire()
      if (minutes === 0) return
      app.admin = await app.testApp.signIn('administrator')
      app.technician = await app.testApp.signIn('technician')
      desk.managers = await app.testApp.signIn('manager')
    },
    dutyWith,
    forTickets: (change: object = {}) => dutyWith({ ticketTypeIds: [ticketTypeId], ...change }),
    async opened(title: string) {
      const { id } = await app.testApp.ok(app.admin, tickets.openTicket, {
        body: { title, ticketTypeId },
      })
      await app.testApp.app.outbox.drain()
      return id
    },
    callsOf: async (id: Id<'ticket'>) =>
      (await timelineOf(id)).filter((row) => row.kind === 'call').toReversed(),
    endsOf: async (id: Id<'ticket'>) =>
      (await timelineOf(id)).filter((row) => row.kind === 'callEnd'),
    bell: async (token: string) =>
      (await app.testApp.ok(token, alerts.listAlerts, { body: { limit: 50 } })).rows,
    async onlyDuty(id: Id<'duty'>, work: () => Promise<void>) {
      try {
        await work()
      } finally {
        app.admin = await app.testApp.signIn('administrator')
        await app.testApp.ok(app.admin, duties.deleteDuty, { params: { id } })
      }
    },
    messages: () =>
      asSystem(app.testApp.pool, (db) =>
        db
          .select({
            channel: tables.message.channel,
            text: tables.message.text,
            path: tables.message.path,
          })
          .from(tables.message)
          .orderBy(tables.message.id),
      ),
    async close() {
      await elsewhere.end()
      await app.testApp.close()
    },
  }
  return desk
}
export type DutyDesk = Awaited<ReturnType<typeof openDutyDesk>>
