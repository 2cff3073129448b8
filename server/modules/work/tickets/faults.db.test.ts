import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contract } from '#contract/index.ts'
import type { Id } from '#contract/ids.ts'
import type { GivenAnswer, SurveyQuestion } from '#contract/procedures/survey.ts'
import { blankQuestion } from '#tests/blankQuestion.ts'
import { openRuleApp, ruleDraft, type RuleApp } from '#tests/ruleApp.ts'

const { alerts, automations, procedureLogs, procedures, ticketLinks, tickets } = contract
const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1, 2, 3])
const NO = -12

let app: RuleApp
let staff: string
beforeAll(async () => {
  app = await openRuleApp()
  staff = await app.testApp.signIn('staff')
  for (const { id } of await app.ticketsOf()) await close(id)
})
afterAll(() => app.testApp.close())

const optional = { ...blankQuestion, required: false }
const whenNo = {
  mode: 'all' as const,
  rules: [{ questionId: -1, operator: 'isAnyOf' as const, answerIds: [NO] }],
}
const questions: SurveyQuestion[] = [
  {
    ...optional,
    id: -1,
    kind: 'singleChoice',
    title: 'Brakes hold?',
    answers: [
      { id: -11, title: 'Yes', score: 1 },
      { id: NO, title: 'No', score: 0, isFault: true },
    ],
  },
  { ...optional, id: -2, kind: 'text', title: 'What is wrong?', visibility: whenNo },
  { ...optional, id: -3, kind: 'file', title: 'Photo', visibility: whenNo },
  {
    ...optional,
    id: -4,
    kind: 'number',
    title: 'Pressure',
    unit: 'bar',
    faultOutside: { from: 2, to: null },
  },
]

async function makeCheck(actions: object[]) {
  const { testApp, admin, own } = app
  const made = await testApp.call(admin, procedures.createProcedure, {
    body: { name: 'Bed check', typeId: own.procedureType ?? 0, target: 'either', questions },
  })
  expect(made.status).toBe(200)
  const saved = await testApp.call(admin, procedures.updateProcedure, {
    params: { id: made.body.id },
    body: {
      version: made.body.version,
      triggeredEvents: actions.map((action) => ruleDraft([action])),
    },
  })
  expect(saved.status).toBe(200)
  const check = saved.body
  const [brakes, note, photo, pressure] = check.questions.map(
    ({ id }) => id as Id<'surveyQuestion'>,
  )
  const choices = check.questions[0]?.answers ?? []

  async function perform(
    given: { holds: boolean; note?: string; photoId?: Id<'file'>; pressure?: number },
    place: object = { equipmentId: own.equipment ?? 0, locationId: null },
    clientKey: string = crypto.randomUUID(),
  ) {
    const answers = [
      {
        kind: 'singleChoice',
        questionId: brakes,
        answerId: choices[given.holds ? 0 : 1]?.id,
      },
      ...(given.note === undefined ? [] : [{ kind: 'text', questionId: note, text: given.note }]),
      ...(given.photoId === undefined
        ? []
        : [{ kind: 'file', questionId: photo, fileIds: [given.photoId] }]),
      ...(given.pressure === undefined
        ? []
        : [{ kind: 'number', questionId: pressure, value: given.pressure }]),
    ] as GivenAnswer[]
    const log = await testApp.call(app.technician, procedureLogs.submitProcedureLog, {
      body: {
        clientKey,
        procedureId: check.id,
        procedureVersion: check.version,
        startedAt: '2026-11-20T08:55:00Z',
        equipmentId: null,
        locationId: null,
        ...place,
        answers,
      },
    })
    expect(log.status).toBe(200)
    await testApp.app.outbox.drain()
    const runs = await testApp.call(admin, automations.listAutomationRuns, {
      body: { procedureLogId: log.body.id },
    })
    return { log: log.body, effects: runs.body.rows.flatMap(({ effects }) => effects) }
  }
  return { check, perform }
}

const openTicket = (change: object = {}) => ({
  kind: 'openTicket',
  ticketTypeId: app.own.ticketType,
  title: null,
  assign: null,
  ...change,
})
const read = async (id: number, by = app.admin) =>
  (await app.testApp.call(by, tickets.getTicket, { params: { id: id as Id<'ticket'> } })).body
const findings = async (id: number, by = app.admin) =>
  (
    await app.testApp.call(by, tickets.listTicketTimeline, {
      params: { id: id as Id<'ticket'> },
      body: {},
    })
  ).body.rows.flatMap((row) => (row.kind === 'finding' ? [row] : []))
