/** What has to lie on the device so that the queue can be worked through without a network. */
import type { OccurrenceRow } from '#contract/rrules/rruleShapes.ts'

export type RoundCall =
  | { what: 'procedure'; id: number }
  | { what: 'equipment'; id: number }
  | { what: 'location'; id: number }
  /** With its timeline. */
  | { what: 'ticket'; id: number }

/** More than a shift does; the rest is asked for when it is begun. */
const MAX_CALLS = 200

type Check = Pick<OccurrenceRow, 'procedure' | 'equipment' | 'location'>

/** In the order of the queue, each once: the check that is done next is complete first. */
export function roundCalls(checks: readonly Check[], ticketIds: readonly number[]): RoundCall[] {
  const calls = new Map<string, RoundCall>()
  const add = (what: RoundCall['what'], id: number | undefined) => {
    if (id !== undefined && calls.size < MAX_CALLS) calls.set(`${what} ${id}`, { what, id })
  }
  for (const id of ticketIds) add('ticket', id)
  for (const { procedure, equipment, location } of checks) {
    add('procedure', procedure.id)
    add('equipment', equipment?.id)
    if (equipment === null) add('location', location?.id)
  }
  return [...calls.values()]
}
