import type { Id } from '#contract/ids.ts'
import type { AssignBy } from '#contract/automation/actions/assign.ts'
import { checkAsksPerson, type CheckContext } from '../checkContext.ts'
import type { Acting, Effect } from './kind.ts'

export const assignmentContext = ({ performedLog, run }: Acting) => ({
  answers: performedLog.log.answers,
  runId: run.id,
  automationName: run.name,
  procedureLogId: performedLog.log.id,
})

export const assigneeOf = (
  chosen: { id: number; name: string } | null,
): NonNullable<Effect['details']> =>
  chosen === null ? { assignee: null } : { assignee: chosen.name, assigneeId: chosen.id }

export function checkAssignee(
  { assign }: { assign: AssignBy | null },
  context: CheckContext,
): void {
  if (assign?.by === 'question') checkAsksPerson(assign.questionId, context)
}

export function effectOnTickets(ticketIds: Id<'ticket'>[], heldBack: number): Effect {
  if (ticketIds.length === 0)
    return {
      outcome: 'skipped',
      code: heldBack > 0 ? 'notAllowedThere' : 'alreadySo',
      details: { heldBack },
    }
  return { outcome: 'done', ticketIds, details: { count: ticketIds.length, heldBack } }
}
