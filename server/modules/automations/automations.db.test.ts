/**
 * Every kind of action over the API, each exactly once; failures that stand alone; retries;
 * back-tests; hooks that arrive.
 */
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { AutomationDraft } from '#contract/automation'
import type { AutomationAction } from '#contract/automation/actions'
import type { AutomationFilter } from '#contract/automation/filters'
import { contract } from '#contract/index'
import type { SurveyQuestion } from '#contract/survey'
import { createFixtures, yesNo, type Fixtures } from '../../../tests/fixtures.ts'
import { openTestApp, type TestApp } from '../../../tests/testApp.ts'
import { outboxEvent } from '../../db/schema/index.ts'
import { asSystem } from '../../kernel/transaction.ts'
import { deliverHooks } from '../hooks/index.ts'
import { signatureOf } from '../hooks/signature.ts'
import { forgetRuns } from './keep.ts'

let testApp: TestApp
let own: Fixtures
let admin: string
let technician: string
let procedure: { id: number; version: number; questions: SurveyQuestion[] }
/** What the outside world was called with, and what it answers. */
const calls: { url: string; headers: Record<string, string>; body: string | null }[] = []
let answer: () => Promise<{ status: number; body: string }> = () =>
  Promise.resolve({ status: 200, body: 'ok' })
const {
  alerts,
  assignments,
  automations,
  referenceData,
  equipment,
  hooks,
  referenceLists,
  people,
  procedureLogs,
  procedures,
  rrules,
  tickets,
} = contract

beforeAll(async () => {
  testApp = await openTestApp({
    hooks: {
      call: (call) => {
        calls.push(call)
        return answer()
      },
    },
  })
  admin = await testApp.signIn('administrator')
  technician = await testApp.signIn('technician')
  own = await createFixtures(testApp, testApp.here, admin, 'OURS')
  const questions: SurveyQuestion[] = [
    yesNo(-1, 'Clean?'),
    { ...yesNo(-2, 'On call'), kind: 'user', answers: [], required: false },
    { ...yesNo(-3, 'Note'), kind: 'text', answers: [], required: false },
  ]
  procedure = (
    await testApp.call(admin, procedures.createProcedure, {
      body: { name: 'Round', typeId: own.procedureType ?? 0, target: 'either', questions },
    })
  ).body
  await testApp.app.outbox.drain()
})
afterAll(() => testApp.close())

const draft = (actions: unknown[], change: Partial<AutomationDraft> = {}) => ({
  id: null,
  name: 'Rule',
  event: { kind: 'procedureDone' as const },
  filters: [] as AutomationFilter[],
  actions: actions as AutomationAction[],
  isActive: true,
  validFrom: null,
  validTo: null,
  ...change,
})

async function rule(actions: unknown[], change: Partial<AutomationDraft> = {}) {
  const { version } = (
    await testApp.call(admin, procedures.getProcedure, { params: { id: procedure.id } })
  ).body
  const saved = await testApp.call(admin, procedures.updateProcedure, {
    params: { id: procedure.id },
    body: { version, triggeredEvents: [draft(actions, change)] },
  })
  if (saved.status === 200) procedure = saved.body
  return saved
}

async function perform(
  answers: { note?: string; onCall?: number; clean?: boolean } = {},
  used?: { itemId: number; amount: number; discardedDoses: number }[],
) {
  const [clean, onCall, note] = procedure.questions
  const log = await testApp.call(technician, procedureLogs.submitProcedureLog, {
    body: {
      clientKey: crypto.randomUUID(),
      procedureId: procedure.id,
      procedureVersion: procedure.version,
      equipmentId: own.equipment ?? 0,
      locationId: null,
      startedAt: '2026-11-20T08:55:00Z',
      ...(used && { used }),
      answers: [
        {
          kind: 'singleChoice',
          questionId: clean?.id ?? 0,
          answerId: clean?.answers[answers.clean === false ? 1 : 0]?.id ?? 0,
        },
        ...(answers.onCall === undefined
          ? []
          : [{ kind: 'user' as const, questionId: onCall?.id ?? 0, userId: answers.onCall }]),
        ...(answers.note === undefined
          ? []
          : [{ kind: 'text' as const, questionId: note?.id ?? 0, text: answers.note }]),
      ],
    },
  })
  expect(log.status).toBe(200)
  await testApp.app.outbox.drain()
  return (
    await testApp.call(admin, automations.listAutomationRuns, {
      body: { procedureLogId: log.body.id },
    })
  ).body.rows[0]
}

