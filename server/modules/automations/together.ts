/**
 * Selects the logs that can be processed as one set with the same result as one after the other.
 * Order is kept per equipment and location: what one rule changes there, the next must see.
 */
import type { ActionKind, AutomationAction } from '#contract/automation/actions.ts'

/**
 * The effect of a log's rules on later ones at the same equipment or location. `adds`: creates what
 * no other filter or action there reads. `changes`: changes what they read there. `changesAll`:
 * changes what rules anywhere may read, such as a person.
 */
export type Doing = 'nothing' | 'adds' | 'changes' | 'changesAll'

/** Exhaustive, so that a new kind does not compile without an entry. */
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

/** Over all rules that act on one log. A ticket opened by one is not another's. */
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
    // Alerts of a run that opened no ticket go to the people of the tickets open there.
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
  places: readonly string[]
  doing: Doing
}

/** Splits into logs to process now and those for the next set. Keeps the order. */
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
