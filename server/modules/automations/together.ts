/**
 * Which performances can be answered in one set and still end as if each had been answered after
 * the one before it. Order is kept for each equipment and place: what one rule changes there, the
 * next must find.
 */
import type { ActionKind, AutomationAction } from '#contract/automation/actions.ts'

/**
 * What an answer does to what others find at the same place: nothing, it adds something that no
 * filter and no other action there asks for, or it changes what they ask for: there, or anywhere
 * (a person, whom rules of any place may choose or tell).
 */
export type Doing = 'nothing' | 'adds' | 'changes' | 'changesAll'

/** A new kind does not compile until it says what it does. */
const doings: Record<ActionKind, Exclude<Doing, 'nothing'>> = {
  openTicket: 'adds',
  invokeHook: 'adds',
  sendAlert: 'adds',
  assignTicket: 'changes',
  changeTicketState: 'changes',
  closeTickets: 'changes',
  setAvailability: 'changesAll',
  changeStatus: 'changes',
  scheduleProcedure: 'changes',
  removeScheduled: 'changes',
  updateMetadata: 'changes',
}

/** Of all rules that act on one performance: tickets that one opened are not another's. */
export function doingOf(runs: readonly (readonly AutomationAction[])[]): Doing {
  const each = runs.map(doingOfRun)
  return strongest.find((doing) => each.includes(doing)) ?? 'nothing'
}

const strongest: readonly Doing[] = ['changesAll', 'changes', 'adds']

function doingOfRun(actions: readonly AutomationAction[]): Doing {
  let hasOpened = false
  let doing: Doing = 'nothing'
  for (const action of actions) {
    if (doings[action.kind] === 'changesAll') return 'changesAll'
    // A run that opened no ticket means the people of those that are open there.
    const isAsking = action.kind === 'sendAlert' && asksTickets(action) && !hasOpened
    if (isAsking || doings[action.kind] === 'changes') doing = 'changes'
    hasOpened ||= action.kind === 'openTicket'
    if (doing === 'nothing') doing = 'adds'
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
  let isClosed = false
  for (const answer of answers) {
    const { places, doing } = answer
    const isFree =
      !isClosed &&
      (doing !== 'changesAll' || now.length === 0) &&
      !places.some((place) => closed.has(place)) &&
      (doing !== 'changes' || !places.some((place) => added.has(place)))
    ;(isFree ? now : later).push(answer)
    isClosed ||= doing === 'changesAll'
    if (!isFree || doing === 'changes') for (const place of places) closed.add(place)
    else if (doing === 'adds') for (const place of places) added.add(place)
  }
  return { now, later }
}
