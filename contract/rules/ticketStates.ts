interface State {
  name: string
  category: string
  next: readonly number[] | null
}

export type TicketStateFault = 'noOpen' | 'noClosed' | 'sameName' | 'unknownNext' | 'deadEnd'

/** Returns every rule that the list breaks. Empty if a ticket can begin, move and end. */
export function ticketStateFaults(states: readonly State[]): TicketStateFault[] {
  const faults: TicketStateFault[] = []
  if (!states.some(({ category }) => category === 'open')) faults.push('noOpen')
  if (!states.some(({ category }) => category === 'closed')) faults.push('noClosed')
  if (new Set(states.map(({ name }) => name.trim().toLowerCase())).size < states.length)
    faults.push('sameName')
  if (states.some(({ next }) => next?.some((place) => place >= states.length) === true))
    faults.push('unknownNext')
  else if (!faults.includes('noClosed') && states.some((_, place) => !canEnd(states, place)))
    faults.push('deadEnd')
  return faults
}

function canEnd(states: readonly State[], from: number): boolean {
  const seen = new Set([from])
  for (const place of seen) {
    // the set grows while it is iterated; each state is visited once
    const state = states[place]
    if (state === undefined || state.category === 'closed' || state.next === null) return true
    for (const next of state.next) seen.add(next)
  }
  return false
}