const ticketsOf = async () =>
  (
    await testApp.call(admin, tickets.listTickets, {
      body: {
        filter: { equipmentIds: [own.equipment ?? 0] },
        categories: ['open', 'inProgress', 'waiting'],
      },
    })
  ).body.rows

describe('an action', () => {
  it('opens a ticket for whom the answer names, tells them and says why', async () => {
    await rule([
      {
        kind: 'openTicket',
        ticketTypeId: own.ticketType,
        title: null,
        assign: { by: 'question', questionId: procedure.questions[1]?.id },
      },
      {
        kind: 'sendAlert',
        channels: ['email', 'sms'],
        level: 'warning',
        text: 'Look at it',
        recipients: {
          userIds: [],
          roleIds: [],
          available: false,
          followers: false,
          opener: false,
          assignee: true,
        },
        onlyWhoSeeEquipment: true,
        onlyWhoSeeLocation: true,
      },
    ])
    const run = await perform({ onCall: testApp.here.users.technician })
    expect(run).toMatchObject({
      outcome: 'done',
      effects: [
        { outcome: 'done', details: { assignee: 'technician here' } },
        { outcome: 'done', details: { count: 1, names: 'technician here' } },
      ],
    })
    const ticket = (
      await testApp.call(admin, tickets.getTicket, {
        params: { id: run?.effects[0]?.ticketIds[0] ?? 0 },
      })
    ).body
    expect(ticket.assignee?.name).toBe('technician here')
    const [why] = (
      await testApp.call(technician, assignments.listTicketAssignments, {
        params: { id: ticket.id },
      })
    ).body
    expect(why).toMatchObject({
      by: 'question',
      source: 'On call',
      outcome: 'assigned',
      candidates: [{ name: 'technician here', isChosen: true }],
    })
    const bell = (await testApp.call(technician, alerts.listAlerts, { body: {} })).body
    expect(bell).toMatchObject({
      unseen: 2,
      rows: [
        {
          level: 'warning',
          text: 'Look at it',
          procedure: 'Round',
          thing: 'OURS pump 1',
          ticket: { id: ticket.id },
        },
        { kind: 'ticketGiven', by: null, ticket: { id: ticket.id } },
      ],
    })
    expect(
      (await testApp.call(admin, alerts.listAlerts, { body: {} })).body.rows.map(
        ({ text }) => text,
      ),
    ).toEqual(['OURS told'])
    const before = (
      await testApp.call(technician, equipment.getEquipment, { params: { id: own.equipment ?? 0 } })
    ).body.alertsCount
    await testApp.call(technician, alerts.seeAlerts, { body: { alertIds: null } })
    expect(
      (
        await testApp.call(technician, equipment.getEquipment, {
          params: { id: own.equipment ?? 0 },
        })
      ).body.alertsCount,
    ).toBe(before - 2)
  })

  it('gives tickets by an AI agent rule, explains every candidate, and alerts when nobody may have one', async () => {
    const { technician: first, staff } = testApp.here.users
    const instruct = (
      await testApp.call(admin, referenceData.createAssignRule, {
        body: {
          name: 'Who is free',
          instruction: 'The technician with least to do',
          userIds: [first, staff],
          roleIds: [],
          isActive: true,
        },
      })
    ).body
    await rule([
      {
        kind: 'assignTicket',
        ticketTypeId: own.ticketType,
        assign: { by: 'rule', ruleId: instruct.id },
      },
    ])
    const nobody = await perform()
    expect(nobody?.effects).toMatchObject([{ outcome: 'skipped', code: 'nobodyEligible' }])
    expect(
      (await testApp.call(admin, alerts.listAlerts, { body: { isUnseen: true } })).body.rows.map(
        ({ kind }) => kind,
      ),
    ).toContain('nobodyEligible')
    const { version } = (await testApp.call(admin, people.getUser, { params: { id: first } })).body
    await testApp.call(admin, people.updateUser, {
      params: { id: first },
      body: { version, availability: { kind: 'unlimited' } },
    })
    // It was given to the technician before; take it away, so that giving it is something.
    await rule([{ kind: 'assignTicket', ticketTypeId: null, assign: null }])
    expect((await perform())?.effects).toMatchObject([{ outcome: 'done' }])
    await rule([
      {
        kind: 'assignTicket',
        ticketTypeId: own.ticketType,
        assign: { by: 'rule', ruleId: instruct.id },
      },
    ])
    const run = await perform()
    expect(run?.effects).toMatchObject([
      { outcome: 'done', details: { assignee: 'technician here' } },
    ])
    const [why] = (
      await testApp.call(admin, assignments.listTicketAssignments, {
        params: { id: run?.effects[0]?.ticketIds[0] ?? 0 },
      })
    ).body
    expect(why?.candidates).toMatchObject([
      { name: 'technician here', isChosen: true, reasons: [] },
      { name: 'staff here', isChosen: false, reasons: ['notAvailable', 'mayNotHandleTickets'] },
    ])
  })

  it('moves and closes the tickets of the equipment, and no others', async () => {
    const other = (
      await testApp.call(admin, tickets.openTicket, {
        body: { title: 'Elsewhere', ticketTypeId: own.ticketType ?? 0 },
      })
    ).body
    await rule([{ kind: 'closeTickets', ticketTypeIds: [own.ticketType] }])
    const open = await ticketsOf()
    expect((await perform())?.effects).toMatchObject([
      { outcome: 'done', details: { count: open.length } },
    ])
    expect(await ticketsOf()).toEqual([])
    expect(
      (await testApp.call(admin, tickets.getTicket, { params: { id: other.id } })).body.state
        .category,
    ).toBe('open')
    expect((await perform())?.effects).toMatchObject([{ outcome: 'skipped', code: 'noTickets' }])
    const type = (await testApp.call(admin, tickets.getTicketTypes, {})).body.rows.find(
      ({ id }) => id === own.ticketType,
    )
    const made = (
      await testApp.call(admin, tickets.openTicket, {
        body: { title: 'Here', ticketTypeId: own.ticketType ?? 0, equipmentId: own.equipment ?? 0 },
      })
    ).body
    await rule([
      { kind: 'changeTicketState', ticketTypeId: own.ticketType, stateId: type?.states[1]?.id },
    ])
    await perform()
    expect(
      (await testApp.call(admin, tickets.getTicket, { params: { id: made.id } })).body.state.id,
    ).toBe(type?.states[1]?.id)
  })

  it('changes the status, the metadata and the availability', async () => {
    const status = (
      await testApp.call(admin, referenceLists.createEquipmentStatus, {
        body: { name: 'Broken', colour: 'red', isUsable: false },
      })
    ).body
    const due = (
      await testApp.call(admin, referenceData.createMetadataField, {
        body: {
          name: 'Next check',
          dataType: 'date',
          choices: [],
          unit: null,
          equipmentTypeIds: [],
        },
      })
    ).body
    const note = procedure.questions[2]?.id
    await rule([
      { kind: 'changeStatus', statusId: status.id },
      {
        kind: 'updateMetadata',
        fieldId: own.metadataField,
        change: { do: 'fromAnswer', questionId: note, whenEmpty: 'remove' },
      },
      {
        kind: 'updateMetadata',
        fieldId: due.id,
        change: { do: 'fromInterval', amount: 6, unit: 'months' },
      },
      {
        kind: 'setAvailability',
        who: { by: 'performer' },
        availability: { kind: 'hours', hours: 8 },
      },
    ])
    expect((await perform({ note: 'till spring' }))?.effects.map(({ outcome }) => outcome)).toEqual(
      ['done', 'done', 'done', 'done'],
    )
    const thing = (
      await testApp.call(admin, equipment.getEquipment, { params: { id: own.equipment ?? 0 } })
    ).body
    expect(thing).toMatchObject({
      status: { name: 'Broken' },
      metadata: [
        { name: 'Next check', value: '2027-05-20' },
        { name: 'OURS warranty', value: 'till spring' },
      ],
    })
    expect(
      (await testApp.call(admin, people.getUser, { params: { id: testApp.here.users.technician } }))
        .body.availability,
    ).toEqual({ kind: 'until', until: '2026-11-20T17:00:00.000Z' })
    await perform() // without a note: the field goes
    expect(
      (
        await testApp.call(admin, equipment.getEquipment, { params: { id: own.equipment ?? 0 } })
      ).body.metadata.map(({ name }) => name),
    ).toEqual(['Next check'])
  })

  it('schedules so many times within so many days, and takes it all away again', async () => {
    await rule([
      {
        kind: 'scheduleProcedure',
        procedureId: procedure.id,
        times: 3,
        within: { by: 'days', days: 6 },
      },
    ])
    const run = await perform()
    expect(run?.effects).toMatchObject([{ outcome: 'done', details: { times: 3 } }])
    const made = (
      await testApp.call(admin, rrules.getRrule, { params: { id: run?.effects[0]?.rruleId ?? 0 } })
    ).body
    expect(made).toMatchObject({
      rule: 'FREQ=DAILY;INTERVAL=2;COUNT=3',
      deadline: { kind: 'custom', amount: 2, unit: 'days' },
      rruleData: { equipmentIds: [own.equipment] },
    })
    expect(
      (await testApp.call(admin, rrules.listOccurrences, { body: { rruleId: made.id } })).body
        .count,
    ).toBeGreaterThan(0)
    await rule([{ kind: 'removeScheduled', procedureId: procedure.id }])
    await perform()
    expect((await testApp.call(admin, rrules.getRrule, { params: { id: made.id } })).status).toBe(
      404,
    )
    expect(
      (
        await testApp.call(admin, rrules.listOccurrences, {
          body: { rruleId: made.id, states: ['due', 'planned', 'late'] },
        })
      ).body.count,
    ).toBe(0)
    await rule([
      {
        kind: 'scheduleProcedure',
        procedureId: procedure.id,
        times: 2,
        within: { by: 'deadline', deadline: { kind: 'endOfDay' } },
      },
    ])
    expect((await perform())?.effects).toMatchObject([
      { outcome: 'done', details: { until: '2026-11-20T21:59:59.999Z' } },
    ])
  })
})

