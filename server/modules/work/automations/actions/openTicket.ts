import type { ActionByKind } from '#contract/automation/actions.ts'
import type { Id } from '#contract/ids.ts'
import { truncate } from '#contract/rules/truncate.ts'
import { assignByRule } from '../../assignments/index.ts'
import { openByRule } from '../../tickets/index.ts'
import type { PerformedLog } from '../facts.ts'
import { placeOf, type Acting, type Effect, type ServerAction } from './kind.ts'
import { assigneeOf, checkAssignee, assignmentContext } from './tickets.ts'

type Action = ActionByKind<'openTicket'>

export const openTicket: ServerAction<'openTicket'> = {
  async executeSet(steps) {
    const ids = await openByRule(
      steps.map(({ acting, action }) => ({
        scope: acting.scope,
        ticket: ticketOf(acting, action),
      })),
    )
    const effects: Effect[] = []
    for (const [place, { acting, action }] of steps.entries()) {
      const ticketId = ids[place]
      if (ticketId === undefined) throw new Error('A ticket was not opened')
      effects.push(await assigned(acting, action.assign, ticketId))
    }
    return effects
  },
  check: checkAssignee,
  effect: 'adds',
  order: 'any',
  backTest: (logs, action) => logs.map((performedLog) => [titleOf(performedLog, action)]),
}

const titleOf = ({ procedureName, thingName }: PerformedLog, { title }: Pick<Action, 'title'>) =>
  title || (thingName === null ? procedureName : `${procedureName}: ${thingName}`)

function ticketOf({ performedLog, run }: Acting, action: Action) {
  return {
    title: action.title || truncate(titleOf(performedLog, action), 200),
    ticketTypeId: action.ticketTypeId,
    priority: action.priority,
    ...placeOf(performedLog),
    procedureLogId: performedLog.log.id,
    automationRunId: run.id,
  }
}

async function assigned(
  acting: Acting,
  assign: Action['assign'],
  ticketId: Id<'ticket'>,
): Promise<Effect> {
  const opened = {
    outcome: 'done' as const,
    madeTicketId: ticketId,
    ticketIds: [ticketId],
  }
  if (assign === null) return opened
  const { outcome, chosen } = await assignByRule(acting.scope, ticketId, {
    assign,
    ...assignmentContext(acting),
  })
  return {
    ...opened,
    ...(outcome === 'nobodyEligible' && { code: 'nobodyEligible' as const }),
    details: assigneeOf(chosen),
  }
}
