import type { TicketDetail } from '#contract/tickets.ts'

type State = TicketDetail['state']
/** Preferred categories of the next state, by the current category, best first. */
const onwards: Record<State['category'], State['category'][]> = {
  open: ['inProgress', 'closed'],
  waiting: ['inProgress', 'closed'],
  inProgress: ['closed'],
  closed: [],
}

export function forwardSteps({
  state,
  nextStates,
}: Pick<TicketDetail, 'state' | 'nextStates'>): State | null {
  for (const category of onwards[state.category]) {
    const found = nextStates.find((next) => next.category === category)
    if (found !== undefined) return found
  }
  return null
}

/** Returns the state that a user who takes the ticket moves it to. Taking never closes a ticket. */
export function stateAfterTaking(
  ticket: Pick<TicketDetail, 'state' | 'nextStates' | 'assignee'>,
  userId: number | null,
): State | null {
  if (userId === null || ticket.assignee?.id === userId) return null
  const next = forwardSteps(ticket)
  return next?.category === 'inProgress' ? next : null
}

/** A step of this user that can be undone. States and users after it are ids. */
export type Step = { name: string } & (
  | { kind: 'state'; before: State; after: number }
  | { kind: 'assignee'; before: number | null; after: number | null }
  | {
      kind: 'taken'
      before: State
      after: number
      assigneeBefore: number | null
      assigneeAfter: number | null
    }
)

/**
 * Only while the ticket is as this step left it, so that an undo never reverts another user's
 * change.
 */
export function mayGoBack(
  step: Step,
  { state, assignee, nextStates }: Pick<TicketDetail, 'state' | 'nextStates' | 'assignee'>,
): boolean {
  const assigneeId = assignee?.id ?? null
  if (step.kind === 'assignee') return assigneeId === step.after
  if (step.kind === 'taken' && assigneeId !== step.assigneeAfter) return false
  return state.id === step.after && nextStates.some(({ id }) => id === step.before.id)
}