describe('a filter', () => {
  it('asks what was used up and thrown away', async () => {
    const item = own.inventoryItem ?? 0
    await rule([{ kind: 'removeScheduled', procedureId: procedure.id }], {
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
    expect((await perform({}, [{ itemId: item, amount: 3, discardedDoses: 1 }]))?.outcome).not.toBe(
      'filtered',
    )
    expect(await perform({}, [{ itemId: item, amount: 2, discardedDoses: 0 }])).toMatchObject({
      outcome: 'filtered',
      verdicts: [{ passed: false }, { passed: false }],
      names: [{ kind: 'inventoryItem', name: 'OURS gloves' }],
    })
  })
  it('is refused where it does not fit the procedure', async () => {
    const strange = await rule([{ kind: 'closeTickets', ticketTypeIds: [own.ticketType] }], {
      filters: [
        {
          kind: 'answer',
          questionId: own.surveyQuestion as never,
          operator: 'answered',
          answerIds: [],
          value: null,
          to: null,
        },
      ],
    })
    expect(strange.body).toMatchObject({
      errors: [{ path: 'body.triggeredEvents.0.filters.0.questionId', code: 'otherProcedure' }],
    })
    expect(
      (
        await rule([
          { kind: 'changeStatus', statusId: own.equipmentStatus },
          { kind: 'changeStatus', statusId: own.equipmentStatus },
        ])
      ).status,
    ).toBe(400)
    expect(
      (
        await rule([
          {
            kind: 'openTicket',
            ticketTypeId: own.ticketType,
            title: null,
            assign: { by: 'question', questionId: procedure.questions[0]?.id },
          },
        ])
      ).body,
    ).toMatchObject({ errors: [{ code: 'notAPerson' }] })
    expect(
      (
        await rule([
          {
            kind: 'updateMetadata',
            fieldId: own.metadataField,
            change: { do: 'fromInterval', amount: 1, unit: 'days' },
          },
        ])
      ).body,
    ).toMatchObject({ errors: [{ code: 'doesNotFit' }] })
  })
})

describe('a question’s own automations', () => {
  it('are those that ask for its answer, saved with it and without the others', async () => {
    await rule([{ kind: 'closeTickets', ticketTypeIds: [own.ticketType] }], {
      name: 'Of the procedure',
    })
    const id = procedure.questions[0]?.id ?? 0
    const { version } = (
      await testApp.call(admin, procedures.getSurveyQuestion, { params: { id } })
    ).body
    const filters = [
      {
        kind: 'answer' as const,
        questionId: id as never,
        operator: 'isAnyOf' as const,
        answerIds: [procedure.questions[0]?.answers[1]?.id as never],
        value: null,
        to: null,
      },
    ]
    const without = await testApp.call(admin, procedures.updateSurveyQuestion, {
      params: { id },
      body: {
        version,
        triggeredEvents: [draft([{ kind: 'closeTickets', ticketTypeIds: [own.ticketType] }])],
      },
    })
    expect(without.body).toMatchObject({ errors: [{ code: 'asksOtherwise' }] })
    const saved = await testApp.call(admin, procedures.updateSurveyQuestion, {
      params: { id },
      body: {
        version,
        triggeredEvents: [
          draft([{ kind: 'closeTickets', ticketTypeIds: [own.ticketType] }], {
            name: 'Of the question',
            filters,
          }),
        ],
      },
    })
    expect(saved.body.triggeredEvents.map(({ name }) => name)).toEqual(['Of the question'])
    procedure = (
      await testApp.call(admin, procedures.getProcedure, { params: { id: procedure.id } })
    ).body
    expect(
      (
        await testApp.call(admin, automations.listAutomations, {
          body: { procedureId: procedure.id, kind: 'surveyQuestions' },
        })
      ).body,
    ).toMatchObject({ count: 1, kinds: { mostUsed: 2, tickets: 2, surveyQuestions: 1, alerts: 0 } })
    const log = await testApp.call(technician, procedureLogs.submitProcedureLog, {
      body: {
        clientKey: crypto.randomUUID(),
        procedureId: procedure.id,
        procedureVersion: procedure.version,
        equipmentId: own.equipment ?? 0,
        locationId: null,
        startedAt: '2026-11-20T08:00:00Z',
        answers: [
          {
            kind: 'singleChoice',
            questionId: id,
            answerId: procedure.questions[0]?.answers[0]?.id ?? 0,
          },
        ],
      },
    })
    await testApp.app.outbox.drain()
    expect(
      (
        await testApp.call(admin, automations.listAutomationRuns, {
          body: { procedureLogId: log.body.id },
        })
      ).body.outcomes,
    ).toMatchObject({ done: 1, filtered: 1 })
  })
})

describe('a run', () => {
  it('opens a ticket as urgent as the rule says, or as its type has it', async () => {
    const ticketOf = async (priority?: 'urgent') => {
      await rule([
        {
          kind: 'openTicket',
          ticketTypeId: own.ticketType,
          title: null,
          assign: null,
          ...(priority !== undefined && { priority }),
        },
      ])
      const opened = (await perform())?.effects[0]?.ticketIds[0]
      return (
        await testApp.call(admin, tickets.getTicket, { params: { id: opened ?? (0 as never) } })
      ).body.priority
    }
    expect(await ticketOf('urgent')).toBe('urgent')
    expect(await ticketOf()).toBe('normal')
  })
  it('fails by itself, takes nothing of the others with it, and is tried again where it failed', async () => {
    const bare = (
      await testApp.call(admin, tickets.createTicketType, {
        body: {
          name: 'Bare',
          colour: 'red',
          states: [
            { id: null, name: 'Open', category: 'open', colour: 'blue', next: null },
            { id: null, name: 'Done', category: 'closed', colour: 'green', next: null },
          ],
        },
      })
    ).body
    await rule([
      { kind: 'openTicket', ticketTypeId: own.ticketType, title: 'Kept', assign: null },
      { kind: 'openTicket', ticketTypeId: bare.id, title: 'Broken', assign: null },
    ])
    const states = await asSystem(
      testApp.pool,
      async (db) =>
        (
          await db.execute(
            sql`with gone as (delete from ticket_state where ticket_type_id = ${bare.id}
              returning *) select * from gone`,
          )
        ).rows,
    )
    const run = await perform()
    expect(run).toMatchObject({
      outcome: 'failed',
      canRetry: true,
      effects: [{ outcome: 'done' }, { outcome: 'failed', code: 'noStates' }],
    })
    for (const state of states)
      await asSystem(testApp.pool, (db) =>
        db.execute(
          sql`insert into ticket_state (company_id, id, ticket_type_id, position, name, category,
            colour) overriding system value
            values (${state['company_id']}, ${state['id']}, ${bare.id}, ${state['position']},
            ${state['name']}, ${state['category']}, ${state['colour']})`,
        ),
      )
    expect(
      (
        await testApp.call(admin, automations.retryAutomationRun, {
          params: { id: run?.id ?? 0 },
          body: { version: 'then' },
        })
      ).body,
    ).toEqual({ queued: true })
    await testApp.app.outbox.drain()
    const again = (
      await testApp.call(admin, automations.listAutomationRuns, { body: { id: run?.id ?? 0 } })
    ).body.rows[0]
    expect(again).toMatchObject({
      outcome: 'done',
      retries: 1,
      canRetry: false,
      effects: [{ outcome: 'done', ticketIds: run?.effects[0]?.ticketIds }, { outcome: 'done' }],
    })
    expect(
      (
        await testApp.call(admin, automations.retryAutomationRun, {
          params: { id: run?.id ?? 0 },
          body: { version: 'now' },
        })
      ).status,
    ).toBe(409)
  })
  it('that did not apply runs with the rule of now', async () => {
    await rule(
      [{ kind: 'openTicket', ticketTypeId: own.ticketType, title: 'Late', assign: null }],
      { filters: [{ kind: 'score', operator: 'lessThan', value: 50 }] },
    )
    const run = await perform()
    expect(run).toMatchObject({ outcome: 'filtered', canRetry: true })
    const mended = draft(
      [{ kind: 'openTicket', ticketTypeId: own.ticketType, title: 'Late', assign: null }],
      { id: run?.automation?.id ?? null },
    )
    const { version } = (
      await testApp.call(admin, procedures.getProcedure, { params: { id: procedure.id } })
    ).body
    procedure = (
      await testApp.call(admin, procedures.updateProcedure, {
        params: { id: procedure.id },
        body: { version, triggeredEvents: [mended] },
      })
    ).body
    expect(
      (
        await testApp.call(admin, automations.retryAutomationRun, {
          params: { id: run?.id ?? 0 },
          body: { version: 'then' },
        })
      ).status,
    ).toBe(409)
    await testApp.call(admin, automations.retryAutomationRun, {
      params: { id: run?.id ?? 0 },
      body: { version: 'now' },
    })
    await testApp.app.outbox.drain()
    expect(
      (await testApp.call(admin, automations.listAutomationRuns, { body: { id: run?.id ?? 0 } }))
        .body.rows[0],
    ).toMatchObject({ outcome: 'done', effects: [{ kind: 'openTicket', outcome: 'done' }] })
  })
  it('happens once, however often its event is taken', async () => {
    await rule([
      { kind: 'openTicket', ticketTypeId: own.ticketType, title: 'Once', assign: null },
      { kind: 'invokeHook', hookId: own.apiHook },
    ])
    const before = (await ticketsOf()).length
    const run = await perform()
    await asSystem(testApp.pool, (db) =>
      db
        .update(outboxEvent)
        .set({ handledAt: null })
        .where(sql`${outboxEvent.payload}->>'procedureLogId' = ${String(run?.procedureLogId)}`),
    )
    await Promise.all([testApp.app.outbox.drain(), testApp.app.outbox.drain()])
    expect((await ticketsOf()).length).toBe(before + 1)
    expect(
      (
        await testApp.call(admin, hooks.listHookDeliveries, {
          body: { automationId: run?.automation?.id ?? 0 },
        })
      ).body.count,
    ).toBe(1)
  })
  it('is forgotten per outcome: many that did not apply push out no other', async () => {
    await forgetRuns(testApp.app.kernel, { filtered: 0, asleep: 0, done: 1_000, failed: 1_000 })
    const { outcomes } = (await testApp.call(admin, automations.listAutomationRuns, { body: {} }))
      .body
    expect(outcomes).toMatchObject({ filtered: 0 })
    expect(outcomes.done).toBeGreaterThan(10)
  })
})

describe('a hook', () => {
  it('is called with its signature, tried again until it answers, always with the same key', async () => {
    await deliverHooks(testApp.app.kernel) // what the house was furnished with
    await perform()
    calls.length = 0
    answer = () => Promise.resolve({ status: 503, body: 'later' })
    await deliverHooks(testApp.app.kernel)
    const [waiting] = (await testApp.call(admin, hooks.listHookDeliveries, { body: {} })).body.rows
    expect(waiting).toMatchObject({
      state: 'waiting',
      attempts: 1,
      status: 503,
      error: 'Answered 503',
    })
    expect(await deliverHooks(testApp.app.kernel)).toBe(0) // not before its time
    testApp.clock.advance(6_000)
    answer = () => Promise.resolve({ status: 200, body: 'thanks' })
    await deliverHooks(testApp.app.kernel)
    const detail = (
      await testApp.call(admin, hooks.getHookDelivery, { params: { id: waiting?.id ?? 0 } })
    ).body
    expect(detail).toMatchObject({
      state: 'delivered',
      attempts: 2,
      tries: [{ response: { status: 503 } }, { response: { status: 200, body: 'thanks' } }],
    })
    expect(calls.map(({ headers }) => headers['idempotency-key'])).toEqual([detail.key, detail.key])
    const { headers, body } = calls[1] ?? { headers: {} as Record<string, string>, body: '' }
    expect(headers['x-plantroom-signature']).toBe(
      signatureOf('OURS a secret of its own', Number(headers['x-plantroom-timestamp']), body ?? ''),
    )
    expect(JSON.parse(body ?? '')).toMatchObject({
      event: 'procedure.performed',
      isTest: false,
      procedure: { name: 'Round' },
      equipment: { name: 'OURS pump 1' },
    })
    expect(JSON.stringify(detail)).not.toContain(headers['x-plantroom-signature']?.split('v1=')[1])
  })
  it('is tried from a past performance, and sent again by hand', async () => {
    const test = await testApp.call(admin, hooks.testApiHook, {
      params: { id: own.apiHook ?? 0 },
      body: { procedureLogId: own.procedureLog ?? 0 },
    })
    answer = () => Promise.reject(new Error('no route'))
    await deliverHooks(testApp.app.kernel)
    expect(
      (await testApp.call(admin, hooks.getHookDelivery, { params: { id: test.body.id } })).body,
    ).toMatchObject({
      isTest: true,
      state: 'waiting',
      error: 'no route',
      payload: expect.stringContaining('"isTest":true') as string,
    })
    answer = () => Promise.resolve({ status: 200, body: '' })
    await testApp.call(admin, hooks.resendHookDelivery, { params: { id: test.body.id } })
    await deliverHooks(testApp.app.kernel)
    expect(
      (await testApp.call(admin, hooks.getHookDelivery, { params: { id: test.body.id } })).body
        .state,
    ).toBe('delivered')
  })
  it('that is switched off is not called, and the run says so', async () => {
    const hook = (
      await testApp.call(admin, referenceData.listApiHooks, { body: {} })
    ).body.rows.find(({ id }) => id === own.apiHook)
    await testApp.call(admin, referenceData.updateApiHook, {
      params: { id: own.apiHook ?? 0 },
      body: { version: hook?.version ?? 0, isActive: false },
    })
    expect((await perform())?.effects).toMatchObject([
      { outcome: 'done' },
      { outcome: 'skipped', code: 'hookOff' },
    ])
  })
})

describe('a back-test', () => {
  it('tells what would have happened, and changes nothing', async () => {
    const count = async () =>
      (await testApp.call(admin, tickets.listTickets, { body: {} })).body.count
    const before = await count()
    const asked = {
      procedureId: procedure.id,
      filters: [{ kind: 'score' as const, operator: 'greaterThan' as const, value: 50 }],
      actions: draft([
        { kind: 'openTicket', ticketTypeId: own.ticketType, title: null, assign: null },
        {
          kind: 'sendAlert',
          channels: ['sms'],
          level: 'info',
          text: null,
          recipients: {
            userIds: [testApp.here.users.staff],
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
    const tried = (await testApp.call(admin, automations.backTestAutomation, { body: asked })).body
    expect(tried.evaluated).toBeGreaterThan(5)
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
        await testApp.call(admin, automations.backTestAutomation, {
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
