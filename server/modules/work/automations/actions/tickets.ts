import type { Id } from '#contract/ids.ts'
import type { AssignBy } from '#contract/automation/actions/assign.ts'
import type { assignByRule } from '../../assignments/index.ts'
import { checkAsksPerson, type CheckContext } from '../checkContext.ts'
import { openTicketsFor, type RuleMoves } from '../../tickets/index.ts'
import { placeOf, type Acting, type Effect } from './kind.ts'

export const assignmentContext = ({ performedLog, run }: Acting) => ({
  answers: performedLog.log?.answers ?? [],
  runId: run.id,
  automationName: run.name,
  procedureLogId: performedLog.log?.id ?? null,
})

export const assigneeOf = (
  chosen: { id: number; name: string } | null,
): NonNullable<Effect['details']> =>
  chosen === null ? { assignee: null } : { assignee: chosen.name, assigneeId: chosen.id }

/** Named if one person was considered. Ids stand beside names, so that anonymisation finds them. */
export function whyNobodyOf(
  nobody: Awaited<ReturnType<typeof assignByRule>>['nobody'],
): NonNullable<Effect['details']> {
  if (nobody === null) return {}
  const [only, ...others] = nobody.candidates
  return {
    source: nobody.source,
    why: nobody.why,
    ...(only !== undefined && others.length === 0 && { person: only.name, userId: only.userId }),
  }
}

/** Of an event about a ticket, that ticket alone. */
export async function ticketsOf(
  { scope, performedLog }: Acting,
  types: readonly Id<'ticketType'>[] | null,
) {
  const rows = await openTicketsFor(scope, placeOf(performedLog), types)
  return performedLog.ticketId === null
    ? rows
    : rows.filter(({ ticket }) => ticket.id === performedLog.ticketId)
}

export function checkAssignee(
  { assign }: { assign: AssignBy | null },
  context: CheckContext,
): void {
  if (assign?.by === 'question') checkAsksPerson(assign.questionId, context)
}

export function effectOnTickets({ moved, heldBack, notReady }: RuleMoves): Effect {
  if (moved.length === 0)
    return {
      outcome: 'skipped',
      code: notReady > 0 ? 'closingNeeds' : heldBack > 0 ? 'notAllowedThere' : 'alreadySo',
      details: { heldBack, notReady },
    }
  return {
    outcome: 'done',
    ticketIds: moved,
    details: { count: moved.length, heldBack, notReady },
  }
}
