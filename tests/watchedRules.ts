import { expect } from 'vitest'
import type { WatchedEvent } from '#contract/automation/events.ts'
import { contract } from '#contract/index.ts'
import type { Id } from '#contract/ids.ts'
import { makeLook } from '../server/modules/work/automations/index.ts'
import type { TestApp } from './testApp.ts'
import { stateDraft } from './ticketDesk.ts'

const { automations, tickets } = contract

export type WatchedRules = Awaited<ReturnType<typeof watchedRules>>

/** Rules that open a ticket of their own name, on one server. */
export async function watchedRules(testApp: TestApp, admin: () => string) {
  const look = makeLook(testApp.app.kernel)
  const type = await testApp.call(admin(), tickets.createTicketType, {
    body: {
      name: 'Warm',
      colour: 'blue',
      states: [stateDraft('New', 'open', null), stateDraft('Done', 'closed', null)],
    },
  })
  const call = { procedureId: null, filters: [], actions: [] }
  const send = (event: WatchedEvent, name: string) =>
    testApp.call(admin(), automations.createAutomation, {
      body: {
        name,
        event,
        filters: [],
        actions: [{ kind: 'openTicket', ticketTypeId: type.body.id, title: name, assign: null }],
        isActive: true,
        validFrom: null,
        validTo: null,
      },
    })
  return {
    look,
    send,
    settle: async () => {
      for (let times = 0; times < 4; times += 1) {
        await look()
        await testApp.app.outbox.drain()
      }
    },
    save: async (event: WatchedEvent, name: string) => {
      const saved = await send(event, name)
      expect(saved.status, JSON.stringify(saved.body)).toBe(200)
      return saved.body
    },
    drop: (id: Id<'automation'>) =>
      testApp.call(admin(), automations.deleteAutomation, { params: { id } }),
    waiting: async (id: Id<'automation'>) =>
      (await testApp.call(admin(), automations.getAutomation, { params: { id } })).body.waiting,
    runsOf: async (automationId: Id<'automation'>, by = admin()) =>
      (await testApp.call(by, automations.listAutomationRuns, { body: { automationId } })).body
        .rows,
    backTest: async (event: WatchedEvent, by = admin()) =>
      (await testApp.call(by, automations.backTestAutomation, { body: { ...call, event } })).body,
    /** Titles of the tickets of a rule that gives them none. */
    titlesOf: async (event: WatchedEvent) => {
      const ticket = { ticketTypeId: type.body.id, title: null, assign: null }
      const actions = [{ kind: 'openTicket' as const, ...ticket }]
      const { body } = await testApp.call(admin(), automations.backTestAutomation, {
        body: { ...call, event, actions },
      })
      return body.effects[0]?.to.map(({ name }) => name)
    },
    categoryOf: async (id: Id<'ticket'> | undefined) =>
      (
        await testApp.call(admin(), tickets.getTicket, {
          params: { id: id ?? (0 as Id<'ticket'>) },
        })
      ).body.state.category,
  }
}
