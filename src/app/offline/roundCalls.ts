/** The calls to cache, so that the queue can be worked through offline. */
import type { OccurrenceRow } from '#contract/rrules/rruleShapes.ts'

export type RoundCall =
  | { what: 'procedure'; id: number }
  | { what: 'equipment'; id: number }
  | { what: 'location'; id: number }
  /** A ticket with its timeline. */
  | { what: 'ticket'; id: number }

/** More than one shift's work. Further answers load when their check starts. */
const MAX_CALLS = 200

type Check = Pick<OccurrenceRow, 'procedure' | 'equipment' | 'location'>

/** In the order of the queue without duplicates, so that the next check is complete first. */
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

/** Milliseconds. Newer answers are not fetched again. */
const FRESH = 30 * 60_000

const fetched = new Map<string, number>()
const keyOf = ({ what, id }: RoundCall) => `${what} ${id}`
export const isFresh = (call: RoundCall): boolean =>
  Date.now() - (fetched.get(keyOf(call)) ?? 0) < FRESH
export const noteFetched = (call: RoundCall): void => void fetched.set(keyOf(call), Date.now())
