import { afterAll, beforeAll, expect, it } from 'vitest'
import { contract } from '#contract/index.ts'
import type { Id } from '#contract/ids.ts'
import { openRuleApp, type RuleApp } from '#tests/ruleApp.ts'
import { makeLook } from '../automations/index.ts'

const { automations, labelReports, tickets } = contract
let app: RuleApp
beforeAll(async () => {
  app = await openRuleApp()
})
afterAll(() => app.testApp.close())

it('a rule that begins with an opened ticket answers a report by label', async () => {
  const { testApp, admin, own } = app
  const of = { equipmentId: own.equipment ?? 0 }
  const settings = await testApp.ok(admin, labelReports.getReportSettings, {})
  await testApp.ok(admin, labelReports.setReportSettings, { body: { ...settings, isOn: true } })
  await testApp.ok(admin, labelReports.setLabel, { body: { of, takesReports: true } })
  const [label] = await testApp.ok(admin, labelReports.makeLabelCodes, {
    body: { equipmentIds: [of.equipmentId] },
  })
  // Later than the fixtures' tickets, which the rule must not answer.
  testApp.clock.advance(1_000)
  const rule = await testApp.ok(admin, automations.createAutomation, {
    body: {
      name: 'Inspection after a report',
      event: { kind: 'ticketOpened', ticketTypeIds: [] },
      filters: [],
      actions: [
        {
          kind: 'openTicket',
          ticketTypeId: (own.ticketType ?? 0) as Id<'ticketType'>,
          title: 'Inspect it',
          assign: null,
        },
      ],
      isActive: true,
      validFrom: null,
      validTo: null,
    },
  })
  testApp.clock.advance(1_000)
  const sent = await testApp.raw(null, 'POST', `/api/public/label/${label?.code}`, {
    key: 'd'.repeat(32),
    problem: 'broken',
  })
  expect(sent.status).toBe(200)
  const look = makeLook(testApp.app.kernel)
  for (let times = 0; times < 3; times += 1) {
    await look()
    await testApp.app.outbox.drain()
  }
  const runs = await testApp.ok(admin, automations.listAutomationRuns, {
    body: { automationId: rule.id, limit: 10 },
  })
  expect(runs.rows.some(({ outcome }) => outcome === 'done')).toBe(true)
  const opened = await testApp.ok(admin, tickets.listTickets, {
    body: { search: 'Inspect it', limit: 5 },
  })
  expect(opened.rows).toMatchObject([{ equipment: { id: of.equipmentId }, isReported: false }])
})
