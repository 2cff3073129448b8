import { afterAll, beforeAll, expect, it } from 'vitest'
import { contract } from '#contract/index.ts'
import type { Id } from '#contract/ids.ts'
import { openRuleApp, type RuleApp } from '#tests/ruleApp.ts'

const { automations, tickets } = contract
let app: RuleApp
let typeId: Id<'ticketType'>
beforeAll(async () => {
  app = await openRuleApp()
  typeId = (app.own.ticketType ?? 0) as Id<'ticketType'>
})
afterAll(() => app.testApp.close())

async function asksFor(change: {
  remedyAsk?: 'off' | 'required'
  closingProcedureId?: Id<'procedure'> | null
}) {
  const { rows } = await app.testApp.ok(app.admin, tickets.listTicketTypes, {
    body: { ids: [typeId], limit: 1 },
  })
  await app.testApp.ok(app.admin, tickets.updateTicketType, {
    params: { id: typeId },
    body: { ...change, version: rows[0]?.version ?? 0 },
  })
}

it('a rule leaves a ticket open whose closing needs an answer, says so, and does so once', async () => {
  await asksFor({ remedyAsk: 'required' })
  await app.rule([{ kind: 'closeTickets', ticketTypeIds: [typeId] }])
  const open = (await app.ticketsOf()).length
  expect(open).toBeGreaterThan(0)
  const run = await app.perform()
  expect(run?.effects).toMatchObject([
    { outcome: 'skipped', code: 'closingNeeds', details: { heldBack: 0, notReady: open } },
  ])
  expect(await app.ticketsOf()).toHaveLength(open)
  await app.testApp.app.outbox.drain()
  const runs = await app.testApp.ok(app.admin, automations.listAutomationRuns, {
    body: { procedureLogId: run?.procedureLogId ?? (0 as Id<'procedureLog'>) },
  })
  expect(runs.count).toBe(1)
})

it('a rule closes the tickets whose procedure is done, and leaves the others open', async () => {
  await asksFor({ remedyAsk: 'off', closingProcedureId: app.round.now.id })
  expect((await app.perform())?.effects).toMatchObject([{ code: 'closingNeeds' }])
  const [ticket] = await app.ticketsOf()
  const before = (await app.ticketsOf()).length
  expect((await app.perform({}, undefined, ticket?.id))?.effects).toMatchObject([
    { outcome: 'done', details: { count: 1, notReady: before - 1 } },
  ])
  expect(await app.ticketsOf()).toHaveLength(before - 1)
})
