/**
 * Sensitive changes want a person who proved who they are lately: a machine left open must not give
 * an account away.
 */
import type { Actor } from './actor.ts'
import { confirmFirst } from './errors.ts'

const CONFIRMED_MINUTES = 10

export function refuseUnconfirmed(
  { userId, confirmedAt }: Pick<Actor, 'userId' | 'confirmedAt'>,
  now: Date,
): void {
  if (userId === null) return // the server itself, which nobody has left open
  const minutes = confirmedAt === null ? Infinity : (now.getTime() - confirmedAt.getTime()) / 60_000
  if (minutes > CONFIRMED_MINUTES) throw confirmFirst()
}
