/**
 * The ten kinds of references that a rule may lose (specification, section 4). The rule is disabled
 * and flagged, keeps everything else, matches nothing more, and recovers when updated.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { AutomationDraft } from '#contract/automation/automation.ts'
import type { AutomationAction } from '#contract/automation/actions.ts'
import type { AutomationFilter } from '#contract/automation/filters.ts'
import { contract } from '#contract/index.ts'
import type { Id } from '#contract/ids.ts'
import type { SurveyQuestion } from '#contract/procedures/survey.ts'
import { yesNo, type Fixtures } from '#tests/fixtures.ts'
import { openTestAppWithFixtures } from '#tests/fixturesTemplate.ts'
import type { TestApp } from '#tests/testApp.ts'
import { userDraft } from '#tests/userDraft.ts'

let testApp: TestApp
let own: Fixtures
let admin: string
let technician: string
const { automations, referenceData, referenceLists, people, procedureLogs, procedures, tickets } =
  contract

beforeAll(async () => {
  ;({ testApp, token: admin, fixtures: own } = await openTestAppWithFixtures())
  technician = await testApp.signIn('technician')
  await testApp.app.outbox.drain()
})
afterAll(() => testApp.close())

interface Case {
  filters?: AutomationFilter[]
  actions: AutomationAction[]
  lose: () => Promise<{ status: number }>
  mended: { filters?: AutomationFilter[]; actions: AutomationAction[] }
  name: string
}
type Home = { id: Id<'procedure'>; version: number; questions: SurveyQuestion[] }

const ticketType = (name: string) =>
  testApp.call(admin, tickets.createTicketType, {
    body: {
      name,
      colour: 'red',
      states: [
        { id: null, name: 'Open', category: 'open', colour: 'blue', next: null },
        { id: null, name: 'Parked', category: 'waiting', colour: 'yellow', next: null },
        { id: null, name: 'Done', category: 'closed', colour: 'green', next: null },
      ],
    },
  })
const open = (ticketTypeId: number, assign: unknown = null): AutomationAction =>
  ({ kind: 'openTicket', ticketTypeId, title: null, assign }) as AutomationAction
const alert = (userIds: number[]): AutomationAction =>
  ({
    kind: 'sendAlert',
    channels: [],
    level: 'info',
    text: null,
    recipients: {
      userIds,
      roleIds: [],
      available: false,
      followers: false,
      opener: false,
      assignee: false,
    },
    onlyWhoSeeEquipment: true,
    onlyWhoSeeLocation: true,
  }) as unknown as AutomationAction
const answered = (questionId: number, answerIds: number[]): AutomationFilter =>
  ({
    kind: 'answer',
    questionId,
    operator: 'isAnyOf',
    answerIds,
    value: null,
    to: null,
  }) as AutomationFilter
const kept = (questions: readonly SurveyQuestion[], drop: { question?: number; answer?: number }) =>
  questions
    .filter(({ id }) => id !== drop.question)
    .map((one) => ({ ...one, answers: one.answers.filter(({ id }) => id !== drop.answer) }))

async function person(email: string) {
  const made = await testApp.call(admin, people.inviteUser, {
    body: userDraft({ firstName: 'Soon', lastName: 'Gone', email }),
  })
  return {
    id: made.body.id,
    leave: () =>
      testApp.call(admin, people.deactivateUser, {
        params: { id: made.body.id },
        body: { version: made.body.version },
      }),
  }
}

async function home(): Promise<Home> {
  const questions = [
    yesNo(-1, 'Clean?'),
    {
      ...yesNo(-2, 'Which?'),
      answers: [
        { id: -20, title: 'One', score: 10 },
        { id: -21, title: 'Two', score: 0 },
        { id: -22, title: 'Three', score: 0 },
      ],
    },
  ]
  return (
    await testApp.call(admin, procedures.createProcedure, {
      body: {
        name: `Home ${crypto.randomUUID().slice(0, 8)}`,
        typeId: own.procedureType ?? 0,
        target: 'either',
        questions,
      },
    })
  ).body
}

const saveQuestions = async (at: Home, questions: SurveyQuestion[]) => {
  const { version } = (
    await testApp.call(admin, procedures.getProcedure, { params: { id: at.id } })
  ).body
  return testApp.call(admin, procedures.updateProcedure, {
    params: { id: at.id },
    body: { version, questions },
  })
}

const cases: Record<string, (at: Home) => Promise<Case>> = {
  async user(at) {
    const deleted = await person(`told-${at.id}@here.test`)
    return {
      actions: [alert([deleted.id])],
      lose: deleted.leave,
      mended: { actions: [alert([testApp.here.users.staff])] },
      name: 'Soon Gone',
    }
  },
  async assignee(at) {
    const deleted = await person(`given-${at.id}@here.test`)
    return {
      actions: [open(own.ticketType ?? 0, { by: 'user', userId: deleted.id })],
      lose: deleted.leave,
      mended: {
        actions: [open(own.ticketType ?? 0, { by: 'user', userId: testApp.here.users.staff })],
      },
      name: 'Soon Gone',
    }
  },
  async question(at) {
    const [first, second] = at.questions
    return {
      filters: [answered(second?.id ?? 0, [second?.answers[0]?.id ?? 0])],
      actions: [open(own.ticketType ?? 0)],
      lose: () => saveQuestions(at, kept(at.questions, { question: second?.id ?? 0 })),
      mended: {
        filters: [answered(first?.id ?? 0, [first?.answers[0]?.id ?? 0])],
        actions: [open(own.ticketType ?? 0)],
      },
      name: 'Which?',
    }
  },
  async answer(at) {
    const second = at.questions[1]
    return {
      filters: [answered(second?.id ?? 0, [second?.answers[2]?.id ?? 0])],
      actions: [open(own.ticketType ?? 0)],
      lose: () => saveQuestions(at, kept(at.questions, { answer: second?.answers[2]?.id ?? 0 })),
      mended: {
        filters: [answered(second?.id ?? 0, [second?.answers[1]?.id ?? 0])],
        actions: [open(own.ticketType ?? 0)],
      },
      name: 'Three',
    }
  },
  async agent() {
    const make = (name: string) =>
      testApp.call(admin, referenceData.createAssignRule, {
        body: { name, instruction: 'whoever', userIds: [], roleIds: [], isActive: true },
      })
    const [deleted, other] = [(await make('Old agent')).body, (await make('New agent')).body]
    return {
      actions: [open(own.ticketType ?? 0, { by: 'rule', ruleId: deleted.id })],
      lose: () =>
        testApp.call(admin, referenceData.deleteAssignRule, { params: { id: deleted.id } }),
      mended: { actions: [open(own.ticketType ?? 0, { by: 'rule', ruleId: other.id })] },
      name: 'Old agent',
    }
  },
  async procedure() {
    const deleted = await home()
    const schedule = (procedureId: number): AutomationAction =>
      ({
        kind: 'scheduleProcedure',
        procedureId,
        times: 1,
        within: { by: 'days', days: 2 },
      }) as AutomationAction
    const { name } = (
      await testApp.call(admin, procedures.getProcedure, { params: { id: deleted.id } })
    ).body
    return {
      actions: [schedule(deleted.id)],
      lose: () => testApp.call(admin, procedures.deleteProcedure, { params: { id: deleted.id } }),
      mended: { actions: [schedule(own.procedure ?? 0)] },
      name,
    }
  },
  async status() {
    const deleted = (
      await testApp.call(admin, referenceLists.createEquipmentStatus, {
        body: {
          name: `Passing ${crypto.randomUUID().slice(0, 4)}`,
          colour: 'pink',
          isUsable: true,
        },
      })
    ).body
    const to = (statusId: number): AutomationAction =>
      ({ kind: 'changeStatus', statusId }) as AutomationAction
    return {
      actions: [to(deleted.id)],
      lose: () =>
        testApp.call(admin, referenceLists.deleteEquipmentStatus, { params: { id: deleted.id } }),
      mended: { actions: [to(own.equipmentStatus ?? 0)] },
      name: deleted.name,
    }
  },
  async ticketType() {
    const deleted = (await ticketType(`Passing ${crypto.randomUUID().slice(0, 4)}`)).body
    return {
      actions: [open(deleted.id)],
      lose: () => testApp.call(admin, tickets.deleteTicketType, { params: { id: deleted.id } }),
      mended: { actions: [open(own.ticketType ?? 0)] },
      name: deleted.name,
    }
  },
  async ticketState() {
    const type = (await ticketType(`States ${crypto.randomUUID().slice(0, 4)}`)).body
    const to = (stateId: number | undefined): AutomationAction =>
      ({ kind: 'changeTicketState', ticketTypeId: type.id, stateId }) as AutomationAction
    return {
      actions: [to(type.states[1]?.id ?? 0)],
      lose: () =>
        testApp.call(admin, tickets.updateTicketType, {
          params: { id: type.id },
          body: {
            version: type.version,
            states: type.states
              .filter(({ name }) => name !== 'Parked')
              .map((state) => ({ ...state, next: null })),
          },
        }),
      mended: { actions: [to(type.states[2]?.id ?? 0)] },
      name: 'Parked',
    }
  },
  async hook() {
    const make = (name: string) =>
      testApp.call(admin, referenceData.createApiHook, {
        body: { name, url: 'https://hooks.sample.test/x', method: 'POST', isActive: true },
      })
    const [deleted, other] = [(await make('Old hook')).body, (await make('New hook')).body]
    const call = (hookId: number): AutomationAction =>
      ({ kind: 'invokeHook', hookId }) as AutomationAction
    return {
      actions: [call(deleted.id)],
      lose: () => testApp.call(admin, referenceData.deleteApiHook, { params: { id: deleted.id } }),
      mended: { actions: [call(other.id)] },
      name: 'Old hook',
    }
  },
}

async function save(at: Home, draft: Partial<AutomationDraft> & { actions: AutomationAction[] }) {
  const { version } = (
    await testApp.call(admin, procedures.getProcedure, { params: { id: at.id } })
  ).body
  return testApp.call(admin, procedures.updateProcedure, {
    params: { id: at.id },
    body: {
      version,
      triggeredEvents: [
        {
          id: null,
          name: 'Rule',
          event: { kind: 'procedureDone' },
          filters: [],
          isActive: true,
          validFrom: null,
          validTo: null,
          ...draft,
        },
      ],
    },
  })
}

/** Submits a log with the first answer everywhere, and returns the outcome of the single rule. */
async function outcome(at: Home) {
  const { version, questions } = (
    await testApp.call(admin, procedures.getProcedure, { params: { id: at.id } })
  ).body
  const log = await testApp.call(technician, procedureLogs.submitProcedureLog, {
    body: {
      clientKey: crypto.randomUUID(),
      procedureId: at.id,
      procedureVersion: version,
      equipmentId: own.equipment ?? 0,
      locationId: null,
      startedAt: '2026-11-20T08:55:00Z',
      answers: questions.map(({ id, answers }) => ({
        kind: 'singleChoice' as const,
        questionId: id,
        answerId: answers[0]?.id ?? 0,
      })) as never,
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

it('the kinds of objects that a rule can lose are ten', () =>
  expect(Object.keys(cases)).toHaveLength(10))

describe.each(Object.keys(cases))('a rule without its %s', (kind) => {
  it('is switched off, is flagged, matches no wider, and recovers by an update', async () => {
    const at = await home()
    const {
      filters = [],
      actions,
      lose,
      mended,
      name,
    } = (await cases[kind]?.(at)) ?? {
      actions: [],
      lose: () => Promise.resolve({ status: 0 }),
      mended: { actions: [] },
      name: '',
    }
    const made = await save(at, { filters, actions })
    expect(made.status).toBe(200)
    const id = made.body.triggeredEvents[0]?.id ?? (0 as Id<'automation'>)
    expect((await lose()).status).toBe(200)
    const flagged = (await testApp.call(admin, automations.getAutomation, { params: { id } })).body
    expect(flagged).toMatchObject({ isActive: false, needsReview: true, filters, actions })
    expect(flagged.missing.map((one) => one.name)).toContain(name)
    // It does not run, and saving it unchanged does not enable it, because the reference is still
    // missing.
    expect(await outcome(at)).toMatchObject({ outcome: 'asleep', effects: [] })
    expect((await save(at, { id, filters, actions })).status).toBe(404)
    const saved = await save(at, { id, filters: mended.filters ?? [], actions: mended.actions })
    expect(saved.body.triggeredEvents).toMatchObject([
      { id, isActive: true, needsReview: false, missing: [] },
    ])
    expect(['done', 'filtered']).toContain((await outcome(at))?.outcome)
  })
})
