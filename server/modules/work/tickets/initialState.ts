/** Initial values of a ticket by its type, for users and rules alike. */
import { dueTimes, type TicketPriority } from '#contract/rules/ticketDue.ts'
import type * as tables from '#db/schema/index.ts'
import { conflict } from '#kernel/http/errors.ts'

type Type = Pick<typeof tables.ticketType.$inferSelect, 'defaultPriority' | 'targets'>
type State = typeof tables.ticketState.$inferSelect
type Beginning = Pick<
  typeof tables.ticket.$inferInsert,
  'stateId' | 'priority' | 'respondBy' | 'dueBy' | 'openedAt' | 'createdAt' | 'updatedAt'
>

/**
 * The first open state of the type, with deadlines by priority. `states` must be sorted by
 * position.
 */
export function beginning(
  type: Type,
  states: readonly State[],
  wished: TicketPriority | undefined,
  now: Date,
): Beginning {
  const first = states.find((state) => state.category === 'open') ?? states[0]
  if (!first)
    throw conflict('This ticket type has no states yet.', [
      { path: 'body.ticketTypeId', code: 'noStates', message: 'no states' },
    ])
  const priority = wished ?? type.defaultPriority
  return {
    stateId: first.id,
    priority,
    ...dueTimes(type.targets, priority, now),
    openedAt: now,
    createdAt: now,
    updatedAt: now,
  }
}
