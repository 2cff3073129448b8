import { expect } from 'vitest'
import type { AutomationDraft } from '#contract/automation/automation.ts'
import type { AutomationAction } from '#contract/automation/actions.ts'
import type { AutomationFilter } from '#contract/automation/filters.ts'
import { contract } from '#contract/index.ts'
import type { SurveyQuestion } from '#contract/procedures/survey.ts'
import { yesNo } from './fixtures.ts'
import { openTestAppWithFixtures } from './fixturesTemplate.ts'

const { automations, procedureLogs, procedures, tickets } = contract

interface Called {
  url: string
  headers: Record<string, string>
  body: string | null
}

export const ruleDraft = (actions: unknown[], change: Partial<AutomationDraft> = {}) => ({
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

export type RuleApp = Awaited<ReturnType<typeof openRuleApp>>

export async function openRuleApp() {
  /** Calls to outside services, with their responses. */
  const calls: Called[] = []
  const outside = { answer: () => Promise.resolve({ status: 200, body: 'ok' }) }
  const {
    testApp,
    token: admin,
    fixtures: own,
  } = await openTestAppWithFixtures({
    hooks: {
      call: (call) => {
        calls.push(call)
        return outside.answer()
      },
    },
  })
  const technician = await testApp.signIn('technician')
  const questions: SurveyQuestion[] = [
    yesNo(-1, 'Clean?'),
    { ...yesNo(-2, 'On call'), kind: 'user', answers: [], required: false },
    { ...yesNo(-3, 'Note'), kind: 'text', answers: [], required: false },
  ]
  const round = {
    now: (
      await testApp.call(admin, procedures.createProcedure, {
        body: { name: 'Round', typeId: own.procedureType ?? 0, target: 'either', questions },
      })
    ).body,
  }
  await testApp.app.outbox.drain()

  async function rule(actions: unknown[], change: Partial<AutomationDraft> = {}) {
    const { version } = (
      await testApp.call(admin, procedures.getProcedure, { params: { id: round.now.id } })
    ).body
    const saved = await testApp.call(admin, procedures.updateProcedure, {
      params: { id: round.now.id },
      body: { version, triggeredEvents: [ruleDraft(actions, change)] },
    })
    if (saved.status === 200) round.now = saved.body
    return saved
  }

  async function perform(
    answers: { note?: string; onCall?: number; clean?: boolean } = {},
    used?: { itemId: number; amount: number; discardedDoses: number }[],
    ticketId?: number,
  ) {
    const [clean, onCall, note] = round.now.questions
    const log = await testApp.call(technician, procedureLogs.submitProcedureLog, {
      body: {
        clientKey: crypto.randomUUID(),
        procedureId: round.now.id,
        procedureVersion: round.now.version,
        equipmentId: own.equipment ?? 0,
        locationId: null,
        startedAt: '2026-11-20T08:55:00Z',
        ...(used && { used }),
        ...(ticketId !== undefined && { ticketId }),
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

  return { testApp, admin, technician, own, calls, outside, round, rule, perform, ticketsOf }
}
