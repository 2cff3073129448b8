import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { freshAction } from '#contract/automation/actions.ts'
import type { Id } from '#contract/ids.ts'
import { contract } from '#contract/index.ts'
import * as tables from '#db/schema/index.ts'
import { asSystem } from '#kernel/data/transaction.ts'
import { openRuleApp, ruleDraft, type RuleApp } from '#tests/ruleApp.ts'

const { automations, procedureLogs, procedures, tickets } = contract

let app: RuleApp
beforeAll(async () => {
  app = await openRuleApp()
})
afterAll(() => app.testApp.close())

describe('a filter of an automation', () => {
  it('compares what was used up and discarded', async () => {
    const item = app.own.inventoryItem ?? 0
    await app.rule([{ kind: 'removeScheduled', procedureId: app.round.now.id }], {
      filters: [
        {
          kind: 'inventory',
          itemId: item as never,
          operator: 'greaterOrEqual',
          value: 3,
          to: null,
        },
        { kind: 'discardedDoses', itemId: null },
      ],
    })
    expect(
      (await app.perform({}, [{ itemId: item, amount: 3, discardedDoses: 1 }]))?.outcome,
    ).not.toBe('filtered')
    expect(await app.perform({}, [{ itemId: item, amount: 2, discardedDoses: 0 }])).toMatchObject({
      outcome: 'filtered',
      verdicts: [{ passed: false }, { passed: false }],
      names: [{ kind: 'inventoryItem', name: 'OURS gloves' }],
    })
  })
  it('is refused if it does not fit the procedure', async () => {
    const strange = await app.rule(
      [{ kind: 'closeTickets', ticketTypeIds: [app.own.ticketType] }],
      {
        filters: [
          {
            kind: 'answer',
            questionId: app.own.surveyQuestion as never,
            operator: 'answered',
            answerIds: [],
            value: null,
            to: null,
          },
        ],
      },
    )
    expect(strange.body).toMatchObject({
      errors: [{ path: 'body.triggeredEvents.0.filters.0.questionId', code: 'otherProcedure' }],
    })
    expect(
      (
        await app.rule([
          { kind: 'changeStatus', statusId: app.own.equipmentStatus },
          { kind: 'changeStatus', statusId: app.own.equipmentStatus },
        ])
      ).status,
    ).toBe(400)
    expect(
      (
        await app.rule([
          {
            kind: 'openTicket',
            ticketTypeId: app.own.ticketType,
            title: null,
            assign: { by: 'question', questionId: app.round.now.questions[0]?.id },
          },
        ])
      ).body,
    ).toMatchObject({ errors: [{ code: 'notAPerson' }] })
    expect(
      (
        await app.rule([
          {
            kind: 'updateMetadata',
            fieldId: app.own.metadataField,
            change: { do: 'fromInterval', amount: 1, unit: 'days' },
          },
        ])
      ).body,
    ).toMatchObject({ errors: [{ code: 'doesNotFit' }] })
  })

  it('compares with a number what is answered with one, and nothing else', async () => {
    const compared = await app.rule(
      [{ kind: 'closeTickets', ticketTypeIds: [app.own.ticketType] }],
      {
        filters: [
          {
            kind: 'answer',
            questionId: app.round.now.questions[0]?.id as never,
            operator: 'lessThan',
            answerIds: [],
            value: 3,
            to: null,
          },
        ],
      },
    )
    expect(compared.body).toMatchObject({
      errors: [{ path: 'body.triggeredEvents.0.filters.0.operator', code: 'doesNotFit' }],
    })
  })
})

it('an alert that nobody would get is refused, as in the editor', async () => {
  const alert = freshAction('sendAlert')
  expect((await app.rule([alert])).body).toMatchObject({
    errors: [{ path: 'body.triggeredEvents.0.actions.0', code: 'required' }],
  })
  const recipients = { ...alert.recipients, opener: true }
  expect((await app.rule([{ ...alert, recipients }])).status).toBe(200)
})

describe('PUT /api/survey-questions/{id}', () => {
  it('saves the automations that ask for the question’s answer, without the others', async () => {
    await app.rule([{ kind: 'closeTickets', ticketTypeIds: [app.own.ticketType] }], {
      name: 'Of the procedure',
    })
    const id = app.round.now.questions[0]?.id ?? 0
    const { version } = (
      await app.testApp.call(app.admin, procedures.getSurveyQuestion, { params: { id } })
    ).body
    const filters = [
      {
        kind: 'answer' as const,
        questionId: id as never,
        operator: 'isAnyOf' as const,
        answerIds: [app.round.now.questions[0]?.answers[1]?.id as never],
        value: null,
        to: null,
      },
    ]
    const without = await app.testApp.call(app.admin, procedures.updateSurveyQuestion, {
      params: { id },
      body: {
        version,
        triggeredEvents: [
          ruleDraft([{ kind: 'closeTickets', ticketTypeIds: [app.own.ticketType] }]),
        ],
      },
    })
    expect(without.body).toMatchObject({ errors: [{ code: 'asksOtherwise' }] })
    const saved = await app.testApp.call(app.admin, procedures.updateSurveyQuestion, {
      params: { id },
      body: {
        version,
        triggeredEvents: [
          ruleDraft([{ kind: 'closeTickets', ticketTypeIds: [app.own.ticketType] }], {
            name: 'Of the question',
            filters,
          }),
        ],
      },
    })
    expect(saved.body.triggeredEvents.map(({ name }) => name)).toEqual(['Of the question'])
    app.round.now = (
      await app.testApp.call(app.admin, procedures.getProcedure, {
        params: { id: app.round.now.id },
      })
    ).body
    expect(
      (
        await app.testApp.call(app.admin, automations.listAutomations, {
          body: { procedureId: app.round.now.id, kind: 'surveyQuestions' },
        })
      ).body,
    ).toMatchObject({ count: 1, kinds: { mostUsed: 2, tickets: 2, surveyQuestions: 1, alerts: 0 } })
    const log = await app.testApp.call(app.technician, procedureLogs.submitProcedureLog, {
      body: {
        clientKey: crypto.randomUUID(),
        procedureId: app.round.now.id,
        procedureVersion: app.round.now.version,
        equipmentId: app.own.equipment ?? 0,
        locationId: null,
        startedAt: '2026-11-20T08:00:00Z',
        answers: [
          {
            kind: 'singleChoice',
            questionId: id,
            answerId: app.round.now.questions[0]?.answers[0]?.id ?? 0,
          },
        ],
      },
    })
    await app.testApp.app.outbox.drain()
    expect(
      (
        await app.testApp.call(app.admin, automations.listAutomationRuns, {
          body: { procedureLogId: log.body.id },
        })
      ).body.outcomes,
    ).toMatchObject({ done: 1, filtered: 1 })
  })
})