const close = async (id: number) => {
  const ticket = await read(id)
  const end = ticket.states.find(({ category }) => category === 'closed')
  const moved = await app.testApp.call(app.admin, tickets.changeTicketState, {
    params: { id: ticket.id },
    body: { stateId: end?.id ?? 0, version: ticket.version },
  })
  expect(moved.status).toBe(200)
}

describe('a rule that opens a ticket for the same equipment again', () => {
  it('adds the log to the open ticket, counts it, tells the people concerned and opens another after closing', async () => {
    const { perform, check } = await makeCheck([openTicket({ ifOpen: 'add' })])
    const first = await perform({ holds: false, note: 'They slip' })
    const id = first.effects[0]?.ticketIds[0] ?? 0
    expect(first.effects).toMatchObject([{ outcome: 'done', code: null, ticketIds: [id] }])
    expect(await findings(id)).toEqual([])
    await app.testApp.call(app.admin, tickets.assignTicket, {
      params: { id: id as Id<'ticket'> },
      body: { assigneeId: app.testApp.here.users.technician, version: (await read(id)).version },
    })
    const again = await perform({ holds: false, note: 'They still slip', pressure: 1.5 })
    expect(again.effects).toMatchObject([
      { outcome: 'done', code: 'addedToTicket', ticketIds: [id] },
    ])
    expect(await read(id)).toMatchObject({ repeatCount: 1 })
    expect(await findings(id)).toMatchObject([
      {
        isRepeat: true,
        log: { id: again.log.id, procedureName: 'Bed check' },
        answers: [
          { title: 'Brakes hold?', kind: 'texts', texts: ['No'] },
          { title: 'What is wrong?', texts: ['They still slip'] },
          { title: 'Pressure', kind: 'number', value: 1.5, unit: 'bar' },
        ],
        hiddenAnswers: 0,
      },
    ])
    expect(
      (await app.testApp.call(app.technician, alerts.listAlerts, { body: {} })).body.rows,
    ).toContainEqual(
      expect.objectContaining({
        kind: 'ticketRepeated',
        ticket: { id, title: expect.any(String) },
      }),
    )
    const repeated = await app.testApp.call(app.admin, tickets.listTickets, {
      body: { isRepeated: true },
    })
    expect(repeated.body.rows.map((row) => row.id)).toEqual([id])
    await close(id)
    const after = await perform({ holds: false })
    expect(after.effects[0]?.ticketIds[0]).not.toBe(id)
    expect(after.effects).toMatchObject([{ code: null }])
    expect(check.name).toBe('Bed check')
  })

  it('counts one log once if two of its rules report the same problem', async () => {
    const { perform } = await makeCheck([
      openTicket({ ifOpen: 'add', title: 'One' }),
      openTicket({ ifOpen: 'add', title: 'Two' }),
    ])
    const place = { equipmentId: null, locationId: app.own.location ?? 0 }
    const { effects } = await perform({ holds: false }, place)
    const ids = effects.flatMap(({ ticketIds }) => ticketIds)
    expect(new Set(ids).size).toBe(1)
    await perform({ holds: false }, place)
    expect(await read(ids[0] ?? 0)).toMatchObject({ repeatCount: 1 })
  })

  it('opens another without the setting, as stored rules of earlier versions do', async () => {
    const { perform } = await makeCheck([openTicket()])
    const ids = [await perform({ holds: true }), await perform({ holds: true })].map(
      ({ effects }) => effects[0]?.ticketIds[0],
    )
    expect(new Set(ids).size).toBe(2)
  })
})

