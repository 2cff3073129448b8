import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contract } from '#contract/index.ts'
import { yesNo, type Fixtures } from './fixtures.ts'
import { openTestAppWithFixtures } from './fixturesTemplate.ts'
import type { TestApp } from './testApp.ts'

let testApp: TestApp
let own: Fixtures
let admin: string
let staff: string
let technician: string

beforeAll(async () => {
  ;({ testApp, token: admin, fixtures: own } = await openTestAppWithFixtures())
  staff = await testApp.signIn('staff')
  technician = await testApp.signIn('technician')
  await testApp.app.outbox.drain()
})
afterAll(() => testApp.close())

const { procedures, procedureLogs, tickets, automations, journal, equipment, referenceLists } =
  contract

async function perform(
  token: string,
  choices: (0 | 1)[],
  clientKey = crypto.randomUUID(),
  procedureVersion = own.procedureVersion,
) {
  return testApp.call(token, procedureLogs.submitProcedureLog, {
    body: {
      clientKey,
      procedureId: own.procedure ?? 0,
      procedureVersion,
      equipmentId: own.equipment ?? null,
      locationId: null,
      startedAt: '2026-11-20T08:55:00Z',
      answers: choices.map((choice, index) => ({
        kind: 'singleChoice' as const,
        questionId: own.questions[index]?.id ?? 0,
        answerId: own.questions[index]?.answers[choice]?.id ?? 0,
      })),
    },
  })
}