describe('a back-test', () => {
  it('says what would have happened, and changes nothing', async () => {
    const count = async () =>
      (await app.testApp.call(app.admin, tickets.listTickets, { body: {} })).body.count
    const before = await count()
    const asked = {
      procedureId: app.round.now.id,
      filters: [{ kind: 'score' as const, operator: 'greaterThan' as const, value: 50 }],
      actions: ruleDraft([
        { kind: 'openTicket', ticketTypeId: app.own.ticketType, title: null, assign: null },
        {
          kind: 'sendAlert',
          channels: ['sms'],
          level: 'info',
          text: null,
          recipients: {
            userIds: [app.testApp.here.users.staff],
            roleIds: [],
            available: false,
            followers: false,
            opener: false,
            assignee: false,
          },
          onlyWhoSeeEquipment: true,
          onlyWhoSeeLocation: true,
        },
      ]).actions,
    }
    const tried = (
      await app.testApp.call(app.admin, automations.backTestAutomation, { body: asked })
    ).body
    expect(tried.evaluated).toBeGreaterThan(2)
    expect(tried.matched).toBe(tried.evaluated)
    expect(tried.effects).toMatchObject([
      {
        kind: 'openTicket',
        count: tried.matched,
        to: [{ name: 'Round: OURS pump 1', count: tried.matched }],
      },
      { kind: 'sendAlert', to: [{ name: 'staff here', count: tried.matched }] },
    ])
    expect(
      (
        await app.testApp.call(app.admin, automations.backTestAutomation, {
          body: { ...asked, filters: [{ kind: 'score', operator: 'lessThan', value: 1 }] },
        })
      ).body,
    ).toMatchObject({
      matched: 0,
      rows: expect.arrayContaining([
        expect.objectContaining({
          matched: false,
          verdicts: [expect.objectContaining({ passed: false })],
        }),
      ]) as object,
    })
    expect(await count()).toBe(before)
  })
})

describe('a stored rule that would be refused now', () => {
  it('is renamed and switched off, beside others that are saved, and judged when it is switched on', async () => {
    const { testApp, admin, round, rule, own } = app
    const question = round.now.questions[0]
    await rule([{ kind: 'closeTickets', ticketTypeIds: [own.ticketType] }])
    const [id] = round.now.triggeredEvents.map((one) => one.id)
    const compares = {
      kind: 'answer' as const,
      questionId: question?.id as Id<'surveyQuestion'>,
      operator: 'lessThan' as const,
      answerIds: [],
      value: 3,
      to: null,
    }
    const long = {
      kind: 'scheduleProcedure' as const,
      procedureId: round.now.id,
      times: 1,
      within: {
        by: 'deadline' as const,
        deadline: { kind: 'custom' as const, amount: 101, unit: 'years' as const },
      },
    }
    const stored = { filters: [compares], actions: [long] }
    await asSystem(testApp.pool, (db) =>
      db
        .update(tables.automation)
        .set(stored)
        .where(eq(tables.automation.id, id ?? (0 as never))),
    )
    const save = async (...triggeredEvents: ReturnType<typeof ruleDraft>[]) => {
      const { version } = (
        await testApp.call(admin, procedures.getProcedure, { params: { id: round.now.id } })
      ).body
      return testApp.call(admin, procedures.updateProcedure, {
        params: { id: round.now.id },
        body: { version, triggeredEvents },
      })
    }
    const odd = { ...ruleDraft([], stored), id: id ?? null }
    const fresh = ruleDraft([{ kind: 'closeTickets', ticketTypeIds: [own.ticketType] }])
    const kept = await save({ ...odd, name: 'Odd', isActive: false }, fresh)
    expect(kept.status, JSON.stringify(kept.body)).toBe(200)
    expect(kept.body.triggeredEvents).toMatchObject([{ name: 'Odd', isActive: false }, {}])
    for (const change of [
      { isActive: true },
      { isActive: false, actions: [...fresh.actions, long] },
      { isActive: false, filters: [], actions: [{ ...long, times: 2 }] },
    ])
      expect((await save({ ...odd, ...change })).status).toBe(400)
  })
})
