/**
 * Which performances can be answered in one set and still end as if each had been answered after
 * the one before it. Order is kept for each equipment and place: what one rule changes there, the
 * next must find.
 */
import type { ActionKind, AutomationAction } from '#contract/automation/actions'

/**
 * What an answer does to what others find at the same place: nothing, it adds something that no
 * filter and no other action there asks for, or it changes what they ask for.
 */
export type Doing = 'nothing' | 'adds' | 'changes'

/** A new kind does not compile until it says what it does. */
const doings: Record<ActionKind, Exclude<Doing, 'nothing'>> = {
  openTicket: 'adds',
  invokeHook: 'adds',
  sendAlert: 'adds',
  assignTicket: 'changes',
  changeTicketState: 'changes',
  closeTickets: 'changes',
  setAvailability: 'changes',
  changeStatus: 'changes',
  scheduleProcedure: 'changes',
  removeScheduled: 'changes',
  updateMetadata: 'changes',
}

export function doingOf(actions: readonly AutomationAction[]): Doing {
  let hasOpened = false
  let doing: Doing = 'nothing'
  for (const action of actions) {
    if (doings[action.kind] === 'changes') return 'changes'
    // A run that opened no ticket means the people of those that are open there.
    if (action.kind === 'sendAlert' && asksTickets(action) && !hasOpened) return 'changes'
    hasOpened ||= action.kind === 'openTicket'
    doing = 'adds'
  }
  return doing
}

const asksTickets = ({ recipients }: Extract<AutomationAction, { kind: 'sendAlert' }>) =>
  recipients.opener || recipients.assignee

interface Answer {
  /** Where it was done: its equipment, its location. */
  places: readonly string[]
  doing: Doing
}

/** In their order: those that go now, and those that wait for the next set. */
export function splitSet<T extends Answer>(answers: readonly T[]): { now: T[]; later: T[] } {
  const added = new Set<string>()
  const closed = new Set<string>()
  const now: T[] = []
  const later: T[] = []
  for (const answer of answers) {
    const { places, doing } = answer
    const isFree =
      !places.some((place) => closed.has(place)) &&
      (doing !== 'changes' || !places.some((place) => added.has(place)))
    ;(isFree ? now : later).push(answer)
    if (!isFree || doing === 'changes') for (const place of places) closed.add(place)
    else if (doing === 'adds') for (const place of places) added.add(place)
  }
  return { now, later }
}
