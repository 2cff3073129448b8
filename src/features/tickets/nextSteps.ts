/** Which of a ticket's next states is the one to go on with, and which step may be taken back. Pure. */
import type { TicketDetail } from '#contract/tickets.ts'

type State = TicketDetail['state']
/** After these categories comes, first of all, one of those. */
const onwards: Record<State['category'], State['category'][]> = {
  open: ['inProgress', 'closed'],
  waiting: ['inProgress', 'closed'],
  inProgress: ['closed'],
  closed: [],
}

export function stepOnwards({
  state,
  nextStates,
}: Pick<TicketDetail, 'state' | 'nextStates'>): State | null {
  for (const category of onwards[state.category]) {
    const found = nextStates.find((next) => next.category === category)
    if (found !== undefined) return found
  }
  return null
}

/** Where somebody begins who takes it: nobody takes a ticket by closing it. */
export function stepOfTaking(
  ticket: Pick<TicketDetail, 'state' | 'nextStates' | 'assignee'>,
  userId: number | null,
): State | null {
  if (userId === null || ticket.assignee?.id === userId) return null
  const next = stepOnwards(ticket)
  return next?.category === 'inProgress' ? next : null
}

/** What was just done here, so that it can be taken back. States and people after it by their ids. */
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

/** Only while it stands as this step left it: what somebody else did since is not ours to undo. */
export function mayGoBack(
  step: Step,
  { state, assignee, nextStates }: Pick<TicketDetail, 'state' | 'nextStates' | 'assignee'>,
): boolean {
  const assigneeId = assignee?.id ?? null
  if (step.kind === 'assignee') return assigneeId === step.after
  if (step.kind === 'taken' && assigneeId !== step.assigneeAfter) return false
  return state.id === step.after && nextStates.some(({ id }) => id === step.before.id)
}
