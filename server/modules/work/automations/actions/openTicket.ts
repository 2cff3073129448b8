import type { ActionByKind } from '#contract/automation/actions.ts'
import type { Id } from '#contract/ids.ts'
import type { Language } from '#contract/languages.ts'
import { faultsIn, MAX_FAULTS, type Fault } from '#contract/rules/faults.ts'
import { truncate } from '#contract/rules/truncate.ts'
import { causeText, eventTexts } from '../../../foundation/alerts/index.ts'
import { assignByRule } from '../../assignments/index.ts'
import { reportByRule, type Report } from '../../tickets/index.ts'
import type { Occasion } from '../facts.ts'
import { placeOf, type Acting, type Effect, type ServerAction, type StepOf } from './kind.ts'
import { assigneeOf, checkAssignee, assignmentContext, whyNobodyOf } from './tickets.ts'

type Action = ActionByKind<'openTicket'>
type Reported = Awaited<ReturnType<typeof reportByRule>>[number]

export const openTicket: ServerAction<'openTicket'> = {
  async executeSet(steps) {
    const orders = steps.map(reportsOf)
    const reported = await reportByRule(orders.flatMap(({ reports }) => reports))
    const effects: Effect[] = []
    let place = 0
    for (const [index, { acting, action }] of steps.entries()) {
      const { reports, left } = orders[index] ?? { reports: [], left: 0 }
      const own = reported.slice(place, (place += reports.length))
      effects.push(
        action.perFault === true
          ? await effectOfFaults(acting, action, own, left)
          : await effectOfLog(acting, action, own),
      )
    }
    return effects
  },
  check: checkAssignee,
  // A log is added to what an earlier log of the same place opened.
  effect: ({ ifOpen }) => (ifOpen === 'add' ? 'changes' : 'adds'),
  order: 'any',
  backTest: (logs, action, { actor }) =>
    logs.map((performedLog) =>
      action.perFault === true
        ? firstFaults(performedLog).faults.map((fault) => titleOfFault(performedLog, fault))
        : [titleOf(performedLog, action, actor.language)],
    ),
}

/** What is done, or what happened to what. The title of a ticket names its target already. */
function titleOf(
  { event, procedureName, thingName, ticketId, cause }: Occasion,
  { title }: Pick<Action, 'title'>,
  language: Language,
): string {
  if (title) return title
  const hasNoOther = thingName === null || thingName === procedureName || ticketId !== null
  if (event === 'procedureDone')
    return hasNoOther ? procedureName : `${procedureName}: ${thingName}`
  if (cause != null) {
    const said = causeText(language, cause).replace(/\.$/, '')
    return hasNoOther || cause.kind === 'stockLow' ? said : `${said} – ${thingName}`
  }
  const happened = eventTexts[language][event].replace(/\.$/, '')
  return `${happened}: ${hasNoOther ? procedureName : `${procedureName} (${thingName})`}`
}

const titleOfFault = ({ thingName }: Occasion, { question: { title } }: Fault): string =>
  thingName === null ? title : `${title} – ${thingName}`

function firstFaults({ log }: Occasion): { faults: Fault[]; left: number } {
  const all = log === null ? [] : faultsIn(log.questions, log.answers)
  return { faults: all.slice(0, MAX_FAULTS), left: Math.max(0, all.length - MAX_FAULTS) }
}

function reportsOf({ acting, action }: StepOf<'openTicket'>): { reports: Report[]; left: number } {
  const { scope, performedLog } = acting
  const ifOpen = action.ifOpen ?? 'another'
  if (action.perFault !== true) {
    const ticket = ticketOf(acting, action, titleOf(performedLog, action, scope.actor.language))
    return { reports: [{ scope, ticket, ifOpen, questionIds: [], fileIds: [] }], left: 0 }
  }
  const { faults, left } = firstFaults(performedLog)
  const reports = faults.map((fault): Report => {
    const { questionIds } = fault
    return {
      scope,
      ticket: {
        ...ticketOf(acting, action, titleOfFault(performedLog, fault)),
        faultQuestionId: questionIds[0] ?? null,
      },
      ifOpen,
      questionIds,
      fileIds: (performedLog.log?.answers ?? []).flatMap((answer) =>
        answer.kind === 'file' && questionIds.includes(answer.questionId) ? answer.fileIds : [],
      ),
    }
  })
  return { reports, left }
}

function ticketOf({ performedLog, run }: Acting, action: Action, title: string): Report['ticket'] {
  return {
    title: truncate(title, 200),
    ticketTypeId: action.ticketTypeId,
    priority: action.priority,
    ...placeOf(performedLog),
    procedureLogId: performedLog.log?.id ?? null,
    automationRunId: run.id,
  }
}

async function effectOfLog(
  acting: Acting,
  action: Action,
  [reported]: readonly Reported[],
): Promise<Effect> {
  if (reported === undefined) throw new Error('A ticket was not opened')
  const { ticketId, isNew } = reported
  if (!isNew) return { outcome: 'done', code: 'addedToTicket', ticketIds: [ticketId] }
  const assignment = await assigned(acting, action.assign, ticketId)
  return { outcome: 'done', madeTicketId: ticketId, ticketIds: [ticketId], ...assignment }
}

async function effectOfFaults(
  acting: Acting,
  action: Action,
  reported: readonly Reported[],
  left: number,
): Promise<Effect> {
  if (reported.length === 0) return { outcome: 'skipped', code: 'noFaults' }
  const opened = reported.flatMap(({ ticketId, isNew }) => (isNew ? [ticketId] : []))
  let assignment: Pick<Effect, 'code' | 'details'> = {}
  for (const ticketId of opened) assignment = await assigned(acting, action.assign, ticketId)
  const [madeTicketId] = opened
  return {
    ...assignment,
    outcome: 'done',
    ...(madeTicketId !== undefined && { madeTicketId }),
    ticketIds: reported.map(({ ticketId }) => ticketId),
    details: {
      ...assignment.details,
      faults: reported.length,
      opened: opened.length,
      known: reported.length - opened.length,
      ...(left > 0 && { left }),
    },
  }
}

async function assigned(
  acting: Acting,
  assign: Action['assign'],
  ticketId: Id<'ticket'>,
): Promise<Pick<Effect, 'code' | 'details'>> {
  if (assign === null) return {}
  const { outcome, chosen, nobody } = await assignByRule(acting.scope, ticketId, {
    assign,
    ...assignmentContext(acting),
  })
  return {
    ...(outcome === 'nobodyEligible' && { code: 'nobodyEligible' as const }),
    details: { ...assigneeOf(chosen), ...whyNobodyOf(nobody) },
  }
}