describe('a submitted procedure', () => {
  it('is scored and frozen, and opens a ticket that says why', async () => {
    const log = await perform(staff, [0, 1])
    expect(log.status).toBe(200)
    expect(log.body).toMatchObject({
      score: 50,
      points: 10,
      maximum: 20,
      doneBy: { name: 'staff here' },
    })
    await testApp.app.outbox.drain()
    const list = await testApp.call(technician, tickets.listTickets, {
      body: { procedureLogId: log.body.id },
    })
    expect(list.body.rows).toHaveLength(1)
    const [opened] = list.body.rows
    expect(opened).toMatchObject({
      title: 'OURS check: OURS pump 1',
      state: { category: 'open' },
      opener: null,
      openedByAutomation: { name: 'OURS rule' },
      equipment: { name: 'OURS pump 1' },
    })
    const runs = await testApp.call(technician, automations.listAutomationRuns, {
      body: { procedureLogId: log.body.id },
    })
    expect(runs.body.rows[0]).toMatchObject({
      outcome: 'done',
      verdicts: [{ kind: 'score', saw: 50, passed: true }],
      effects: [{ kind: 'openTicket', ticketIds: [opened?.id] }],
    })
    const history = await testApp.call(technician, journal.listJournal, {
      body: { entity: 'ticket', entityId: opened?.id ?? 0 },
    })
    expect(history.body.rows[0]).toMatchObject({
      change: 'created',
      by: { kind: 'automation', name: 'OURS rule' },
    })
    const thing = await testApp.call(technician, equipment.getEquipment, {
      params: { id: own.equipment ?? 0 },
    })
    expect(thing.body.alertsCount).toBeGreaterThan(0)
  })

  it('records why a rule did not run', async () => {
    const log = await perform(staff, [0, 0])
    await testApp.app.outbox.drain()
    expect(
      (
        await testApp.call(technician, tickets.listTickets, {
          body: { procedureLogId: log.body.id },
        })
      ).body.count,
    ).toBe(0)
    const runs = await testApp.call(admin, automations.listAutomationRuns, {
      body: { procedureLogId: log.body.id },
    })
    expect(runs.body.rows[0]).toMatchObject({
      outcome: 'filtered',
      verdicts: [{ saw: 100, passed: false }],
    })
  })

  it('is recorded once, however often it is sent', async () => {
    const key = crypto.randomUUID()
    const first = await perform(staff, [1, 1], key)
    const again = await perform(staff, [1, 1], key)
    expect(again.body.id).toBe(first.body.id)
    expect((await perform(technician, [1, 1], key)).status).toBe(409)
  })

  it('is refused with the question if answers do not fit', async () => {
    const missing = await perform(staff, [0])
    expect(missing.status).toBe(400)
    expect(missing.body).toMatchObject({
      errors: [{ path: `body.answers.${own.questions[1]?.id}`, code: 'required' }],
    })
  })

  it('keeps its frozen log when the procedure changes; an unknown version is 409', async () => {
    const log = await perform(staff, [0, 1])
    const now = await testApp.call(admin, procedures.getProcedure, {
      params: { id: own.procedure ?? 0 },
    })
    const changed = await testApp.call(admin, procedures.updateProcedure, {
      params: { id: own.procedure ?? 0 },
      body: {
        version: now.body.version,
        questions: [...now.body.questions.slice(0, 1), yesNo(-5, 'A new question')],
      },
    })
    expect(changed.status).toBe(200)
    const frozen = await testApp.call(staff, procedureLogs.getProcedureLog, {
      params: { id: log.body.id },
    })
    expect(frozen.body.questions.map((question) => question.title)).toEqual([
      'OURS clean?',
      'OURS sealed?',
    ])
    const stale = await perform(staff, [0, 1], crypto.randomUUID(), changed.body.version + 1)
    expect(stale.status).toBe(409)
    expect(stale.body).toMatchObject({
      errors: [{ path: 'body.procedureVersion', code: 'staleVersion' }],
    })
    own.procedureVersion = changed.body.version
    own.questions = changed.body.questions
  })

  it('leaves out a hidden question and its points', async () => {
    const first = yesNo(-1, 'Broken?')
    const second = {
      ...yesNo(-2, 'Told the technician?'),
      visibility: {
        mode: 'all' as const,
        rules: [{ questionId: -1, operator: 'isAnyOf' as const, answerIds: [-10] }],
      },
    }
    const made = await testApp.call(admin, procedures.createProcedure, {
      body: {
        name: 'Conditional',
        typeId: own.procedureType ?? 0,
        target: 'either',
        questions: [
          {
            ...first,
            answers: first.answers.map((answer, index) => ({
              ...answer,
              id: index === 0 ? -10 : -11,
            })),
          },
          second,
        ],
      },
    })
    expect(made.status).toBe(200)
    const [broken, followUp] = made.body.questions
    expect(followUp?.visibility?.rules[0]).toMatchObject({
      questionId: broken?.id,
      answerIds: [broken?.answers[0]?.id],
    })
    const log = await testApp.call(staff, procedureLogs.submitProcedureLog, {
      body: {
        clientKey: crypto.randomUUID(),
        procedureId: made.body.id,
        procedureVersion: made.body.version,
        equipmentId: null,
        locationId: own.location ?? null,
        startedAt: '2026-11-20T08:00:00Z',
        answers: [
          {
            kind: 'singleChoice',
            questionId: broken?.id ?? 0,
            answerId: broken?.answers[1]?.id ?? 0,
          },
        ],
      },
    })
    expect(log.body).toMatchObject({ maximum: 10, points: 0, score: 0 })
  })

  it('opens a ticket that moves and is assigned, and a second writer sees what happened', async () => {
    const { ticket: id = 0, ticketState: stateId = 0 } = own
    const before = await testApp.call(technician, tickets.getTicket, { params: { id } })
    const next = before.body.nextStates[0]
    const moved = await testApp.call(technician, tickets.changeTicketState, {
      params: { id },
      body: { stateId: next?.id ?? 0, version: before.body.version },
    })
    expect(moved.body).toMatchObject({ state: { id: next?.id, category: 'closed' } })
    expect(moved.body.closedAt).not.toBeNull()
    const late = await testApp.call(technician, tickets.assignTicket, {
      params: { id },
      body: { assigneeId: testApp.here.users.technician, version: before.body.version },
    })
    expect(late.status).toBe(409)
    expect(late.body).toMatchObject({
      errors: [{ code: 'staleVersion' }],
      current: { id, version: moved.body.version, state: { id: next?.id } },
    })
    const reopened = await testApp.call(technician, tickets.changeTicketState, {
      params: { id },
      body: { stateId, version: moved.body.version },
    })
    expect(reopened.body.closedAt).toBeNull()
    const given = await testApp.call(technician, tickets.assignTicket, {
      params: { id },
      body: { assigneeId: testApp.here.users.technician, version: reopened.body.version },
    })
    expect(given.body.assignee?.name).toBe('technician here')
    expect(
      (
        await testApp.call(staff, tickets.assignTicket, {
          params: { id },
          body: { assigneeId: null, version: given.body.version },
        })
      ).status,
    ).toBe(403)
  })

  it('switches off a rule when something that it names is deleted, until a user updates it', async () => {
    const tag = await testApp.call(admin, referenceLists.createTag, {
      body: { name: 'Short-lived', colour: 'pink' },
    })
    const home = await testApp.call(admin, procedures.getProcedure, {
      params: { id: own.procedure ?? 0 },
    })
    const draft = {
      id: null,
      name: 'Tagged',
      event: { kind: 'procedureDone' as const },
      filters: [{ kind: 'objects' as const, filter: { tagIds: [tag.body.id] } }],
      actions: home.body.triggeredEvents[0]?.actions ?? [],
      isActive: true,
      validFrom: null,
      validTo: null,
    }
    const kept = home.body.triggeredEvents.map(
      ({ id, name, event, filters, actions, isActive, validFrom, validTo }) => ({
        id,
        name,
        event,
        filters,
        actions,
        isActive,
        validFrom,
        validTo,
      }),
    )
    const saved = await testApp.call(admin, procedures.updateProcedure, {
      params: { id: home.body.id },
      body: { version: home.body.version, triggeredEvents: [...kept, draft] },
    })
    expect(saved.status).toBe(200)
    expect(
      (
        await testApp.call(admin, contract.references.listReferences, {
          body: { kind: 'tag', id: tag.body.id },
        })
      ).body.rows,
    ).toMatchObject([{ kind: 'automation', name: 'Tagged' }])
    expect(
      (await testApp.call(admin, referenceLists.deleteTag, { params: { id: tag.body.id } })).status,
    ).toBe(200)
    const flagged = (
      await testApp.call(admin, automations.listAutomations, { body: { needsReview: true } })
    ).body.rows
    expect(flagged).toMatchObject([
      {
        name: 'Tagged',
        isActive: false,
        needsReview: true,
        missing: [{ kind: 'tag', name: 'Short-lived' }],
        filters: [{ filter: { tagIds: [tag.body.id] } }],
      },
    ])
    const again = await testApp.call(admin, procedures.getProcedure, {
      params: { id: home.body.id },
    })
    const mended = again.body.triggeredEvents.map(
      ({ id, name, event, filters, actions, validFrom, validTo }) => ({
        id,
        name,
        event,
        filters: name === 'Tagged' ? [] : filters,
        actions,
        isActive: true,
        validFrom,
        validTo,
      }),
    )
    const after = await testApp.call(admin, procedures.updateProcedure, {
      params: { id: home.body.id },
      body: { version: again.body.version, triggeredEvents: mended },
    })
    expect(after.body.triggeredEvents.find(({ name }) => name === 'Tagged')).toMatchObject({
      isActive: true,
      needsReview: false,
      missing: [],
    })
  })

  it('never lets a rule match wider because its equipment or location is gone', async () => {
    const thing = await testApp.call(admin, equipment.createEquipment, {
      body: { name: 'Doomed pump', typeId: own.equipmentType ?? 0 },
    })
    const place = await testApp.call(admin, contract.locations.createLocation, {
      body: { name: 'Doomed room', typeId: own.locationType ?? 0 },
    })
    const home = await testApp.call(admin, procedures.getProcedure, {
      params: { id: own.procedure ?? 0 },
    })
    const kept = home.body.triggeredEvents.map(
      ({ id, name, event, filters, actions, isActive, validFrom, validTo }) => ({
        id,
        name,
        event,
        filters,
        actions,
        isActive,
        validFrom,
        validTo,
      }),
    )
    const draft = (name: string, filter: { equipmentIds?: number[]; locationIds?: number[] }) => ({
      id: null,
      name,
      event: { kind: 'procedureDone' as const },
      filters: [{ kind: 'objects' as const, filter }],
      actions: home.body.triggeredEvents[0]?.actions ?? [],
      isActive: true,
      validFrom: null,
      validTo: null,
    })
    const saved = await testApp.call(admin, procedures.updateProcedure, {
      params: { id: home.body.id },
      body: {
        version: home.body.version,
        triggeredEvents: [
          ...kept,
          draft('Of a pump', { equipmentIds: [thing.body.id] }),
          draft('Of a room', { locationIds: [place.body.id] }),
        ],
      },
    })
    expect(saved.status).toBe(200)
    expect(
      (await testApp.call(admin, equipment.deleteEquipment, { params: { id: thing.body.id } }))
        .status,
    ).toBe(200)
    expect(
      (
        await testApp.call(admin, contract.locations.deleteLocation, {
          params: { id: place.body.id },
        })
      ).status,
    ).toBe(200)
    const flagged = (
      await testApp.call(admin, automations.listAutomations, { body: { needsReview: true } })
    ).body.rows
    expect(
      Object.fromEntries(
        flagged.map(({ name, isActive, missing }) => [
          name,
          { isActive, missing: missing.map((missing) => missing.name) },
        ]),
      ),
    ).toEqual({
      'Of a pump': { isActive: false, missing: ['Doomed pump'] },
      'Of a room': { isActive: false, missing: ['Doomed room'] },
    })
  })

  it('is shown to each user only with the types they are permitted', async () => {
    const { sql } = await import('drizzle-orm')
    const { inCompany } = await import('#kernel/data/transaction.ts')
    await inCompany(testApp.pool, testApp.here.id, (db) =>
      db.execute(
        sql`update app_user set all_equipment = false where id = ${testApp.here.users.technician}`,
      ),
    )
    expect((await testApp.call(technician, equipment.listEquipment, { body: {} })).body.count).toBe(
      0,
    )
    expect(
      (
        await testApp.call(technician, equipment.getEquipment, {
          params: { id: own.equipment ?? 0 },
        })
      ).status,
    ).toBe(404)
    await inCompany(testApp.pool, testApp.here.id, (db) =>
      db.execute(
        sql`update app_user set equipment_type_ids = array[${own.equipmentType ?? 0}::int] where id = ${testApp.here.users.technician}`,
      ),
    )
    const seen = (
      await testApp.call(technician, equipment.listEquipment, { body: {} })
    ).body.rows.map(({ type }) => type.id)
    expect(new Set(seen)).toEqual(new Set([own.equipmentType]))
  })
})
