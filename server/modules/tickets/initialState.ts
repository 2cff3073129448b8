/** How a ticket of a type begins, whoever opens it: a person, or a rule. */
import { dueTimes, type TicketPriority } from '#contract/rules/ticketDue.ts'
import type { ticket, ticketState, ticketType } from '#db/schema/index.ts'
import { conflict } from '#kernel/http/errors.ts'

type Type = Pick<typeof ticketType.$inferSelect, 'defaultPriority' | 'targets'>
type State = typeof ticketState.$inferSelect
type Beginning = Pick<
  typeof ticket.$inferInsert,
  'stateId' | 'priority' | 'respondBy' | 'dueBy' | 'openedAt' | 'createdAt' | 'updatedAt'
>

/** In the first open state of its type, due by the targets of its priority. `states` by position. */
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
