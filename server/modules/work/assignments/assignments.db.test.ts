import { afterAll, beforeAll, expect, it } from 'vitest'
import { contract } from '#contract/index.ts'
import type { AutomationAction } from '#contract/automation/actions.ts'
import type { Fixtures } from '#tests/fixtures.ts'
import { openTestAppWithFixtures } from '#tests/fixturesTemplate.ts'
import type { TestApp } from '#tests/testApp.ts'
import type { AssistantQuestion } from '#ports/assistant.ts'
import { askAssistant } from './index.ts'

let testApp: TestApp
let own: Fixtures
let admin: string
const asked: AssistantQuestion[] = []
let says: () => number | null = () => null
const { assignments, referenceData, people, procedureLogs, procedures, tickets } = contract

beforeAll(async () => {
  ;({
    testApp,
    token: admin,
    fixtures: own,
  } = await openTestAppWithFixtures({
    assistant: {
      choose: (question) => {
        asked.push(question)
        return Promise.resolve(says())
      },
    },
  }))
  for (const id of [testApp.here.users.technician, testApp.here.users.manager]) {
    const { version } = (await testApp.call(admin, people.getUser, { params: { id } })).body
    await testApp.call(admin, people.updateUser, {
      params: { id },
      body: { version, availability: { kind: 'unlimited' } },
    })
  }
  const rule = (
    await testApp.call(admin, referenceData.createAssignRule, {
      body: {
        name: 'Free hands',
        instruction: 'Whoever has least to do',
        userIds: [
          testApp.here.users.technician,
          testApp.here.users.manager,
          testApp.here.users.staff,
        ],
        roleIds: [],
        isActive: true,
      },
    })
  ).body
  const { version } = (
    await testApp.call(admin, procedures.getProcedure, { params: { id: own.procedure ?? 0 } })
  ).body
  const action = {
    kind: 'openTicket',
    ticketTypeId: own.ticketType,
    title: null,
    assign: { by: 'rule', ruleId: rule.id },
  } as unknown as AutomationAction
  const saved = await testApp.call(admin, procedures.updateProcedure, {
    params: { id: own.procedure ?? 0 },
    body: {
      version,
      triggeredEvents: [
        {
          id: null,
          name: 'Give',
          event: { kind: 'procedureDone' },
          filters: [],
          actions: [action],
          isActive: true,
          validFrom: null,
          validTo: null,
        },
      ],
    },
  })
  own.procedureVersion = saved.body.version
})
afterAll(() => testApp.close())

async function giveOne(between?: (ticketId: number, version: number) => Promise<unknown>) {
  const log = await testApp.call(admin, procedureLogs.submitProcedureLog, {
    body: {
      clientKey: crypto.randomUUID(),
      procedureId: own.procedure ?? 0,
      procedureVersion: own.procedureVersion,
      equipmentId: own.equipment ?? 0,
      locationId: null,
      startedAt: '2026-11-20T08:55:00Z',
      answers: own.questions.map(({ id, answers }) => ({
        kind: 'singleChoice' as const,
        questionId: id,
        answerId: answers[0]?.id ?? 0,
      })) as never,
    },
  })
  await testApp.app.outbox.drain()
  const [ticket] = (
    await testApp.call(admin, tickets.listTickets, { body: { procedureLogId: log.body.id } })
  ).body.rows
  const id = ticket?.id ?? 0
  await between?.(id, ticket?.version ?? 0)
  await askAssistant(testApp.app.kernel)
  const now = (await testApp.call(admin, tickets.getTicket, { params: { id } })).body
  return {
    before: ticket?.assignee?.id,
    after: now.assignee?.id,
    why: (await testApp.call(admin, assignments.listTicketAssignments, { params: { id } })).body[0],
  }
}

it('the assistant’s choice among the candidates is used, and its reason kept', async () => {
  const { technician, manager } = testApp.here.users
  says = () =>
    asked
      .at(-1)
      ?.candidates.map(({ id }) => id)
      .includes(manager) === true
      ? manager
      : null
  const { before, after, why } = await giveOne()
  expect([before, after]).toEqual([manager < technician ? manager : technician, manager])
  expect(asked.at(-1)).toMatchObject({
    instruction: 'Whoever has least to do',
    ticket: { title: 'OURS check: OURS pump 1', equipment: 'OURS pump 1' },
  })
  expect(
    asked
      .at(-1)
      ?.candidates.map(({ name }) => name)
      .toSorted(),
  ).toEqual(['manager here', 'technician here']) // staff may not handle tickets
  expect(asked.at(-1)?.candidates.find(({ id }) => id === manager)?.roles).toEqual(['Manager'])
  expect(why).toMatchObject({ decidedBy: 'assistant', chosen: { id: manager } })
})
it('the assistant’s choice of a user who is not a candidate is ignored, and so is silence', async () => {
  for (const word of [testApp.here.users.staff, 999, null]) {
    says = () => word
    const { before, after, why } = await giveOne()
    expect(after).toBe(before)
    expect(why?.decidedBy).toBe('matcher')
  }
})
it('the assistant’s choice is ignored if a user reassigned the ticket meanwhile', async () => {
  says = () => testApp.here.users.manager
  const { after } = await giveOne((id, version) =>
    testApp.call(admin, tickets.assignTicket, {
      params: { id },
      body: { assigneeId: testApp.here.users.administrator, version },
    }),
  )
  expect(after).toBe(testApp.here.users.administrator)
})
it('a rule that names a user who may not handle tickets assigns nobody, and says why', async () => {
  const { staff } = testApp.here.users
  const { version, triggeredEvents } = await testApp.ok(admin, procedures.getProcedure, {
    params: { id: own.procedure ?? 0 },
  })
  const [rule] = triggeredEvents
  const saved = await testApp.ok(admin, procedures.updateProcedure, {
    params: { id: own.procedure ?? 0 },
    body: {
      version,
      triggeredEvents: [
        {
          id: rule?.id ?? null,
          name: 'Give',
          event: { kind: 'procedureDone' },
          filters: [],
          actions: [
            {
              kind: 'openTicket',
              ticketTypeId: own.ticketType,
              title: null,
              assign: { by: 'user', userId: staff },
            } as unknown as AutomationAction,
          ],
          isActive: true,
          validFrom: null,
          validTo: null,
        },
      ],
    },
  })
  own.procedureVersion = saved.version
  const { after, why } = await giveOne()
  expect(after).toBeUndefined()
  expect(why).toMatchObject({
    outcome: 'nobodyEligible',
    candidates: [{ userId: staff, reasons: ['notAvailable', 'mayNotHandleTickets'] }],
  })
})