describe('a rule that opens one ticket for each fault', () => {
  it('titles it by question and equipment and takes answer, note and photo along', async () => {
    const { perform } = await makeCheck([openTicket({ ifOpen: 'add', perFault: true })])
    const { body: photo } = await app.testApp.upload(
      app.technician,
      '/api/files',
      'brake.png',
      PNG,
      'image/png',
    )
    const photoId = (photo as { id: Id<'file'> }).id
    const key = crypto.randomUUID()
    const given = { holds: false, note: 'Worn', photoId, pressure: 1 }
    const place = { equipmentId: app.own.equipment ?? 0, locationId: null }
    const { effects } = await perform(given, place, key)
    expect(effects).toMatchObject([
      {
        outcome: 'done',
        details: { faults: 2, opened: 2, known: 0 },
        ticketIds: [{}, {}].map(() => expect.any(Number)),
      },
    ])
    const [brakes = 0, pressure = 0] = effects[0]?.ticketIds ?? []
    expect((await read(brakes)).title).toBe('Brakes hold? – OURS pump 1')
    expect((await read(pressure)).title).toBe('Pressure – OURS pump 1')
    expect(await findings(brakes)).toMatchObject([
      {
        isRepeat: false,
        answers: [
          { title: 'Brakes hold?', texts: ['No'] },
          { title: 'What is wrong?', texts: ['Worn'] },
        ],
        files: [{ id: photoId, name: 'brake.png' }],
      },
    ])
    // The ticket shows the photo to a user who sees the ticket.
    expect((await app.testApp.raw(app.admin, 'GET', `/api/files/${photoId}`)).status).toBe(200)

    // Sent twice by a phone that was offline: once.
    expect((await perform(given, place, key)).effects).toHaveLength(1)
    expect(await read(brakes)).toMatchObject({ repeatCount: 0 })

    const known = await perform({ holds: false, pressure: 4 }, place)
    expect(known.effects).toMatchObject([
      { ticketIds: [brakes], details: { faults: 1, opened: 0, known: 1 } },
    ])
    expect(await read(brakes)).toMatchObject({ repeatCount: 1 })
    expect((await perform({ holds: true, pressure: 2 }, place)).effects).toMatchObject([
      { outcome: 'skipped', code: 'noFaults', ticketIds: [] },
    ])
  })

  it('adds a known fault to the ticket that its ticket was merged into', async () => {
    const place = { equipmentId: null, locationId: app.own.location ?? 0 }
    const { perform } = await makeCheck([openTicket({ ifOpen: 'add', perFault: true })])
    const first = await perform({ holds: false, pressure: 1 }, place)
    const [brakes = 0, pressure = 0] = first.effects[0]?.ticketIds ?? []
    const merged = await app.testApp.call(app.admin, ticketLinks.mergeTickets, {
      params: { id: pressure as Id<'ticket'> },
      body: { ticketIds: [brakes as Id<'ticket'>] },
    })
    expect(merged.status).toBe(200)
    const again = await perform({ holds: false }, place)
    expect(again.effects).toMatchObject([
      { ticketIds: [pressure], details: { faults: 1, opened: 0, known: 1 } },
    ])
    expect(await read(brakes)).toMatchObject({ mergedIntoId: pressure })
  })

  it('is refused for an event without a procedure', async () => {
    const { id: _none, ...rule } = ruleDraft([openTicket({ perFault: true })], {
      event: { kind: 'ticketOpened', ticketTypeIds: [] },
    })
    expect(
      await app.testApp.call(app.admin, automations.createAutomation, { body: rule }),
    ).toMatchObject({ status: 400, body: { errors: [{ code: 'wrongKind' }] } })
  })

  it('shows a reader of the ticket the fault, but not the log that they may not see', async () => {
    const { perform } = await makeCheck([openTicket({ ifOpen: 'add', perFault: true })])
    const { effects } = await perform({ holds: false, note: 'Loose' })
    const [id = 0] = effects[0]?.ticketIds ?? []
    const [seen] = await findings(id, staff)
    expect(seen?.answers).toMatchObject([{ texts: ['No'] }, { texts: ['Loose'] }])
  })
})

describe('a question that marks faults', () => {
  it('keeps the mark through saving, and refuses a range on other kinds', async () => {
    const { check } = await makeCheck([openTicket()])
    expect(check.questions[0]?.answers).toMatchObject([{ title: 'Yes' }, { isFault: true }])
    expect(check.questions[0]?.answers[0]).not.toHaveProperty('isFault')
    expect(check.questions[3]?.faultOutside).toEqual({ from: 2, to: null })
    const refused = await app.testApp.call(app.admin, procedures.updateProcedure, {
      params: { id: check.id },
      body: {
        version: check.version,
        questions: check.questions.map((question) =>
          question.kind === 'text' ? { ...question, faultOutside: { from: 1, to: 2 } } : question,
        ),
      },
    })
    expect(refused).toMatchObject({ status: 400, body: { errors: [{ code: 'unexpected' }] } })
    const reversed = await app.testApp.call(app.admin, procedures.updateProcedure, {
      params: { id: check.id },
      body: {
        version: check.version,
        questions: check.questions.map((question) =>
          question.kind === 'number' ? { ...question, faultOutside: { from: 3, to: 2 } } : question,
        ),
      },
    })
    const endless = await app.testApp.call(app.admin, procedures.updateProcedure, {
      params: { id: check.id },
      body: {
        version: check.version,
        questions: check.questions.map((question) =>
          question.kind === 'number'
            ? { ...question, faultOutside: { from: null, to: null } }
            : question,
        ),
      },
    })
    expect(endless.body.questions[3]).not.toHaveProperty('faultOutside')
    expect(reversed).toMatchObject({ status: 400, body: { errors: [{ code: 'reversed' }] } })
  })
})
