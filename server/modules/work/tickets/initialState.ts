import { addWorkingHours } from '#contract/recurrence/workingHours.ts'
import { dueTimes, type TargetClock, type TicketPriority } from '#contract/rules/ticketDue.ts'
import type * as tables from '#db/schema/index.ts'
import { conflict } from '#kernel/http/errors.ts'
import type { Scope } from '#kernel/access/scope.ts'
import { timeOf } from '../../foundation/company/index.ts'

type Type = Pick<
  typeof tables.ticketType.$inferSelect,
  'defaultPriority' | 'targets' | 'targetClock'
>
export type TargetCounter = (from: Date, hours: number) => Date
type State = typeof tables.ticketState.$inferSelect
type Beginning = Pick<
  typeof tables.ticket.$inferInsert,
  'stateId' | 'priority' | 'respondBy' | 'dueBy' | 'openedAt' | 'createdAt' | 'updatedAt'
>

/** Loads the company's calendar only if a type counts working hours. */
export async function targetCounters(
  scope: Pick<Scope, 'db' | 'actor'>,
  types: readonly Pick<Type, 'targetClock'>[],
): Promise<(type: { targetClock: TargetClock }) => TargetCounter | undefined> {
  if (types.every(({ targetClock }) => targetClock === 'clock')) return () => undefined
  const time = await timeOf(scope)
  const count: TargetCounter = (from, hours) =>
    new Date(addWorkingHours(from.toISOString(), hours, time))
  return ({ targetClock }) => (targetClock === 'working' ? count : undefined)
}

/**
 * The first open state of the type, with deadlines by priority. `states` must be sorted by
 * position.
 */
export function initialStateOf(
  type: Type,
  states: readonly State[],
  wished: TicketPriority | undefined,
  now: Date,
  count: TargetCounter | undefined,
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
    ...dueTimes(type.targets, priority, now, count),
    openedAt: now,
    createdAt: now,
    updatedAt: now,
  }
}
